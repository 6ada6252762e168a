#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compare what t-image.sh has left in /tmp: image.json and decoded.json, which
were shown of an image, with live.json, shown of the queue itself; and
diff.json, of two images, with emu-old.json and emu-new.json, the emulated
adapter's views of the queue when they were saved.
"""
import json
import os
import sys
import time

failures = 0


def expect(what, got, wanted):
    global failures
    if got != wanted:
        failures += 1
        print("%s: %r, expected %r" % (what, got, wanted))


def load(name):
    with open("/tmp/%s.json" % name) as file:
        return json.load(file)


def compare_image(live, shown, decoded):
    image = shown.pop("image")
    queue = shown["queue"]
    expect("source", queue["source"], "image")
    queue["source"] = live["queue"]["source"]
    expect("image", shown, live)
    uname = os.uname()
    expect("host", image["host"], uname.nodename)
    expect("kernel", image["kernel"], uname.release)
    expect("machine", image["machine"], uname.machine)
    expect("source of the image", image["source"], "kernel")
    expect("producer after", image["producer_after"], queue["producer"])
    expect("consumer after", image["consumer_after"], queue["consumer"])
    expect("day", image["time"][:10], time.strftime("%F", time.gmtime()))
    expect("decoded image", decoded.pop("image"), image)
    pending = [wqe for wqe in live["wqes"] if wqe.get("pending")]
    for wqe in pending:
        del wqe["raw"]
    expect("decoded", decoded["wqes"], pending)


def raw_of(wqes):
    return {wqe["index"]: wqe["raw"] for wqe in wqes}


def compare_diff(diff, old, new):
    before = raw_of(old["sq"]["pending"])
    after = raw_of(new["sq"]["pending"])
    gone = [index for index in before if index not in after]
    come = [index for index in after if index not in before]
    expect("completed as the adapter sees it", len(gone), 3)
    changes = {"completed": {}, "posted": {}}
    for wqe in diff["wqes"]:
        changes[wqe["change"]][wqe["index"]] = wqe["raw"]
    expect("completed", changes["completed"],
           {index: before[index] for index in gone})
    expect("posted", changes["posted"],
           {index: after[index] for index in come})
    expect("moved", diff["moved"], {"producer": 3, "consumer": 3})
    slots = [slot for change in diff["changes"] for slot in
             range(change["slot"], change["slot"] + change["slots"])]
    expect("slots", sorted(slots),
           sorted(index % new["sq"]["wqe_cnt"] for index in come))
    expect("posted slots", {change["posted"] for change in diff["changes"]},
           {True})
    for name, view in (("old", old), ("new", new)):
        expect(name, (diff[name]["producer"], diff[name]["consumer"]),
               (view["sq"]["sw_counter"], view["sq"]["hw_counter"]))


def main():
    compare_image(load("live"), load("image"), load("decoded"))
    compare_diff(load("diff"), load("emu-old"), load("emu-new"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
