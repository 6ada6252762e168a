#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""usage: show-perftest.py PID DEPTH SIZE

Compare /tmp/show.json of ibv_wqedump with /tmp/emu.json, the emulated
adapter's view of the same queue, and with what perftest wrote to /tmp/client.
"""
import json
import re
import sys

RDMA_WRITE = 8
failures = 0


def expect(what, got, wanted):
    global failures
    if got != wanted:
        failures += 1
        print("%s: %r, expected %r" % (what, got, wanted))


def addresses(path):
    """[(qpn, rkey, vaddr)] of the local and the remote side."""
    with open(path) as file:
        found = re.findall(r"(?:local|remote) address:.* QPN (\w+) .*"
                           r"RKey (\w+) VAddr (\w+)", file.read())
    return [tuple(int(word, 16) for word in each) for each in found]


def compare_queue(queue, sq, pid, depth):
    expect("type", queue["type"], "RC")
    expect("wq", queue["wq"], "sq")
    expect("state", queue["state"], "RTS")
    expect("owner", queue["owner"], {"pid": pid, "comm": "ib_write_bw"})
    expect("source", queue["source"], "kernel")
    expect("wqe_cnt", queue["wqe_cnt"], sq["wqe_cnt"])
    expect("stride", queue["stride"], sq["stride"])
    expect("producer", queue["producer"], sq["sw_counter"])
    expect("consumer", queue["consumer"], sq["hw_counter"])
    expect("posted", queue["posted"], depth)


def compare_wqe(wqe, seen, local, remote, size):
    where = "wqe %d: " % seen["index"]
    expect(where + "index", wqe["index"], seen["index"])
    expect(where + "pending", wqe["pending"], True)
    expect(where + "opcode", wqe["opcode"], RDMA_WRITE)
    expect(where + "opcode seen", seen["opcode"], RDMA_WRITE)
    expect(where + "opcode_name", wqe["opcode_name"], "RDMA_WRITE")
    expect(where + "qpn", wqe["qpn"], local[0])
    expect(where + "ds", wqe["ds"], seen["ds"])
    expect(where + "raw", wqe["raw"], seen["raw"])
    expect(where + "warnings", wqe["warnings"], [])
    _, raddr, data = wqe["segments"]
    expect(where + "rkey", raddr["rkey"], remote[1])
    expect(where + "remote address", int(raddr["addr"], 16), remote[2])
    expect(where + "lkey", data["lkey"], local[1])
    expect(where + "byte_count", data["byte_count"], size)
    # perftest sends from the first half of a buffer of twice the size, and
    # reports the second, where the peer may write to.
    expect(where + "local address", int(data["addr"], 16), local[2] - size)


def main():
    pid, depth, size = (int(word) for word in sys.argv[1:])
    with open("/tmp/show.json") as file:
        show = json.load(file)
    with open("/tmp/emu.json") as file:
        emu = json.load(file)
    local, remote = addresses("/tmp/client")
    expect("schema", show["schema"], "mlx5wqe-show/1")
    expect("device", show["device"], "mlx5_0")
    expect("warnings", show["warnings"], [])
    expect("qpn", show["queue"]["qpn"], local[0])
    expect("qpn seen", emu["qpn"], local[0])
    expect("held", emu["held"], True)
    compare_queue(show["queue"], emu["sq"], pid, depth)
    seen = emu["sq"]["pending"]
    expect("number of WQEs", len(show["wqes"]), depth)
    expect("number seen", len(seen), depth)
    for wqe, each in zip(show["wqes"], seen):
        compare_wqe(wqe, each, local, remote, size)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
