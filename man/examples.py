# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The examples of the manual pages: take them out, run them, compare.

usage: examples.py extract DIR PAGE...
       examples.py run SITUATION DIR PAGE... [NAME=VALUE...]

A line of comment says what the block (.EX to .EE) below it is:

    .\\" file: NAME             a file; NAME.c is a program
    .\\" session: SITUATION ... commands behind "$ " or "# ", and their output

extract writes the files to DIR. run executes the sessions of a situation in
DIR, each session in one shell, and prints TAP points without numbers. Behind
the situation of a session may stand

    NAME=NUMBER     the page's number for what the caller says NAME is, in
                    commands and output, decimal and hexadecimal
    vary=WORD,...   the number behind such a word may be any, but the same one
                    wherever the page has the same one behind the same word
    needs=COMMAND   skip the session where this command is not there

A line "..." of the output stands for any lines, "..." in a line for any text.
"""

import pathlib
import re
import shutil
import subprocess
import sys

MARK = "== example ends =="
ESCAPES = {r"\-": "-", r"\e": "\\", r"\(dq": '"', r"\(aq": "'", r"\(ti": "~",
           r"\(ha": "^", r"\(ga": "`", r"\&": ""}


class Block:
    """One example of a page."""

    def __init__(self, page, number, kind, words, lines):
        self.where = f"{page.name}:{number}"
        self.kind, self.name, self.lines = kind, words[0], lines
        self.options = dict(word.split("=") for word in words[1:])


def plain(line, where):
    """A line of the page as a reader sees it."""
    def one(match):
        if match[0] not in ESCAPES:
            sys.exit(f"{where}: escape {match[0]} in an example")
        return ESCAPES[match[0]]

    if line.startswith(".") or line.startswith("'"):
        sys.exit(f"{where}: request in an example: {line}")
    return re.sub(r"\\(?:\(..|.)", one, line)


def blocks(page):
    """All examples of a page. An error: one that does not say what it is."""
    note = lines = code = None
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        where = f"{page.name}:{number}"
        if line == ".nf":
            code = True
        elif line == ".fi":
            code = False
        elif code and not line.startswith("."):
            sys.exit(f"{where}: an example that nobody runs")
        if line == ".EE":
            yield Block(page, start, note[1], note[2].split(), lines)
            note = lines = None
        elif lines is not None:
            lines.append(plain(line, where))
        elif line == ".EX":
            if not note:
                sys.exit(f"{where}: what is this an example of?")
            start, lines = number, []
        else:
            note = re.fullmatch(r'\.\\" (file|session): (.+)', line)


def extract(directory, pages):
    for page in pages:
        for block in blocks(page):
            if block.kind == "file":
                path = directory / block.name
                if path.exists():
                    sys.exit(f"{block.where}: {path.name} is there already")
                path.write_text("\n".join(block.lines) + "\n", "utf-8")


def steps(block):
    """Commands with the output that the page shows below them."""
    for line in block.lines:
        if line[:2] in ("$ ", "# "):
            if line is not block.lines[0]:
                yield command, output
            command, output = line[2:], []
        else:
            output.append(line)
    yield command, output


class Numbers:
    """What the numbers of a page are here."""

    def __init__(self, block, given):
        self.vary = block.options.pop("vary", "").replace(",", " ").split()
        self.known = {int(number): int(given[name])
                      for name, number in block.options.items()}
        self.seen = {}

    def substitute(self, text):
        def one(match):
            value = int(match[0], 0)
            if value not in self.known:
                return match[0]
            form = "0x%x" if match[0].startswith("0x") else "%d"
            return form % self.known[value]

        return re.sub(r"\b(?:0x[0-9a-f]+|[1-9][0-9]*)\b", one, text)

    def pattern(self, line):
        """A regular expression, and the page's numbers that its groups are."""
        groups = []

        def one(match):
            groups.append(match[0])
            return match[1] + "(0x[0-9a-f]+|[0-9]+)"

        text = re.escape(self.substitute(line)).replace(r"\.\.\.", ".*")
        if self.vary:
            text = re.sub(rf"(\b(?:{'|'.join(self.vary)})(?:\\ |=|\":\\ \"?))"
                          "(?:0x[0-9a-f]+|[0-9]+)", one, text)
        return text, groups

    def matches(self, line, got):
        text, groups = self.pattern(line)
        match = re.fullmatch(text, got)
        if not match:
            return False
        return all(self.seen.setdefault(page, here) == here
                   for page, here in zip(groups, match.groups()))


def agree(numbers, want, got):
    """The first lines that differ, or None."""
    while want:
        if want[0] == "...":
            want = want[1:]
            while got and not (want and numbers.matches(want[0], got[0])):
                got = got[1:]
            continue
        if not got or not numbers.matches(want[0], got[0]):
            return want[0], got[0] if got else "(nothing)"
        want, got = want[1:], got[1:]
    return ("(nothing)", got[0]) if got else None


def run_session(block, directory, given):
    needed = block.options.pop("needs", "bash")
    if not shutil.which(needed):
        print(f"ok - {block.where} # SKIP there is no {needed}")
        return
    numbers = Numbers(block, given)
    todo = list(steps(block))
    script = "mark() { local rc=$?; echo; echo '" + MARK + "'; return $rc; }\n"
    for command, _ in todo:
        script += numbers.substitute(command) + "\nmark\n"
    done = subprocess.run(["bash", "-c", script], cwd=directory, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False)
    outputs = done.stdout.split(f"\n{MARK}\n")
    for (command, want), got in zip(todo, outputs):
        got = got.removesuffix("\n").split("\n") if got else []
        difference = agree(numbers, want, got)
        print("not ok" if difference else "ok", f"- {block.where}: {command}")
        if difference:
            print(f"# page: {difference[0]}\n# here: {difference[1]}")
            print("\n".join("#   " + line for line in got))


def main(arguments):
    if arguments[:1] == ["extract"] and len(arguments) > 2:
        extract(pathlib.Path(arguments[1]), map(pathlib.Path, arguments[2:]))
    elif arguments[:1] == ["run"] and len(arguments) > 3:
        given = dict(word.split("=") for word in arguments[3:] if "=" in word)
        for page in (word for word in arguments[3:] if "=" not in word):
            for block in blocks(pathlib.Path(page)):
                if block.kind == "session" and block.name == arguments[1]:
                    run_session(block, arguments[2], given)
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
