#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Check `ibv_wqedump decode` against readings that are known.

usage: check.py COMMAND [--update]
       check.py --seeds DIR

readings.json holds what public reports say, computed from their bytes by other
means than the command. The same dumps are then written in the ways in which
people paste them, and damaged: the reading must stay the same, or be refused.
--update writes the text output (public/*.out) anew; read it afterwards.
--seeds writes one text of each kind as a seed of the fuzzer.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PUBLIC = HERE / "public"
SCHEMA = "mlx5wqe-decode/1"
OK, NOTHING, WARNED = 0, 1, 3


def no_duplicates(pairs):
    assert len({name for name, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


class Run:
    """One call of the command on some bytes."""

    def __init__(self, command, data, *options):
        self.done = subprocess.run([command, "decode", *options], input=data,
                                   capture_output=True, timeout=60,
                                   check=False)
        self.status = self.done.returncode

    def document(self):
        return json.loads(self.done.stdout.decode("ascii"),
                          object_pairs_hook=no_duplicates)


def differences(want, item):
    out = []
    for name, value in want.items():
        if name == "absent":
            out += [f"{n} is not in the input" for n in value if n in item]
        elif name == "segments":
            got = item.get(name, [])
            if len(got) != len(value) or \
               any(differences(w, g) for w, g in zip(value, got)):
                out.append(f"segments are {got}, not {value}")
        elif item.get(name) != value:
            out.append(f"{name} is {item.get(name)}, not {value}")
    return out


def compare(want_items, run, status, warnings):
    """What is wrong, as a list. @warnings: how many, None: some."""
    out = []
    if run.status != status:
        out.append(f"status {run.status}, not {status}: "
                   f"{run.done.stderr.decode().strip()}")
        if run.status not in (OK, NOTHING, WARNED):
            return out
    if run.status == NOTHING:
        if not run.done.stderr or run.done.stdout:
            out.append("a message belongs on stderr, and there only")
        return out + ([f"no {want_items}"] if want_items else [])
    doc = run.document()
    if doc["schema"] != SCHEMA:
        out.append(f"schema {doc['schema']}")
    got = len(doc["warnings"])
    if (warnings is None and not got) or warnings not in (None, got):
        out.append(f"{got} warnings: {doc['warnings']}")
    if len(doc["items"]) != len(want_items):
        return out + [f"{len(doc['items'])} items: {doc['items']}"]
    for number, pair in enumerate(zip(want_items, doc["items"]), 1):
        out += [f"item {number}: {text}" for text in differences(*pair)]
    return out


def check_public(command, update):
    failures = 0
    for case in json.loads((HERE / "readings.json").read_text()):
        path = PUBLIC / case["file"]
        data = path.read_bytes()
        faults = compare(case["items"], Run(command, data, "-j"),
                         case["status"], case["warnings"])
        text = Run(command, data).done.stdout
        stored = path.with_suffix(".out")
        if update:
            stored.write_bytes(text)
        elif text != stored.read_bytes():
            faults.append(f"the text is not that of {stored.name}")
        for fault in faults:
            print(f"{case['file']}: {fault}")
        failures += bool(faults)
    return failures


def reading(name, number=0):
    """Items of a public case, without what depends on the way of writing."""
    for case in json.loads((HERE / "readings.json").read_text()):
        if case["file"] == name:
            return [{k: v for k, v in case["items"][number].items()
                     if k != "line"}]
    raise KeyError(name)


def hex_rows(name, skip=0):
    """The rows of a public dump, and the bytes that they stand for."""
    lines = (PUBLIC / name).read_text().splitlines()[skip:skip + 4]
    digits = "".join("".join(line.split(": ")[-1].split("|")[0].split())
                     for line in lines)
    data = bytes.fromhex(digits)
    assert len(data) == 64
    return lines, data


def words(data, *, swapped=False):
    order = "little" if swapped else "big"
    return [" ".join(f"{int.from_bytes(data[i:i + 4], order):08x}"
                     for i in range(at, at + 16, 4))
            for at in range(0, len(data), 16)]


def bytes_rows(data, first=0):
    return [f"{first + at:08x}: {data[at:at + 16].hex(' ')}"
            for at in range(0, len(data), 16)]


def hexdump_c(data):
    return [f"{at:08x}  {data[at:at + 8].hex(' ')}  "
            f"{data[at + 8:at + 16].hex(' ')}  |................|"
            for at in range(0, len(data), 16)]


def hexdump_starred(data):
    """hexdump -C without -v: rows like the one before are one asterisk."""
    out, last = [], None
    for row, at in zip(hexdump_c(data), range(0, len(data), 16)):
        same = at and data[at:at + 16] == data[at - 16:at]
        if not same:
            out.append(row)
        elif last != "*":
            out.append("*")
        last = "*" if same else row
    return out + [f"{len(data):08x}"]


def xxd(data, size=16):
    return [f"{at:08x}: {data[at:at + size].hex(' ', 2)}  ................"
            for at in range(0, len(data), size)]


def od_x1(data):
    return [f"{at:07o} {data[at:at + 16].hex(' ')}"
            for at in range(0, len(data), 16)]


def od_x2(data):
    return [f"{at:07o} " + " ".join(
            f"{int.from_bytes(data[i:i + 2], 'little'):04x}"
            for i in range(at, at + 16, 2)) for at in range(0, len(data), 16)]


# Prefixes of line number i
PREFIXES = {
    "printk": lambda i: f"[  408.38018{i}] ",
    "printk with level and caller": lambda i: f"<4>[  408.38018{i}][T1234] ",
    "dmesg -T": lambda i: f"[Tue Aug 26 21:18:1{i} 2025] ",
    "syslog": lambda i: f"Nov 30 16:2{i}:40 node7 kernel: [ 12{i}.123456] ",
    "ISO": lambda i: f"2024-01-31T10:00:0{i}.12345Z stderr F ",
    "log4j": lambda i: f"2024-01-31 10:00:0{i},123 INFO  ",
    "glog": lambda i: f"E0811 12:34:5{i}.789012 12345 file.cc:12] ",
    "mpirun": lambda i: "[1,7]<stderr>:",
    "srun": lambda i: "3: ",
    "grep -n": lambda i: f"{i + 9}-",
    "cat -n": lambda i: f"    {i + 9}\t",
    "quoted mail": lambda i: "> > ",
    "wrapped": lambda i: "17:28:20 [     INFO ] < ",
}


def made():
    """(name, text or bytes, items, status, warnings) of each variant."""
    item = reading("002-user-cqe-words.txt")
    _, data = hex_rows("002-user-cqe-words.txt", 1)
    other = reading("020-kernel-cqe-bytes.txt")
    _, other_data = hex_rows("020-kernel-cqe-bytes.txt", 1)
    row_sets = {
        "words": words(data), "bytes": bytes_rows(data),
        "addresses": bytes_rows(data, 0xffff8881),
        "cqe_dump": ["cqe_dump: " + r for r in bytes_rows(data)],
        "hexdump -C": hexdump_c(data),
        "hexdump -C with *": hexdump_starred(data), "xxd": xxd(data),
        "xxd -c 8": xxd(data, 8), "xxd -c 32": xxd(data, 32),
        "od": od_x1(data), "no offsets": [r[10:] for r in bytes_rows(data)],
        "one string": [data.hex()],
        "strings": [data[at:at + 16].hex() for at in range(0, 64, 16)],
    }
    for name, rows in row_sets.items():
        text = "\n".join(rows)
        yield name, text + "\n", item, OK, 0
        yield name + ", no newline", text, item, OK, 0
        yield name + ", CRLF", "\r\n".join(rows), item, OK, 0
        yield name + ", upper case", text.upper().replace("CQE_DUMP", "cqe_dump"), item, OK, 0
        yield name + ", tabs", text.replace(" ", "\t"), item, OK, 0
        yield name + ", blank lines", "\n\n".join(rows), item, OK, 0
        yield name + ", other lines", "\nfoo bar\n".join(rows) \
            if "*" not in rows else text, item, OK, 0
        yield name + ", UTF-16", text.encode("utf-16"), item, OK, 0
        yield name + ", colours", "\n".join(f"\033[31m{r}\033[0m" for r in rows), item, OK, 0
        yield name + ", NULs", text.replace("\n", "\0\n").encode(), item, OK, 0
        yield name + ", twice", text + "\n" + text + "\n", 2 * item, OK, 0
        for prefix, of in PREFIXES.items():
            if (name, prefix) == ("no offsets", "cat -n"):
                continue    # the number looks like a byte
            yield f"{name}, {prefix}", "".join(
                f"{of(i)}{r}\n" for i, r in enumerate(rows)), item, OK, 0
    for name in ("words", "bytes"):
        rows = row_sets[name]
        text = "\n".join(rows)
        header = "mlx5: host: got completion with error:\n"
        yield name + ", one line", " ".join(rows), item, OK, 0
        yield name + ", glued behind", text + "[1496344648.549828] [host:1:0] foo", item, OK, 0
        yield name + ", trailing text", "\n".join(r + " foo" for r in rows), item, OK, 0
        yield name + ", docker", "\n".join(
            '{"log":"%s\\n","stream":"stderr","time":"2023-01-01T10:00:0%dZ"}' % (r, i)
            for i, r in enumerate(rows)), item, OK, 0
        yield name + ", soft breaks", "=0A=\n".join(rows) + "=0A=\n", item, OK, 0
        yield name + ", header", header + text, item, OK, 0
        yield name + ", numbers in between", header + "foo 20240131\n" + "\nbar 12345678\n".join(rows), item, OK, 0
        yield name + ", cut short", header + "\n".join(rows[:3]), [], WARNED, None
        yield name + ", header only", header + "foo\n", [], WARNED, None
        for lost in range(3):
            kept = rows[:lost] + rows[lost + 1:]
            yield f"{name}, row {lost} lost", "\n".join(kept), [], WARNED, None
            yield f"{name}, row {lost} lost, header", header + "\n".join(kept) + "\nfoo\n", [], WARNED, None
        yield name + ", last row lost", "\n".join(rows[:3]), [], NOTHING, 0
    rows, others = bytes_rows(data), bytes_rows(other_data)
    yield "alternating", "".join(f"A: {a}\nB: {b}\n" for a, b in zip(rows, others)), item + other, OK, 0
    yield "alternating ranks", "".join(
        f"[1,7]<stderr>:{a}\n[1,30]<stderr>:{b}\n"
        for a, b in zip(words(data), words(other_data))), item + other, OK, 0
    yield "halves of two", "".join(f"A: {r}\n" for r in rows[:2]) + \
        "".join(f"B: {r}\n" for r in rows[2:]), [], WARNED, None
    yield "17 bytes", "\n".join(r + " 00" for r in rows), item, WARNED, 1
    yield "15 bytes", "\n".join([rows[0][:-3]] + rows[1:]), [], WARNED, None
    yield "5 words", "\n".join(r + " 00000000" for r in words(data)), [], WARNED, None
    wrapped = "\n".join(f"> cqe_dump: {r[:48]}\n>                    {r[48:]}" for r in rows)
    yield "wrapped rows", wrapped, item, OK, 0
    wrapped = "\n".join(f"{r[:27]}\n{r[27:]}" for r in words(data))
    yield "wrapped words", "mlx5: host: got completion with error:\n" + wrapped, item, OK, 0
    yield "a row in front", "deadbeef 00000000 00000000 12345678\n" + "\n".join(words(data)), item, WARNED, 1
    yield "little-endian words", "\n".join(words(data, swapped=True)), item, WARNED, 1
    yield "od -x", "\n".join(od_x2(data)), [], WARNED, 1
    good = bytes(63) + b"\x02"      # a completion that is no error
    queue = good + bytes(data) + good + bytes(other_data)
    yield "a CQ", "MLX5 Error CQ: at [0x1], len=256\n" + "\n".join(bytes_rows(queue)), item + other, OK, 0
    yield "an SQ", "MLX5 Error SQ: at [0x1], len=256\n" + "\n".join(bytes_rows(queue)), [], NOTHING, 0
    _, wqe = hex_rows("031-eth-cqe-and-wqe.txt", 6)
    sent = [{"kind": "wqe", "opcode": 10, "wqe_index": 15, "qpn": 7611, "ds": 3}]
    yield "a WQE", "\n".join(bytes_rows(wqe)), sent, OK, 0
    yield "a WQE, words", "\n".join(words(wqe)), sent, OK, 0
    yield "a WQE, no padding", "\n".join(bytes_rows(wqe[:48])), sent, OK, 0
    yield "a WQE, one string", wqe[:48].hex(), sent, OK, 0
    wqe_header = "WQE DUMP: WQ size 1024 WQ cur size 0, WQE index 0xf, len: 64\n"
    yield "a WQE, cut short", wqe_header + "\n".join(bytes_rows(wqe[:32])), [], WARNED, 1
    yield "a WQE of another index", wqe_header.replace("0xf", "0x10") + "\n".join(bytes_rows(wqe)), sent, WARNED, 0
    no_error = bytearray(data)
    no_error[63] = 0x22
    yield "no error", "\n".join(words(no_error)), [], NOTHING, 0
    yield "no error, header", "mlx5: host: got completion with error:\n" + "\n".join(words(no_error)), [], WARNED, 1
    yield "another adapter", "hns3 0000:7d:00.0 hns_0: error cqe status 0x15:\n" + "\n".join(rows), [], WARNED, 1
    for name, text in {
        "checksums": "d41d8cd98f00b204e9800998ecf8427e  file\n" * 4,
        "lspci -x": "".join(f"{i}0: 86 80 44 15 07 04 10 00 03 00 80 02 10 00 00 00\n" for i in range(4)),
        "tcpdump -x": "".join(f"\t0x00{i}0:  4500 003c 1c46 4000 4006 b1e6 ac10 0a63\n" for i in range(8)),
        "empty": "", "newlines": "\n\n\n", "random": bytes(range(256)) * 300,
    }.items():
        yield name, text, [], NOTHING, 0


def ucx(host, pid, syndrome, qpn, counter):
    front = f"[{host}:{pid}:0:{pid}] ib_mlx5_log.c:177  "
    return (f"{front}Some text on mlx5_0:1/RoCE (synd {syndrome:#x} vend 0x88 hw_synd 0/147)",
            f"{front}RC QP {qpn:#x} wqe[{counter}]: RDMA_WRITE s-- [rva 0x1 rkey 0x2] [va 0x3 len 4 lkey 0x5]")


def ucx_item(syndrome, qpn, counter):
    return {"kind": "report", "source": "ucx", "syndrome": syndrome,
            "vendor_syndrome": 0x88, "hw_syndrome_type": 0,
            "hw_syndrome": 147, "qp_type": "RC", "qpn": qpn,
            "wqe_counter": counter, "wqe_opcode_name": "RDMA_WRITE",
            "absent": ["ib_status", "wqe_opcode"]}


def messages():
    """Lines of programs, each with what it states"""
    one, two = ucx("a", 1, 0x13, 0x10, 5), ucx("b", 2, 0x15, 0x20, 65535)
    items = [ucx_item(0x13, 0x10, 5), ucx_item(0x15, 0x20, 65535)]
    yield "two processes", "\n".join(one + two), items, OK, 0
    yield "two processes, alternating", "\n".join((one[0], two[0], one[1], two[1])), items, OK, 0
    yield "two processes, nested", "\n".join((one[0], two[0], two[1], one[1])), items[::-1], OK, 0
    yield "same host", "\n".join(sum(zip(ucx("a", 11, 0x13, 0x10, 5), ucx("a", 12, 0x15, 0x20, 65535)), ())), items, OK, 0
    yield "glued", "".join(one) + "".join(two), items, OK, 0
    yield "bracket lost", "\n".join((one[0][1:], one[1])), items[:1], OK, 0
    texts = json.loads((HERE / "messages.json").read_text())
    for text, item in texts:
        items = [dict(item, kind="report")] if item else []
        status = OK if item else WARNED
        warnings = 0 if item else None
        yield text, text, items, status, warnings
        if item:
            yield "quoted: " + text, "> " + text, items, OK, 0
            yield "syslog: " + text, "Nov 30 16:25:40 host foo[123]: " + text, items, OK, 0
            yield "wrapped: " + text, wrap(text), items, OK, 0


def wrap(text):
    """Broken at the last blank in front of the last number"""
    at = len(text) - 1
    while at and not (text[at].isdigit() and text[at - 1] in " x"):
        at -= 1
    at = text.rfind(" ", 0, at + 1)
    return text if at <= 0 else text[:at] + "\n> " + text[at + 1:]


def check_made(command):
    failures = total = 0
    for variants in (made(), messages()):
        for name, text, items, status, warnings in variants:
            data = text if isinstance(text, bytes) else text.encode()
            faults = compare(items, Run(command, data, "-j"), status, warnings)
            for fault in faults:
                print(f"{name}: {fault}")
            failures += bool(faults)
            total += 1
    print(f"{total} variants")
    return failures


def check_options(command):
    """WQEs that stand alone are what the options say."""
    failures = 0
    receive = bytes.fromhex("00001000001801bc000055d0c8e41000"
                            "00000000000001000000000000000000")
    remote = bytes.fromhex("00000508" "00004a03" "00000008" "00000000"
                           "00007f5a1c000000" "001800ad" "00000000"
                           "00010000" "001801bc" "000055d0c8e41000")
    for options, data, segments in (
            (("--wq", "rq"), receive,
             [{"type": "data", "byte_count": 4096, "lkey": 0x1801bc,
               "addr": "0x55d0c8e41000"}, {"type": "data", "lkey": 0x100}]),
            (("--qp-type", "rc"), remote,
             [{"type": "ctrl", "opcode": 8, "qpn": 74},
              {"type": "raddr", "addr": "0x7f5a1c000000", "rkey": 0x1800ad},
              {"type": "data", "byte_count": 65536}])):
        text = "\n".join(bytes_rows(data)).encode()
        run = Run(command, text, "-j", *options)
        want = [{"kind": "wqe", "line": 1, "segments": segments}]
        for fault in compare(want, run, OK, 0):
            print(f"{options}: {fault}")
            failures += 1
    return failures


def write_seeds(directory):
    for path in PUBLIC.glob("*.txt"):
        (directory / path.stem).write_bytes(path.read_bytes())
    for number, (name, text, *_) in enumerate(messages()):
        if not name.startswith(("quoted", "syslog", "wrapped")):
            (directory / f"message-{number:03}").write_text(text)
    for number, (name, text, *_) in enumerate(made()):
        data = text if isinstance(text, bytes) else text.encode()
        if ", " not in name or (name.startswith("words, ") and
                                name.split(", ")[1] not in PREFIXES):
            (directory / f"dump-{number:03}").write_bytes(data)


def main():
    if sys.argv[1:2] == ["--seeds"] and len(sys.argv) == 3:
        write_seeds(pathlib.Path(sys.argv[2]))
        return 0
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    failures = check_public(sys.argv[1], "--update" in sys.argv[2:])
    failures += check_made(sys.argv[1])
    failures += check_options(sys.argv[1])
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
