"""Digests of the worlds of `worlds.txt`, as docs/digest.md has them, without a line of laige.

`python3 tests/digests/digest.py` compares them with `golden.txt`; `--write` writes that file. A Rust test makes the same worlds in laige and
compares them with the same file.
"""

import pathlib
import struct
import sys

from model import CHUNK_ROWS, SLOTS, WIDTHS, worlds
from xxh3 import xxh3_128

HERE = pathlib.Path(__file__).parent
NOWHERE = 2**32 - 1


def digest(data):
    """A hash as 16 bytes, the low ones first."""
    return xxh3_128(data).to_bytes(16, "little")


def words(*numbers):
    return struct.pack(f"<{len(numbers)}Q", *numbers)


def sections(head, parts):
    """The hash of whatever is there, each under its number."""
    assert len(head) == 16
    present = [(number, part) for number, part in parts if part is not None]
    return digest(head + b"".join(words(number) + digest(part) for number, part in present))


# ---- content ---------------------------------------------------------------------------------------------------------


def image(component, numbers):
    """A value as bytes: little-endian, without padding, a handle as slot and generation."""
    out = b""
    for atom, number in zip(component.atoms, numbers, strict=True):
        if atom == "entity":
            out += struct.pack("<2I", *number)
        else:
            width = WIDTHS[atom]
            out += (number % 2 ** (8 * width)).to_bytes(width, "little")
    return out


def partition(slots, start=0, size=SLOTS):
    """The largest aligned ranges with 1 to 1,024 of the slots, each with its slots."""
    if not slots:
        return []
    if len(slots) <= CHUNK_ROWS:
        return [slots]
    half = size // 2
    lower = [slot for slot in slots if slot < start + half]
    upper = [slot for slot in slots if slot >= start + half]
    return partition(lower, start, half) + partition(upper, start + half, half)


def chunk(world, slots, by_id):
    out = digest(b"".join(struct.pack("<2I", slot, world.generations[slot]) for slot in slots))
    for component in by_id:
        if component.size:
            values = (image(component, world.live[slot][component.name]) for slot in slots)
            out += digest(b"".join(values))
    for toggle in sorted((c for c in world.components.values() if c.toggle), key=lambda c: c.stable_id):
        bits = sum(1 << row for row, slot in enumerate(slots) if toggle.name in world.live[slot])
        if bits:
            out += words(toggle.stable_id) + digest(bits.to_bytes(8 * -(-len(slots) // 64), "little"))
    return digest(out)


def archetype(world, names, slots):
    by_id = sorted((world.components[name] for name in names), key=lambda c: c.stable_id)
    ids = [component.stable_id for component in by_id]
    chunks = [chunk(world, part, by_id) for part in partition(slots)]
    return ids, digest(words(len(ids), *ids, len(slots)) + b"".join(chunks))


def content(world):
    kinds = {}
    for slot in sorted(world.live):
        kinds.setdefault(world.signature(world.live[slot]), []).append(slot)
    found = sorted(archetype(world, names, slots) for names, slots in kinds.items())
    archetypes = words(len(found)) + b"".join(hashed for _, hashed in found) if found else None
    resources = sorted(((world.components[name], numbers) for name, numbers in world.resources.items()), key=lambda r: r[0].stable_id)
    values = b"".join(words(kind.stable_id) + digest(image(kind, numbers)) for kind, numbers in resources)
    return sections(b"laige content 1\0", [(1, archetypes), (2, values or None)])


# ---- control ---------------------------------------------------------------------------------------------------------


def options(world):
    return words(
        world.capacity,
        world.seed,
        world.budget,
        1,  # deterministic
        world.max_archetypes,
        32,  # components of an entity
        256,  # component types
        int(world.reference),  # slot order: descending
        int(not world.retire),  # generations wrap
        int(world.reference),  # a stale despawn panics in debug builds
        world.generation_bits,
        int(world.reference),  # clear order
        2**16,  # commands of a buffer
        2**24,  # their bytes
    )


def ids(world, names):
    return [world.components[name].stable_id for name in names]


def births(world):
    return b"".join(words(len(names), *ids(world, names)) for names in world.births) or None


def slots(world):
    after = dict(zip(world.released[1:], world.released))
    listed = [
        slot
        for slot in sorted(world.generations)
        if slot not in world.live and (slot in world.released or world.generations[slot] != 1)
    ]
    blocks = {}
    for slot in listed:
        entry = struct.pack("<3I", slot, world.generations[slot], after.get(slot, NOWHERE))
        blocks[slot // 1024] = blocks.get(slot // 1024, b"") + entry
    top = world.released[-1] + 1 if world.released else 0
    out = words(world.next_fresh(), top)
    return out + b"".join(words(block) + digest(blocks[block]) for block in sorted(blocks))


def control(world):
    return sections(
        b"laige control 1\0",
        [
            (1, options(world)),
            (2, words(*ids(world, world.registry)) or None),
            (3, births(world)),
            (4, slots(world)),
            (5, words(world.churn, *world.warned)),
        ],
    )


# ---- schema ----------------------------------------------------------------------------------------------------------


def text(components):
    lines = (f"{c.stable_id:016x} {c.size} {c.align} {c.fields} {c.name}\n" for c in components)
    return ("laige schema 1\n" + "".join(lines)).encode()


def schema(world):
    return digest(text(sorted((world.components[name] for name in world.registry), key=lambda c: c.stable_id)))


def lines():
    for name, world in worlds(HERE / "worlds.txt"):
        values = [content(world), control(world), schema(world)]
        numbers = (f"{int.from_bytes(value, 'little'):032x}" for value in values)
        yield " ".join([name, *numbers]) + "\n"


def main():
    golden, found = HERE / "golden.txt", "".join(lines())
    if sys.argv[1:] == ["--write"]:
        golden.write_text(found, encoding="utf-8")
    elif golden.read_text(encoding="utf-8") != found:
        sys.exit(f"{golden} has other values than the worlds:\n{found}")


if __name__ == "__main__":
    main()
