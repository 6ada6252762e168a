#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""usage: odp-waiting.py JSON

A queue of the program odp stands still because a page of its first posted WQE
is missing. Compare what ibv_wqedump says of it, in JSON and as text, with what
was posted, which the argument tells, and with the emulated adapter's view.
"""
import json
import subprocess
import sys

failures = 0


def expect(what, got, wanted):
    global failures
    if got != wanted:
        failures += 1
        print("# %s: %r, expected %r" % (what, got, wanted))


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def adapter(*command):
    return json.loads(output_of("emuctl", *command))


def data_of(wqe):
    """The only piece of memory of a WQE."""
    found = [s for s in wqe["segments"] if s["type"] == "data"
             and s["byte_count"]]
    expect("number of pieces", len(found), 1)
    return {"addr": int(found[0]["addr"], 16), "lkey": found[0]["lkey"],
            "length": found[0]["byte_count"]}


def line_of(posted):
    return "[va 0x%x len %d lkey 0x%x]" % (posted["addr"], posted["length"],
                                           posted["lkey"])


def the_fault(wanted):
    """The index of the WQE whose page the adapter waits for."""
    faults = adapter("faults", "show")
    expect("held", faults["held"], True)
    expect("number of queues that wait", len(faults["waiting"]), 1)
    fault = faults["waiting"][0]
    expect("raised", fault["raised"], False)
    expect("queue pair that waits", fault["qpn"], wanted["qpn"])
    expect("type of the fault", fault["type"], wanted["type"])
    expect("queue of the WQE", fault["wq"], wanted["num"])
    expect("index of the WQE", fault["index"], wanted["done"])
    return fault["index"]


def pending_in(wanted):
    """The posted WQEs as the adapter sees them."""
    if wanted["queue"] == "srq":
        return adapter("srq", str(wanted["num"]))["pending"]
    return adapter("qp", str(wanted["num"]))[wanted["queue"]]["pending"]


def main():
    wanted = json.loads(sys.argv[1])
    index = the_fault(wanted)
    pending = pending_in(wanted)
    posted = wanted["wqes"]
    expect("number pending", len(pending), len(posted))

    show = ["ibv_wqedump", "show", "-d", "mlx5_0"]
    if wanted["queue"] == "srq":
        # The adapter names the slot; which is the first is its secret.
        show += ["-s", str(wanted["num"]), "-n", "%d,%d" % (index, len(posted))]
    else:
        show += ["-q", str(wanted["num"]), "-w", wanted["queue"], "--pending"]
    shown = json.loads(output_of(*show, "-x", "-j"))
    expect("warnings", shown["warnings"], [])
    queue = shown["queue"]
    expect("owner", queue["owner"]["pid"], wanted["pid"])
    expect("consumer", queue["consumer"], wanted["done"])
    expect("posted", queue["posted"], len(posted))
    expect("number of WQEs", len(shown["wqes"]), len(posted))
    expect("index of the first", shown["wqes"][0]["index"], index)
    for wqe, seen, each in zip(shown["wqes"], pending, posted):
        expect("index", wqe["index"], seen["index"])
        expect("bytes", wqe["raw"], seen["raw"])
        expect("memory", data_of(wqe), each)

    lines = [line for line in output_of(*show).splitlines()
             if line.startswith("wqe ")]
    print("# %s" % lines[0])
    expect("number of lines", len(lines), len(posted))
    expect("first line begins", lines[0].split()[1], str(index))
    for line, each in zip(lines, posted):
        expect("%s in %s" % (line_of(each), line), line_of(each) in line, True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
