"""Figures as SVG without scripts or fonts, readable on a light or dark background."""

import math
from xml.sax.saxutils import escape

STYLE = """
  text { font: 13px system-ui, "DejaVu Sans", Arial, sans-serif; fill: #222 }
  .title { font-size: 16px; font-weight: bold } .right { text-anchor: end } .middle { text-anchor: middle }
  .grid { stroke: #ddd } .zero { stroke: #777 } .band { fill: #f2f2f2 } .ground { fill: #fff }
  .s0 { fill: #0b4f9e; stroke: #0b4f9e } .s1 { fill: #b34700; stroke: #b34700 }
  .s2 { fill: #00694a; stroke: #00694a } .s3 { fill: #8a1f6a; stroke: #8a1f6a }
  .mark { stroke-width: 1.6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e4e0 } .ground { fill: #16181b } .grid { stroke: #34373b } .zero { stroke: #8b8b86 }
    .band { fill: #202327 } .s0 { fill: #8ab8f0; stroke: #8ab8f0 } .s1 { fill: #f0a064; stroke: #f0a064 }
    .s2 { fill: #5fc9a0; stroke: #5fc9a0 } .s3 { fill: #e08cc8; stroke: #e08cc8 }
  }
"""
WIDTH, LEFT, RIGHT, TOP, LINE, GAP = 820, 180, 790, 64, 8, 8


def tick_step(size):
    """1, 2 or 5 times a power of ten; at most six such steps fit into a range of this size."""
    power = 1.0
    while power * 10 <= size / 6:
        power *= 10
    while power > size / 6:
        power /= 10
    return next(step * power for step in (1, 2, 5, 10) if step * power >= size / 6)


def shape(series, x, y):
    """The marker of a series; series differ in shape as well as in colour."""
    marks = [f'<circle class="mark s0" cx="{x:.1f}" cy="{y}" r="4"/>',
             f'<rect class="mark s1" x="{x - 3.5:.1f}" y="{y - 3.5}" width="7" height="7"/>',
             f'<path class="mark s2" d="M{x:.1f} {y - 4.5}l4.5 8.5h-9z"/>',
             f'<path class="mark s3" d="M{x:.1f} {y - 5}l5 5l-5 5l-5 -5z"/>']
    return marks[series % 4]


def dots(figure, setup, cells):
    """Plots the cells of a setup: a row per rule set, a marker and its interval per node count.
    Returns None if no cell has the figure."""
    cells = [cell for cell in cells
             if (cell["kind"], cell["setup"]) == (figure["kind"], setup) and figure["name"] in cell]
    if not cells:
        return None
    sizes = sorted({cell["nodes"] for cell in cells})
    rows = {}
    for cell in cells:
        rows.setdefault(cell["preset"], []).append(cell)
    high = max(cell[figure["name"]]["high"] for cell in cells)
    low = min(0, *(cell[figure["name"]]["low"] for cell in cells))
    if figure["unit"] == "%":
        low, high = 0, 100
    step = tick_step(max(high - low, 1e-9))
    row_height = LINE * len(sizes) + GAP
    bottom = TOP + row_height * len(rows)
    height = bottom + 34

    def x(value):
        return LEFT + (RIGHT - LEFT) * (value - low) / max(high - low, 1e-9)

    title = figure["title"] + (f", {figure['unit']}" if figure["unit"] else "") + f": setup {setup}"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
           f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
           f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
           f'<text class="title" x="12" y="24">{escape(title)}</text>']
    at = 12
    for series, nodes in enumerate(sizes):
        out.append(shape(series, at + 6, 41))
        out.append(f'<text x="{at + 16}" y="46">{nodes:,} nodes</text>')
        at += 130
    for index in range(0, len(rows), 2):
        out.append(f'<rect class="band" x="0" y="{TOP + index * row_height}" width="{WIDTH}" '
                   f'height="{row_height}"/>')
    for tick in range(math.ceil(low / step), math.floor(high / step) + 1):
        value = tick * step
        name = "zero" if value == (50 if figure["name"] == "first" else 0) else "grid"
        out.append(f'<line class="{name}" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP}" y2="{bottom}"/>')
        out.append(f'<text class="middle" x="{x(value):.1f}" y="{bottom + 20}">{value:g}</text>')
    for index, (preset, row) in enumerate(rows.items()):
        top = TOP + index * row_height
        out.append(f'<text class="right" x="{LEFT - 12}" y="{top + row_height / 2 + 5:.0f}">'
                   f"{escape(preset)}</text>")
        for cell in row:
            series, value = sizes.index(cell["nodes"]), cell[figure["name"]]
            y = top + GAP / 2 + LINE * (series + 0.5)
            out.append(f'<line class="mark s{series % 4}" x1="{x(value["low"]):.1f}" '
                       f'x2="{x(value["high"]):.1f}" y1="{y}" y2="{y}"/>')
            out.append(shape(series, x(value["value"]), y))
    return "".join(out + ["</svg>"]).replace("\n", "") + "\n"
