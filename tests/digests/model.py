"""A naive world on dictionaries: as much of laige as decides a digest, from its documentation. It reads the scripts of `worlds.txt`."""

import re

FNV_BASIS, FNV_PRIME, M64 = 0xCBF29CE484222325, 0x100000001B3, 2**64 - 1
WIDTHS = {"u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "f32": 4, "u64": 8, "i64": 8, "f64": 8, "u128": 16}
CHUNK_ROWS, SLOTS = 1024, 2**24


def fnv(data):
    state = FNV_BASIS
    for byte in data:
        state = (state ^ byte) * FNV_PRIME & M64
    return state


class Component:
    """A component: its name, fields as text, and the numbers that a value is made of, in order."""

    def __init__(self, name, fields):
        self.name, self.fields = name, fields
        self.stable_id = fnv(name.encode())
        self.atoms = []
        for kind in re.findall(r": (\[\w+; \d+\]|\w+)", fields):
            array = re.fullmatch(r"\[(\w+); (\d+)\]", kind)
            self.atoms += [array[1]] * int(array[2]) if array else [kind]
        widths = [WIDTHS.get(atom, 4) for atom in self.atoms]
        self.size, self.align = sum(widths), max(widths, default=1)
        self.toggle = fields == "toggle"


class World:
    def __init__(self, components, capacity=0, seed=0, reference=0, budget=256, archetypes=256, retire=None):
        self.components, self.capacity, self.seed = components, capacity, seed
        self.reference, self.budget, self.max_archetypes = bool(reference), budget, archetypes
        self.retire = not reference if retire is None else bool(retire)
        slot_bits = 16 if reference else max(8, (capacity - 1).bit_length() if capacity else 0)
        self.generation_bits = 32 - slot_bits
        self.registry = []
        self.generations = {}  # of slots that were used: the one it has, or gets next; 0 is retired
        self.live = {}  # slot -> {component: list of numbers}
        self.released, self.taken = [], 0
        self.births = []
        self.spawned = []  # (slot, generation) in order
        self.churn, self.warned = 0, [0, 0, 0]
        self.resources = {}  # name: list of numbers, in the order in which they came
        self.peak, self.inserts, self.removes, self.toggled = 0, 0, 0, 0
        self.warnings = {}  # name of an event: how often

    # ---- slots -----------------------------------------------------------------------------------------------------

    def nth_fresh(self, place):
        return self.capacity - 1 - place if self.reference else place

    def next_fresh(self):
        """The place, in slot order, of the slot that is taken next if none is released."""
        place = self.taken
        while place < self.capacity and self.generations.get(self.nth_fresh(place)) == 0:
            place += 1
        return place

    def spawn(self):
        if self.released:
            slot = self.released.pop()
        else:
            place = self.next_fresh()
            self.taken = place + 1
            slot = self.nth_fresh(place)
        generation = self.generations.setdefault(slot, 1)
        self.live[slot] = {}
        self.spawned.append((slot, generation))
        self.peak = max(self.peak, len(self.live))
        for level, percent in enumerate([25, 50, 100]):
            threshold = self.capacity * percent // 100
            if threshold and threshold == len(self.live) and not self.warned[level]:
                self.warned[level] = 1
                self.warn(f"ecs/entity_budget_{percent}")
        return slot

    def warn(self, event):
        self.warnings[event] = self.warnings.get(event, 0) + 1

    def end(self, slot):
        del self.live[slot]
        following = self.generations[slot] + 1
        if following == 1 << self.generation_bits:
            following = 0 if self.retire else 1
        self.generations[slot] = following
        return following != 0

    def alive(self, text):
        """The slots of those entities, by number, that are alive, each with its place among all that were asked for."""
        for index, who in enumerate(chosen(text)):
            slot, generation = self.spawned[who]
            if slot in self.live and self.generations[slot] == generation:
                yield index, slot

    def despawn(self, slot):
        if self.end(slot):
            self.released.append(slot)

    def clear(self):
        for slot in sorted(self.live):
            if self.end(slot) and self.reference:
                self.released.append(slot)
        if not self.reference:
            self.released, self.taken = [], 0

    # ---- components ------------------------------------------------------------------------------------------------

    def number(self, name):
        return self.registry.index(name)

    def signature(self, body):
        names = (name for name in body if not self.components[name].toggle)
        return tuple(sorted(names, key=self.number))

    def move(self, body):
        signature = self.signature(body)
        if signature and signature not in self.births:
            self.births.append(signature)

    def moves(self, name):
        """Counts a component that comes or goes."""
        warned = self.churn > self.budget > 0
        self.churn += not self.components[name].toggle
        if self.churn > self.budget > 0 and not warned:
            self.warn("ecs/churn_per_frame")

    def insert(self, slot, name, numbers):
        if self.components[name].toggle:
            self.toggled += name not in self.live[slot]
        else:
            self.inserts += 1
        self.moves(name)
        self.live[slot][name] = numbers
        self.move(self.live[slot])

    def remove(self, slot, name):
        body = self.live[slot]
        if name in body:
            if self.components[name].toggle:
                self.toggled += 1
            else:
                self.removes += 1
            self.moves(name)
            del body[name]
            self.move(body)

    def frame(self):
        self.churn, self.warned = 0, [0, 0, 0]

    # ---- scripts ---------------------------------------------------------------------------------------------------

    def numbers(self, text, index):
        """The numbers of a value: `@n` is the handle of the n-th entity, `#` the index of the repetition."""
        parsed = []
        for part in text.split(",") if text else []:
            if part == "none":
                parsed.append((0, 0))
            elif part.startswith("@"):
                parsed.append(self.spawned[int(part[1:])])
            else:
                parsed.append(index if part == "#" else int(part, 0))
        return parsed

    def run(self, words):
        verb, *rest = words
        if verb == "register":
            self.registry += rest
        elif verb == "spawn":
            count = int(rest.pop(0)) if rest and rest[0].isdigit() else 1
            for index in range(count):
                slot = self.spawn()
                for word in rest:
                    name, _, value = word.partition("=")
                    self.insert(slot, name, self.numbers(value, index))
        elif verb == "insert":
            name, _, value = rest[1].partition("=")
            for index, slot in self.alive(rest[0]):
                self.insert(slot, name, self.numbers(value, index))
        elif verb == "remove":
            for _, slot in self.alive(rest[0]):
                self.remove(slot, rest[1])
        elif verb == "despawn":
            for _, slot in self.alive(rest[0]):
                self.despawn(slot)
        elif verb == "resource":
            name, _, value = rest[0].partition("=")
            self.resources[name] = self.numbers(value, 0)
        elif verb == "clear":
            self.clear()
        elif verb == "frame":
            self.frame()
        else:
            raise ValueError(verb)


def chosen(text):
    """Entities by number: `5`, `0..10`, `0..10/3`, `reverse:0..10/3`."""
    reverse, text = text.startswith("reverse:"), text.removeprefix("reverse:")
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+)(?:/(\d+))?)?", text)
    first, last, step = int(match[1]), int(match[2] or int(match[1]) + 1), int(match[3] or 1)
    numbers = range(first, last, step)
    return reversed(numbers) if reverse else numbers


def worlds(path):
    """Each world of a file of scripts, by name, after its script was run."""
    components, world = {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.partition("//")[0].strip()
            if line.startswith("component "):
                _, name, fields = line.split(" ", 2)
                components[name] = Component(name, fields)
            elif line.startswith("world "):
                if world:
                    yield name_of_world, world
                _, name_of_world, *options = line.split()
                pairs = (option.split("=") for option in options)
                world = World(components, **{key: int(value, 0) for key, value in pairs})
            elif line:
                world.run(line.split())
    if world:
        yield name_of_world, world
