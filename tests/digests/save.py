"""Saves of the worlds of `worlds.txt`, as docs/save.md has them, without a line of laige.

`python3 tests/digests/save.py` compares them with `saves.txt` and the files of `saves/`; `--write` writes those. A Rust test makes the same worlds in
laige and compares what it saves, and loads the files.
"""

import struct
import sys

from digest import HERE, digest, image, options, text, words
from model import worlds

FOLDER = HERE / "saves"
# Saves of at most so many bytes are kept as they are; of others, the hash.
SMALL = 1_200


def halves(*numbers):
    return struct.pack(f"<{len(numbers)}I", *numbers)


def by_id(components):
    return sorted(components, key=lambda c: c.stable_id)


def section(number, data):
    return halves(number) + words(len(data)) + data


def used(world):
    """The components that an archetype has or had, and the toggles that an entity has, by stable id."""
    names = {name for signature in world.births for name in signature}
    names |= {name for body in world.live.values() for name in body}
    return by_id(world.components[name] for name in names)


def components(world):
    lines = text(used(world))
    return words(len(lines)) + lines + halves(*(1 for _ in used(world)))


def slots(world):
    """Slots by place in the order in which they are taken."""
    slot = world.nth_fresh
    known = world.taken
    for place in range(world.taken, world.capacity):
        if world.generations.get(slot(place), 1) != 1:
            known = place + 1
    generations = [world.generations.get(slot(place), 1) for place in range(known)]
    released = world.released[::-1]
    head = halves(known, world.taken, world.peak) + words(len(world.spawned))
    return head + halves(*generations, len(released), *released)


def archetype(world, names, known):
    inside = by_id(world.components[name] for name in names)
    rows = [slot for slot in sorted(world.live) if world.signature(world.live[slot]) == names]
    out = halves(len(inside), *(known.index(c) for c in inside), len(rows), *rows)
    for component in inside:
        out += b"".join(image(component, world.live[slot][component.name]) for slot in rows)
    bits = {}
    for place, toggle in enumerate(known):
        if toggle.toggle:
            number = sum(1 << row for row, slot in enumerate(rows) if toggle.name in world.live[slot])
            if number:
                bits[place] = number.to_bytes(8 * -(-len(rows) // 64), "little")
    return out + halves(len(bits)) + b"".join(halves(place) + data for place, data in bits.items())


def archetypes(world):
    known, kinds = used(world), [(), *world.births]
    return halves(len(kinds)) + b"".join(archetype(world, names, known) for names in kinds)


def counters(world):
    warned = [world.warnings.get(f"ecs/entity_budget_{percent}", 0) for percent in (25, 50, 100)]
    out = words(world.inserts, world.removes, world.toggled, world.churn, *world.warned, *warned)
    out += words(world.warnings.get("ecs/churn_per_frame", 0)) + halves(len(world.warnings))
    for name, count in sorted(world.warnings.items()):
        out += halves(len(name)) + name.encode() + words(count)
    return out


def resources(world):
    kinds = [world.components[name] for name in world.resources]
    lines = text(kinds)
    values = b"".join(image(kind, world.resources[kind.name]) for kind in kinds)
    return words(len(lines)) + lines + halves(*(1 for _ in kinds)) + values


def save(world):
    body = section(1, options(world))
    if used(world):
        body += section(2, components(world))
    body += section(3, slots(world)) + section(4, archetypes(world)) + section(5, counters(world))
    if world.resources:
        body += section(6, resources(world))
    whole = b"LAIGESAV" + halves(1, 1) + words(24 + len(body) + 16) + body
    return whole + digest(whole)


def main():
    saves = [(name, save(world)) for name, world in worlds(HERE / "worlds.txt")]
    lines = (f"{name} {len(data)} {int.from_bytes(data[-16:], 'little'):032x}\n" for name, data in saves)
    files = {HERE / "saves.txt": "".join(lines).encode()}
    files |= {FOLDER / f"{name}.save": data for name, data in saves if len(data) <= SMALL}
    if sys.argv[1:] == ["--write"]:
        FOLDER.mkdir(exist_ok=True)
        for path, data in files.items():
            path.write_bytes(data)
    else:
        others = [str(path) for path, data in files.items() if path.read_bytes() != data]
        if others:
            sys.exit(f"these say something else than the worlds: {', '.join(others)}")


main()
