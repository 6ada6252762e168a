# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every function of the library has a page of section 3, with its prototype.

usage: functions.py TOP-OF-THE-SOURCES

The functions are those of the symbol map and the inline ones of the header.
Each has a file of its name, which is a page or leads to one, that names it and
shows what the header declares; and there is no page for anything else.
"""

import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
man = top / "man"
header = (top / "providers/mlx5/mlx5wqe.h").read_text("ascii")
symbols = (top / "providers/mlx5/libmlx5wqe.map").read_text("ascii")
wrong = []


def squeeze(text):
    return re.sub(r"([(*]) ", r"\1", " ".join(text.split()))


def section(page, name):
    match = re.search(rf"^\.SH {name}\n(.*?)(?=^\.SH|\Z)", page, re.M | re.S)
    return match[1] if match else ""


def synopsis(page):
    """The code of a synopsis, without its fonts."""
    lines = []
    for line in section(page, "SYNOPSIS").splitlines():
        if re.match(r"\.BI? ", line):
            words = re.findall(r'"[^"]*"|\S+', line.split(" ", 1)[1])
            lines.append("".join(word.strip('"') for word in words)
                         if line[2] == "I" else " ".join(words))
    return squeeze("\n".join(lines))


prototypes = {m[2]: squeeze(f"{m[1]}{m[2]}{m[3]};") for m in re.finditer(
    r"^(?:static inline )?((?:const )?(?:struct )?\w+ \*?)(mlx5wqe_\w+)"
    r"(\([^;{]*\))\s*[;{]", header, re.M)}
inline = re.findall(r"^static inline .*?\b(mlx5wqe_\w+)\(", header, re.M)
functions = {*re.findall(r"^\s+(mlx5wqe_\w+);$", symbols, re.M), *inline}
groups = {}

for path in man.glob("*.3"):
    text = path.read_text("ascii")
    leads = re.search(r"^\.so man3/(\S+)$", text, re.M)
    if not leads:
        groups.setdefault(path.name, [])
    elif not (man / leads[1]).exists():
        wrong.append(f"{path.name} leads to {leads[1]}, which is not there")
    else:
        groups.setdefault(leads[1], []).append(path.stem)

documented = {name for group, aliases in groups.items() for name in aliases}
documented |= {group[:-2] for group in groups if group[:-2] in functions}
for name in sorted(functions - documented):
    wrong.append(f"{name} has no page")
for name in sorted(documented - functions):
    wrong.append(f"{name} has a page, but is no function")

for group, aliases in groups.items():
    page = (man / group).read_text("ascii")
    named = re.findall(r"mlx5wqe_\w+", section(page, "NAME"))
    here = {*aliases, group[:-2]} & functions
    if {*named} != here:
        wrong.append(f"{group} names {sorted(named)}, not {sorted(here)}")
    for name in sorted(here):
        if prototypes[name] not in synopsis(page):
            wrong.append(f"{group} does not show: {prototypes[name]}")

print("\n".join(wrong) or f"{len(functions)} functions")
sys.exit(bool(wrong) or not functions)
