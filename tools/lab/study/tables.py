"""Tables of a study as Markdown."""


def grid(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def shown(value):
    return f"{value['value']:g} ({value['low']:g} to {value['high']:g})" if value else ""


def tables(study):
    """A table for each figure, with a row for each rule set and setup and a column for each size."""
    parts = ["# Tables\n\nMade by `tools/lab/study/run show`. Brackets hold 95 % intervals, or quartiles for the "
             "length.\n"]
    for figure in study["figures"]:
        cells = [cell for cell in study["cells"]
                 if cell["kind"] == figure["kind"] and figure["name"] in cell]
        if not cells:
            continue
        sizes = sorted({cell["nodes"] for cell in cells})
        rows = {}
        for cell in cells:
            row = rows.setdefault((cell["preset"], cell["setup"]), [""] * len(sizes))
            row[sizes.index(cell["nodes"])] = shown(cell[figure["name"]])
        unit = f", {figure['unit']}" if figure["unit"] else ""
        parts.append(f"## {figure['title']}{unit}\n\n" + grid(
            ["rules", "setup", *(f"{nodes:,} nodes" for nodes in sizes)],
            [[*key, *row] for key, row in rows.items()]))
    endings = sorted({ending for cell in study["cells"] for ending in cell["endings"]})
    parts.append("## How games end\n\n" + grid(
        ["rules", "setup", "nodes", "kind", "games", *endings],
        [[cell["preset"], cell["setup"], f"{cell['nodes']:,}", cell["kind"], cell["games"],
          *(cell["endings"].get(ending, 0) for ending in endings)] for cell in study["cells"]]))
    return "\n".join(parts)
