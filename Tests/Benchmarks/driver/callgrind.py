"""Programs under callgrind: what it counted, function by function, and which part of the work each function is."""

import re

import workshop
from process import Failure, run

# The first pattern that matches the name of a function decides; without one, the object file decides.
PARTS_BY_NAME = [
    ("reference_counting", r"^_?swift_(non[aA]tomic_)?(retain|release|bridgeObject|unknownObject|weak|unowned|isUnique|try)"
                           r"|^_swift_(retain|release)|RefCount"),
    ("memory", r"^(malloc|free|cfree|calloc|realloc|_int_|__libc_|tcache|unlink_chunk|sysmalloc|arena_)"
               r"|^_?swift_(slow)?([aA]lloc|[dD]ealloc)|^swift_(init|deallocClass|deallocPartial|arrayDestroy|arrayInit|arrayAssign)"),
    ("types", r"^swift_(get|conformsTo|dynamicCast|checkMetadata|instantiate|compare|project|once|lookUp)|Metadata"),
    ("tasks", r"^swift_(task|job|async|continuation|executor|defaultActor)|AsyncTask|AsyncLet|TaskGroup|ExecutorRef|Executor"),
    ("json", r"^\$s14ContractCoding"),
    ("http", r"^\$s1[23]ContractHTTP"),
    ("loop", r"^\$s12ContractLoop"),
    ("server", r"^\$s(14ContractServer|15ContractSockets)"),
    ("client", r"^\$s(14ContractClient|12ContractCurl)"),
    ("contract", r"^\$s8Contract|BenchmarkTodos|^\$s\d+[bB]ench"),
]
PARTS_BY_OBJECT = [
    ("libcurl", r"libcurl"),
    ("json", r"curl-client"),
    ("swift_library", r"libswift|bench-"),
    ("c_library", r"libc\.|libc-|ld-linux|libm\.|libpthread"),
]


def command(path, program, *arguments, options=()):
    """Runs a program under callgrind, which writes what it counted to `path`."""
    valgrind = workshop.debian("valgrind", "valgrind")
    return [valgrind, "--tool=callgrind", f"--callgrind-out-file={path}", *options,
            without_debug_information(program), *arguments]


def environment():
    """The environment that valgrind needs for a Swift program, with equal hash seeds in each run."""
    return {"SWIFT_DETERMINISTIC_HASHING": "1", "LD_PRELOAD": str(workshop.c_program("copied-sigsuspend.so", "-shared", "-fPIC"))}


def without_debug_information(program):
    """A copy that keeps the names of functions: valgrind gives up at debug information that it does not know."""
    copy = workshop.FOLDER / f"symbols-{program.name}"
    run(["strip", "--strip-debug", "-o", copy, program])
    return copy


class Profile:
    """The file that callgrind wrote about one run: the own cost of each function, with its object file."""

    def __init__(self, path):
        self.events, self.costs, self.names = [], {}, {}
        place = {"ob": "", "fn": ""}
        is_call = False
        for line in path.read_text(errors="replace").splitlines():
            assigned = re.match(r"(ob|fn|cob|cfn)=(\(\d+\))(?: (.*))?$", line)
            if assigned:
                # A name is written once, with its number; "cob" and "cfn" take part in the numbering.
                kind, number, name = assigned.groups()
                if name is not None:
                    self.names[kind[-2:], number] = name
                if kind in place:
                    place[kind] = self.names[kind, number]
            elif line.startswith("events:"):
                self.events = line.split()[1:]
            elif line.startswith("calls="):
                is_call = True
            elif line[:1] in "+-*0123456789" and line:
                # The line after a call is the cost of the callee, which is counted there.
                if not is_call:
                    self._add((place["ob"], place["fn"]), [int(cost) for cost in line.split()[1:]])
                is_call = False
        if not self.costs:
            raise Failure(f"callgrind wrote no costs to {path.name}")

    def _add(self, function, costs):
        row = self.costs.setdefault(function, [0] * len(self.events))
        for index, cost in enumerate(costs):
            row[index] += cost

    def total(self, event):
        index = self.events.index(event)
        return sum(row[index] for row in self.costs.values())

    def parts(self, event):
        """The cost of each part of the work."""
        index, parts = self.events.index(event), {}
        for (library, function), row in self.costs.items():
            name = part_of(library, function)
            parts[name] = parts.get(name, 0) + row[index]
        return parts


def part_of(library, function):
    for name, pattern in PARTS_BY_NAME:
        if re.search(pattern, function):
            return name
    for name, pattern in PARTS_BY_OBJECT:
        if re.search(pattern, library):
            return name
    return "rest"


def difference(longer, shorter, event, times):
    """The cost of one more request or call in each part, in descending order."""
    before, after = shorter.parts(event), longer.parts(event)
    parts = {name: round((after[name] - before.get(name, 0)) / times) for name in after}
    return dict(sorted(((name, cost) for name, cost in parts.items() if cost > 50), key=lambda part: -part[1]))
