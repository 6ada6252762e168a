# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Check a stored image: it is what mlx5wqe-image(5) makes of a queue, and what
is shown of it (IMAGE with .json in place of .img) is that queue.

usage: image.py [--write] IMAGE JSON

Shares nothing with the library: the format is written down here once more. The
queue is that of a stored JSON document, whose raw WQEs are in its slots.
"""

import json
import pathlib
import struct
import sys
import zlib

KINDS = {"sq": 0, "rq": 1, "srq": 2}
TYPES = {"RC": 2, "UC": 3}
STATES = {"RTS": 3}
TIMES = 1796069880123456789, 1796069880125456789
TEXTS = "2026-11-30T20:18:00.123456789Z", "2026-11-30T20:18:00.125456789Z"
HOST = "mlx5wqe 0.1.0", "node17", "6.12.111-amd64", "x86_64"


def section(name, content):
    header = struct.pack("<8sQII", name, len(content), 0, zlib.crc32(content))
    return header + struct.pack("<I", zlib.crc32(header)) + content


def slots_of(document):
    queue = document["queue"]
    size = queue["wqe_cnt"] * queue["stride"]
    slots = bytearray(size)
    for wqe in document["wqes"]:
        at = wqe["slot"] * queue["stride"]
        for byte in bytes.fromhex(wqe["raw"]):
            slots[at % size] = byte
            at += 1
    return bytes(slots)


def queue_of(document, times):
    queue = document["queue"]
    known = 4 if queue["wq"] == "srq" else 31
    numbers = (known, 0, KINDS[queue["wq"]], 0, queue["qpn"], queue["qpn"],
               TYPES[queue["type"]], STATES[queue["state"]],
               queue["owner"]["pid"], queue["wqe_cnt"], queue["stride"],
               queue["producer"], queue["consumer"], 0)
    # The owner posted two more while the slots were read.
    after = 26, STATES[queue["state"]], queue["producer"] + 2, \
        queue["consumer"], 0
    return struct.pack("<2Q14I5I64s16s", *times, *numbers, *after,
                       document["device"].encode(),
                       queue["owner"]["comm"].encode())


def image_of(document, host=HOST, times=TIMES):
    header = struct.pack("<8sI", b"\x89WQE\r\n\x1a\n", 1)
    image = header + struct.pack("<I", zlib.crc32(header))
    image += section(b"host", b"".join(struct.pack("65s", word.encode())
                                       for word in host))
    image += section(b"queue", queue_of(document, times))
    image += section(b"slots", slots_of(document))
    return image + section(b"end", struct.pack("<Q", len(image)))


def shown_of(document):
    """What is shown of the image of a queue"""
    queue = document["queue"]
    for wqe in document["wqes"]:
        del wqe["raw"]
    document["image"] = dict(
        zip(("program", "host", "kernel", "machine", "time", "time_after"),
            HOST + TEXTS), source=queue["source"],
        producer_after=queue["producer"] + 2, consumer_after=queue["consumer"])
    queue["source"] = "image"
    return document


def main(arguments):
    write = arguments[:1] == ["--write"]
    path, source = map(pathlib.Path, arguments[write:])
    document = json.loads(source.read_text("ascii"))
    image = image_of(document)
    if write:
        path.write_bytes(image)
        return
    assert path.read_bytes() == image, f"{path} is not an image of {source}"
    shown = json.loads(path.with_suffix(".json").read_text("ascii"))
    assert shown == shown_of(document), f"{path} is not shown as {source}"


if __name__ == "__main__":
    main(sys.argv[1:])
