"""The time of a build of the package from nothing, and the size of the programs."""

import pathlib
import resource
import shutil
import time

import part_footprint
import workshop
from process import Failure, run

EXAMPLE = workshop.ROOT / "docs" / "examples" / "todos"


def size(program):
    return program.stat().st_size


def stripped(program):
    copy = workshop.FOLDER / f"stripped-{program.name}"
    if not shutil.which("strip"):
        raise Failure("there is no strip")
    run(["strip", "-o", copy, program])
    return size(copy)


def sizes(figures, name, program):
    figures.set(f"build.{name}.bytes", size(program))
    figures.set(f"build.{name}.bytes_stripped", stripped(program))


def busy_seconds():
    """The processor time of all programs that have ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def clean_build(figures):
    """The libraries that a server needs, with the compiler plugin, as a consumer builds them the first time."""
    scratch = workshop.FOLDER / "clean"
    shutil.rmtree(scratch, ignore_errors=True)
    start, busy = time.monotonic(), busy_seconds()
    run(["swift", "build", "-c", "release", "--scratch-path", scratch, "--target", "ContractServer"], cwd=workshop.ROOT)
    figures.set("build.package_seconds", time.monotonic() - start, 1)
    figures.set("build.package_cpu_seconds", busy_seconds() - busy, 1)
    shutil.rmtree(scratch, ignore_errors=True)


def example(figures):
    """The example's server, with the Swift libraries inside."""
    scratch = workshop.FOLDER / "example"
    flags = ["--package-path", EXAMPLE, "--scratch-path", scratch, "--static-swift-stdlib"]
    build = ["swift", "build", "-c", "release", *flags]
    run([*build, "--product", "todo-server"])
    folder = run([*build, "--show-bin-path"]).strip().splitlines()[-1]
    sizes(figures, "example_static", pathlib.Path(folder) / "todo-server")


def measure(figures, quick):
    sizes(figures, "bench_server_static", part_footprint.ordered_server("static", "--static-swift-stdlib"))
    sizes(figures, "bench_server", workshop.swift_product("bench-server"))
    if not quick:
        clean_build(figures)
        example(figures)
    for name in [name for name in figures.values if name.startswith("build.")]:
        print(f"{name:48}{figures.values[name]:>12}")
