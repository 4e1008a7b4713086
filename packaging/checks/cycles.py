# SPDX-License-Identifier: Apache-2.0
"""Counts cycles of includes: python3 cycles.py ROOT

A header and the source of the same name are one node; an arrow leads from a node to each node that it
includes. Files that reach one another form a knot: none of them can be read, tested or moved without
the others. The check lists the knots of core/, ui/ and app/ and fails when there is one.
"""

import pathlib
import re
import sys
import tempfile

LAYERS = ("core", "ui", "app")
SUFFIXES = {".h", ".hpp", ".cpp", ".cu"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"((?:core|ui|app)/[^"]+)"', re.MULTILINE)


def graph_of(root: pathlib.Path) -> dict[str, set[str]]:
    """The nodes below root, by their path without suffix, and what each includes."""
    graph: dict[str, set[str]] = {}
    for layer in LAYERS:
        for path in sorted((root / layer).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            node = path.relative_to(root).with_suffix("").as_posix()
            used = {str(pathlib.PurePosixPath(name).with_suffix("")) for name in INCLUDE.findall(path.read_text())}
            graph.setdefault(node, set()).update(used - {node})
    return graph


def reached_from(start: str, graph: dict[str, set[str]]) -> set[str]:
    """Every node that start includes, directly or through others."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for node in graph.get(waiting.pop(), ()):
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached


def knots_of(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of nodes that all reach one another, the largest first."""
    reached = {node: reached_from(node, graph) for node in graph}
    in_cycle = [node for node in sorted(graph) if node in reached[node]]
    knots: list[list[str]] = []
    for node in in_cycle:
        if not any(node in knot for knot in knots):
            knots.append([other for other in in_cycle if other in reached[node] and node in reached[other]])
    return sorted(knots, key=lambda knot: (-len(knot), knot))


def self_test() -> None:
    """A planted knot of three is found whole, and what merely hangs on it is not part of it."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "core").mkdir()
        for name, used in (("a.h", "b"), ("b.cpp", "c"), ("b.h", "d"), ("c.h", "a"), ("d.h", "d"), ("e.h", "a")):
            (root / "core" / name).write_text(f'#include "core/{used}.h"\n')
        found = knots_of(graph_of(root))
        if found != [["core/a", "core/b", "core/c"]]:
            sys.exit(f"cycles.py does not find its planted knot, but {found}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: cycles.py ROOT")
    self_test()
    graph = graph_of(pathlib.Path(sys.argv[1]))
    if not graph:
        sys.exit(f"no source file below '{sys.argv[1]}': is it the source folder?")
    knots = knots_of(graph)
    for knot in knots:
        print(f"  {len(knot)} files include one another:")
        for node in knot:
            print(f"      {node} includes {', '.join(sorted(graph[node] & set(knot)))}")
    if knots:
        sys.exit(f"  {len(knots)} knots. Cut them: move what both need into a header of its own.")
    print(f"  none in {len(graph)} nodes")


if __name__ == "__main__":
    main()
