"""Scripts/bench: builds, measures part by part, and prints the figures last."""

import argparse
import sys
import time

import part_allocations
import part_build
import part_client
import part_footprint
import part_instructions
import part_parts
import part_server
import part_streams
import part_websockets
import workshop
from figures import Figures
from process import Failure

DESCRIPTION = "Measures the package against a limit in C, against other servers and clients, and against Foundation."


def server(figures, options):
    rounds, seconds = (7, 0.4) if options.quick else (15, 0.6)
    part_server.measure(figures, options.quick, options.rounds or rounds, options.seconds or seconds)


def client(figures, options):
    rounds, milliseconds = (5, 300) if options.quick else (21, 400)
    part_client.measure(figures, options.rounds or rounds, milliseconds)


def json(figures, options):
    part_parts.measure(figures, "json", options.rounds or (11 if options.quick else 41))


def routes(figures, options):
    part_parts.measure(figures, "routes", options.rounds or (9 if options.quick else 41))


def documents(figures, options):
    part_parts.measure(figures, "documents", options.rounds or (3 if options.quick else 9))
    part_parts.linked(figures)


def streams(figures, options):
    part_streams.measure(figures, options.quick, options.rounds or (3 if options.quick else 7))


PARTS = {
    "server": server,
    "allocations": lambda figures, options: part_allocations.measure(figures),
    "instructions": lambda figures, options: part_instructions.measure(figures, options.quick),
    "footprint": lambda figures, options: part_footprint.measure(figures, options.quick),
    "client": client,
    "streams": streams,
    "websockets": lambda figures, options: part_websockets.measure(figures),
    "json": json,
    "routes": routes,
    "documents": documents,
    "build": lambda figures, options: part_build.measure(figures, options.quick),
}


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench", description=DESCRIPTION)
    parser.add_argument("--quick", action="store_true", help="fewer rounds and combinations, in under three minutes")
    parser.add_argument("--only", metavar="PART,…", help="some of: " + ", ".join(PARTS))
    parser.add_argument("--rounds", type=int, help="how often every server and client has its turn")
    parser.add_argument("--seconds", type=float, help="how long one load of a server lasts")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        parser.error(f"no part is called {', '.join(unknown)}")

    figures = Figures()
    workshop.FOLDER.mkdir(parents=True, exist_ok=True)
    workshop.samples(workshop.swift_product("bench-parts"))
    for name in names:
        start = time.monotonic()
        print(f"\n== {name}", flush=True)
        try:
            PARTS[name](figures, options)
        except (Failure, OSError) as failure:
            figures.fail(name, failure)
        print(f"({name} took {time.monotonic() - start:.0f} s)", flush=True)
    figures.print_all()
    return 1 if figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
