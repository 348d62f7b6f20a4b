"""What needs no network: the JSON coders, the search for a route, and OpenAPI documents. The program prints the figures itself."""

import re

import workshop
from process import run


def measure(figures, part, rounds):
    output = run([workshop.swift_product("bench-parts"), part, rounds])
    for name, value in re.findall(r"^([\w.]+): ([\d.]+)$", output, re.M):
        print(f"{name:48}{value:>12}")
        figures.set(name, value)
