# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Check what ibv_wqedump diff says of two images whose queue is made up here.

usage: diff.py IBV_WQEDUMP DIR
"""

import copy
import json
import pathlib
import struct
import subprocess
import sys

from image import HOST, TIMES, image_of

QPN, SLOTS, STRIDE = 74, 16, 64
command, directory = sys.argv[1], pathlib.Path(sys.argv[2])


def wqe(index):
    """A NOP of one slot"""
    raw = struct.pack(">IIII", index % 65536 << 8, QPN << 8 | 1, 0, 0)
    return {"slot": index % SLOTS, "raw": raw.hex()}


def queue(producer, consumer, first=None, **other):
    """What the slots hold begins with the WQE @first."""
    first = consumer if first is None else first
    return {"device": "mlx5_0",
            "queue": {"qpn": QPN, "type": "RC", "wq": "sq", "state": "RTS",
                      "owner": {"pid": 312, "comm": "a"}, "wqe_cnt": SLOTS,
                      "stride": STRIDE, "producer": producer % 65536,
                      "consumer": consumer % 65536} | other,
            "wqes": [wqe(index) for index in range(first, producer)]}


def diff(old, new, *options, host=HOST, later=1000000000):
    times = [time + later for time in TIMES]
    (directory / "old").write_bytes(image_of(old))
    (directory / "new").write_bytes(image_of(new, host, times))
    return subprocess.run([command, "diff", *options, "old", "new"], text=True,
                          cwd=directory, capture_output=True, check=False)


def says(old, new, status=0):
    done = diff(old, new, "-j")
    assert done.returncode == status and not done.stderr, done
    document = json.loads(done.stdout)
    assert document["schema"] == "mlx5wqe-diff/1"
    changes = {"completed": [], "posted": [], "posted+completed": []}
    for each in document["wqes"]:
        assert not each["warnings"] and "pending" not in each, each
        assert each["slot"] == each["index"] % SLOTS
        changes[each["change"]].append(each["index"])
    return document, list(changes.values())


def expect(got, wanted):
    assert got == wanted, f"{got}, not {wanted}"


def check_moved():
    """Some completed, some were posted, and one was written only."""
    old, new = queue(33, 26), queue(35, 29, first=26)
    new["wqes"].append(wqe(37))
    document, changes = says(old, new)
    expect(changes, [[26, 27, 28], [33, 34], []])
    expect(document["moved"], {"producer": 2, "consumer": 3})
    expect(document["changes"], [
        {"slots": 2, "slot": 1, "posted": True},
        {"slots": 1, "slot": 5, "posted": False}])
    expect(document["old"], {"time": "2026-11-30T20:18:00.123456789Z",
                             "state": "RTS", "producer": 33, "consumer": 26,
                             "posted": 7})
    expect(document["new"], {"time": "2026-11-30T20:18:01.123456789Z",
                             "state": "RTS", "producer": 35, "consumer": 29,
                             "posted": 6})
    expect(diff(old, new).stdout, """\
mlx5_0 QP 74 (0x4a) RC sq RTS (pid 312 a) slots 16 stride 64 producer 35 \
consumer 29 posted 6 source image
old 2026-11-30T20:18:00.123456789Z RTS producer 33 consumer 26 posted 7
new 2026-11-30T20:18:01.123456789Z RTS producer 35 consumer 29 posted 6
moved producer 2 consumer 3
changed slots 2 from slot 1 posted
changed slots 1 from slot 5 -
completed wqe 26 NOP
completed wqe 27 NOP
completed wqe 28 NOP
posted wqe 33 NOP
posted wqe 34 NOP
""")


def check_passed():
    """All that was pending completed, and one more"""
    _, changes = says(queue(33, 30), queue(35, 34, first=30))
    expect(changes, [[30, 31, 32], [34], [33]])


def check_wrap():
    """Counters that wrap, which ring of 16 slots does with them"""
    document, changes = says(queue(65536, 65531), queue(65539, 65534,
                                                       first=65531))
    expect(changes, [[65531, 65532, 65533], [0, 1, 2], []])
    expect(document["moved"], {"producer": 3, "consumer": 3})
    expect(document["changes"], [{"slots": 3, "slot": 0, "posted": True}])


def check_nothing():
    document, changes = says(queue(33, 26), queue(33, 26))
    expect(changes, [[], [], []])
    expect(document["changes"], [])
    expect(document["moved"], {"producer": 0, "consumer": 0})


def check_overwritten():
    """More was posted than there are slots."""
    document, changes = says(queue(33, 26), queue(53, 51, first=40), status=3)
    expect(changes, [list(range(26, 33)), [51, 52], []])
    expect(document["warnings"], [
        "4 slots were posted to more than once: only what is pending is "
        "shown"])


def check_uncounted():
    """An SRQ, or counters that cannot be right: only the slots are told."""
    for old, new in ((queue(8, 4, wq="srq"), queue(9, 4, wq="srq")),
                     (queue(100, 4, first=96), queue(101, 4, first=96))):
        document, changes = says(old, new)
        expect(changes, [[], [], []])
        expect("moved" in document, False)
        slot = {8: 8, 100: 100 % SLOTS}[old["queue"]["producer"]]
        expect(document["changes"], [{"slots": 1, "slot": slot}])


def check_refused():
    """Other queues, and the wrong order"""
    old = queue(33, 26)
    others = {"numbers": {"qpn": 75}, "types": {"type": "UC"},
              "kinds of queue": {"wq": "rq"}, "strides": {"stride": 128},
              "numbers of slots": {"wqe_cnt": 32},
              "owners": {"owner": {"pid": 313, "comm": "a"}}}
    for what, other in others.items():
        done = diff(old, queue(33, 26, **other))
        expect((done.returncode, done.stdout, done.stderr), (
            1, "", "ibv_wqedump: old and new are not of the same queue: "
            f"their {what} differ\n"))
    new = copy.deepcopy(old)
    new["device"] = "mlx5_1"
    expect("their devices differ" in diff(old, new).stderr, True)
    host = HOST[0], "node18", *HOST[2:]
    expect("their hosts differ" in diff(old, old, host=host).stderr, True)
    done = diff(old, old, later=-1)
    expect((done.returncode, done.stderr), (
        1, "ibv_wqedump: old is newer than new: name the older one first\n"))


for check in (check_moved, check_passed, check_wrap, check_nothing,
              check_overwritten, check_uncounted, check_refused):
    check()
