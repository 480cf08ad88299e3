#!/usr/bin/env python3
"""Writes a box of convex debris for `throng collide`: tools/debris.py PIECES > debris.wkt

Pieces have 3 to 12 vertices and about 1 m; a piece has 1.5 m2 of the box for itself. The same seed, the same file.
"""
import argparse
import math
import random
import sys


def piece(source: random.Random, side: float) -> list:
    """Vertices on an ellipse, at angles far enough apart that they stay convex when they are rounded."""
    count = source.randrange(3, 13)
    steps = [0.5 + source.random() for _ in range(count)]
    turn, angle = 2 * math.pi * source.random(), 0.0
    width, height = 0.3 + 0.4 * source.random(), 0.3 + 0.4 * source.random()
    x, y = side * source.random(), side * source.random()
    vertices = []
    for step in steps:
        angle += 2 * math.pi * step / sum(steps)
        u, v = width * math.cos(angle), height * math.sin(angle)
        vertices.append([round(x + math.cos(turn) * u - math.sin(turn) * v, 5),
                         round(y + math.sin(turn) * u + math.cos(turn) * v, 5)])
    return vertices


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pieces", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    side = math.sqrt(1.5 * arguments.pieces)
    pieces = [piece(source, side) for _ in range(arguments.pieces)]
    rings = (", ".join(f"{x} {y}" for x, y in [*vertices, vertices[0]]) for vertices in pieces)
    sys.stdout.write("MULTIPOLYGON(\n" + ",\n".join(f"  (({ring}))" for ring in rings) + ")\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
