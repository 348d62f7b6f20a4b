"""What needs no network: the JSON coders, the search for a route, and OpenAPI documents. The program prints the figures itself."""

import re

import workshop
from process import Failure, run


def measure(figures, part, rounds):
    output = run([workshop.swift_product("bench-parts"), part, rounds])
    for name, value in re.findall(r"^([\w.]+): ([\d.]+)$", output, re.M):
        print(f"{name:48}{value:>12}")
        figures.set(name, value)


def linked(figures):
    """Counts the symbols of ContractOpenAPI in a server without a document, and in a program that exports one."""
    counts = {}
    for name in ("bench-server", "bench-parts"):
        counts[name] = run(["nm", workshop.swift_product(name)]).count("15ContractOpenAPI")
        figures.set(f"documents.symbols.{name}", counts[name])
        print(f"{f'documents.symbols.{name}':48}{counts[name]:>12}")
    if counts["bench-server"] != 0 or counts["bench-parts"] == 0:
        raise Failure("a server that serves no document must not link ContractOpenAPI, and bench-parts must")
