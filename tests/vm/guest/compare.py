#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""usage: compare.py [--self-test] [-d DEVICE] SNAPSHOT
       compare.py --coverage DIRECTORY

Compare what ibv_wqedump and the library say of queues with what the poster
asked of libibverbs, and with the emulated adapter's view. SNAPSHOT is a
directory that the poster wrote; for each queue it holds

    KIND-NUMBER.expected.json   what was asked
    KIND-NUMBER.handle.json     the library, in the owner, through the kernel
    KIND-NUMBER.mapped.json     the library, in the owner, through its mapping
    qp-QPN.emulator.json, srq-SRQN.emulator.json

The command is run here, in another process, by number. Prints a TAP point for
each comparison. --self-test: also change every kind of field of the
documents, and require that the comparison notices. --coverage: whether
all snapshots below DIRECTORY together had in them what they should.
"""
import copy
import json
import os
import subprocess
import sys

MAX_SHOWN = 8
WITH_WARNINGS = 3	# exit status of ibv_wqedump

# Programmer's reference: opcode field of the control segment
OPCODES = {
    "RDMA_WRITE": 0x08, "RDMA_WRITE_IMM": 0x09, "SEND": 0x0A, "SEND_IMM": 0x0B,
    "RDMA_READ": 0x10, "ATOMIC_CS": 0x11, "ATOMIC_FA": 0x12,
}
TYPE_OPCODES = {
    "RC": set(OPCODES),
    "UC": {"SEND", "SEND_IMM", "RDMA_WRITE", "RDMA_WRITE_IMM"},
    "UD": {"SEND", "SEND_IMM"},
}
CQ_UPDATE, SOLICITED, FENCE = 0x08, 0x02, 0x80
EXTENDED_AV = 1
TERMINATOR = {"type": "data", "addr": "0x0", "byte_count": 0, "lkey": 0x100}
UNIT = 16
UNITS = {"ctrl": 1, "av": 3, "raddr": 1}


def plain(value):
    """A value in a message, short."""
    text = json.dumps(value)
    return text if len(text) <= 70 else text[:60] + "... (%d)" % len(text)


def from_first_difference(*values):
    """Long strings that begin alike, without what they have in common."""
    if not all(isinstance(value, str) for value in values):
        return values
    common = len(os.path.commonprefix(values))
    if common < 20:
        return values
    return tuple("...[%d]%s" % (common, value[common:]) for value in values)


def differences(expected, actual, where=""):
    """Every difference of two documents, in plain words."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in {**expected, **actual}:
            place = "%s.%s" % (where, key) if where else key
            if key not in actual:
                yield "%s is missing, expected %s" % (
                    place, plain(expected[key]))
            elif key not in expected:
                yield "%s is %s, expected no such field" % (
                    place, plain(actual[key]))
            else:
                yield from differences(expected[key], actual[key], place)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield "%s has %d entries, expected %d" % (
                where, len(actual), len(expected))
        for i, pair in enumerate(zip(expected, actual)):
            yield from differences(*pair, "%s[%d]" % (where, i))
    elif type(expected) is not type(actual) or expected != actual:
        actual, expected = from_first_difference(actual, expected)
        yield "%s is %s, expected %s" % (where, plain(actual), plain(expected))


# What the document of a queue must be

def flag_names(wr, sig_all):
    names = []
    if wr["signaled"] or sig_all:
        names.append("cq_update")
    if wr["solicited"]:
        names.append("solicited")
    if wr["fence"]:
        names.append("fence")
    return names


def flag_bits(wr, sig_all):
    bits = {"cq_update": CQ_UPDATE, "solicited": SOLICITED, "fence": FENCE}
    return sum(bits[name] for name in flag_names(wr, sig_all))


def control(queue, wr):
    return {
        "type": "ctrl", "opmod": 0, "wqe_index": wr["index"],
        "opcode": OPCODES[wr["opcode"]], "qpn": queue["qpn"], "ds": wr["ds"],
        "signature": 0, "stream_channel_id": 0,
        "fm_ce_se": flag_bits(wr, queue["sig_all"]), "imm": wr.get("imm", 0),
    }


def address_vector(wr):
    grh = wr.get("grh")
    return {
        "type": "av", "qkey": wr["qkey"], "ext": EXTENDED_AV,
        "dqpn": wr["remote_qpn"],
        "stat_rate_sl": wr["static_rate"] << 4 | wr["sl"],
        "fl_mlid": wr["src_path_bits"], "rlid": wr["dlid"],
        "rmac": "00" * 6,
        "tclass": grh["traffic_class"] if grh else 0,
        "hop_limit": grh["hop_limit"] if grh else 0,
        "grh": 1 if grh else 0,
        "sgid_index": grh["sgid_index"] if grh else 0,
        "flow_label": grh["flow_label"] if grh else 0,
        "rgid": grh["dgid"] if grh else "00" * 16,
    }


def data(entry, length=None):
    return {"type": "data", "addr": entry["addr"], "lkey": entry["lkey"],
            "byte_count": entry["length"] if length is None else length}


def atomic(wr, raw):
    if wr["opcode"] == "ATOMIC_CS":
        return {"type": "atomic", "swap_add": wr["swap"],
                "compare": wr["compare_add"]}
    # Fetch-and-add has no second operand: libmlx5 leaves the bytes as they
    # were, so only the adapter can say what they are
    place = 2 * UNIT + 8
    stale = int.from_bytes(raw[place:place + 8], "big")
    return {"type": "atomic", "swap_add": wr["compare_add"],
            "compare": "0x%x" % stale}


def inline(wr, raw, place):
    """Data inline at @place, padded to whole units with what was there."""
    end = place + 4 + len(wr["inline"]) // 2
    padding = raw[end:end + -end % UNIT]
    segment = {"type": "inline", "data": wr["inline"],
               "byte_count": len(wr["inline"]) // 2}
    if any(padding):
        segment["padding"] = padding.hex()
    return segment


def send_segments(queue, wr, raw):
    segments = [control(queue, wr)]
    if queue["type"] == "UD":
        segments.append(address_vector(wr))
    if "remote_addr" in wr:
        segments.append({"type": "raddr", "addr": wr["remote_addr"],
                         "rkey": wr["rkey"]})
    if "swap" in wr:
        segments.append(atomic(wr, raw))
    if wr.get("inline"):
        place = sum(UNITS[segment["type"]] for segment in segments) * UNIT
        segments.append(inline(wr, raw, place))
    # A byte count of 0 would mean 2^31: empty entries are not in the WQE
    segments += [data(entry) for entry in wr.get("sge", []) if entry["length"]]
    return segments


def send_wqe(queue, wr, raw):
    return {
        "index": wr["index"], "slot": wr["index"] % queue["wqe_cnt"],
        "pending": True, "opcode": OPCODES[wr["opcode"]],
        "opcode_name": wr["opcode"], "opmod": 0, "qpn": queue["qpn"],
        "ds": wr["ds"], "flags": flag_names(wr, queue["sig_all"]),
        "segments": send_segments(queue, wr, bytes.fromhex(raw)), "raw": raw,
        "warnings": [],
    }


def receive_wqe(queue, wr, raw):
    segments = []
    if queue["wq"] == "srq":
        segments.append({"type": "next", "next_wqe_index": wr["next"],
                         "signature": 0})
    entries = [data(entry) for entry in wr["sge"] if entry["length"]]
    segments += entries
    if len(entries) < queue["max_sge"]:
        segments.append(TERMINATOR)
    return {
        "index": wr["index"], "slot": wr["index"] % queue["wqe_cnt"],
        "pending": True, "segments": segments, "raw": raw, "warnings": [],
    }


def queue_object(queue, source):
    fields = ["qpn", "type", "state"] if "qpn" in queue else ["srqn"]
    fields += ["wq", "owner", "wqe_cnt", "stride", "producer"]
    # The owner's memory does not say how far the adapter has got
    if source == "kernel":
        fields += ["consumer", "posted"]
    return {**{name: queue[name] for name in fields}, "source": source}


def expected_document(queue, pending, device, source):
    """The document that the library has to print. @pending: of the adapter."""
    make = send_wqe if queue["wq"] == "sq" else receive_wqe
    wqes = [make(queue, wr, view["raw"])
            for wr, view in zip(queue["wrs"], pending)]
    if queue["wq"] == "srq" or source == "mapped":
        for wqe in wqes:
            del wqe["pending"]
    return {"schema": "mlx5wqe-show/1", "device": device,
            "queue": queue_object(queue, source), "wqes": wqes, "warnings": []}


def posted_part(document, queue):
    """Of an SRQ the slots that hold what was posted, in that order."""
    if queue["wq"] != "srq" or len(document["wqes"]) != queue["wqe_cnt"]:
        return document
    slots = {wqe["slot"]: wqe for wqe in document["wqes"]}
    return {**document, "wqes": [slots[wr["index"]] for wr in queue["wrs"]]}


# What the adapter's view must be

def emulator_expected(queue):
    view = {"wqe_cnt": queue["wqe_cnt"], "stride": queue["stride"],
            "hw_counter": queue["consumer"], "sw_counter": queue["producer"]}
    view["pending"] = [
        {"index": wr["index"], "opcode": OPCODES[wr["opcode"]], "ds": wr["ds"]}
        if queue["wq"] == "sq" else {"index": wr["index"]}
        for wr in queue["wrs"]]
    return view


def raw_length(queue, wr):
    return wr["ds"] * UNIT if queue["wq"] == "sq" else queue["stride"]


def emulator_differences(queue, view):
    expected = emulator_expected(queue)
    plain_view = {name: view.get(name) for name in expected}
    plain_view["pending"] = [
        {name: value for name, value in wqe.items() if name != "raw"}
        for wqe in view["pending"]]
    found = list(differences(expected, plain_view))
    for wr, wqe in zip(queue["wrs"], view["pending"]):
        if len(wqe["raw"]) != 2 * raw_length(queue, wr):
            found.append("raw of %d has %d digits, expected %d" % (
                wr["index"], len(wqe["raw"]), 2 * raw_length(queue, wr)))
    return found


# Mutations

def leaves(node, path=(), shape=()):
    """(shape, path) of every value; a shape names the kind of a field."""
    if isinstance(node, dict):
        kind = node.get("type", "")
        for key, value in node.items():
            yield from leaves(value, path + (key,), shape + (kind + "." + key,))
    elif isinstance(node, list):
        yield shape + ("[]",), path
        for i, value in enumerate(node):
            yield from leaves(value, path + (i,), shape)
    else:
        yield shape, path


def mutated(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else [0]
    if value.startswith("0x"):
        return "0x%x" % (int(value, 16) ^ 1 << 40)
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


def parent(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def first_places(document):
    """Where each shape is found first."""
    return dict(reversed(list(leaves(document))))


def samples(expected, document):
    """Both, with only as many WQEs as it takes to have every shape."""
    paths = first_places(document).values()
    chosen = sorted({path[1] for path in paths
                     if path[0] == "wqes" and len(path) > 1})
    return ({**whole, "wqes": [whole["wqes"][i] for i in chosen]}
            for whole in (expected, document))


def unnoticed_mutations(expected, document):
    """Change and remove a value of each shape; what is not noticed."""
    expected, document = samples(expected, document)
    places = first_places(document)
    missed = []
    for shape, path in sorted(places.items()):
        changed = copy.deepcopy(document)
        holder = parent(changed, path)
        holder[path[-1]] = mutated(holder[path[-1]])
        if not any(differences(expected, changed)):
            missed.append("change of %s" % "/".join(shape))
        del holder[path[-1]]
        if not any(differences(expected, changed)):
            missed.append("removal of %s" % "/".join(shape))
    return len(places), missed


# Points

class Report:
    def __init__(self):
        self.failed = 0

    def point(self, found, text):
        print("%s - %s" % ("not ok" if found else "ok", text))
        self.failed += bool(found)
        for line in found[:MAX_SHOWN]:
            print("#   " + line)
        if len(found) > MAX_SHOWN:
            print("#   and %d more" % (len(found) - MAX_SHOWN))
        sys.stdout.flush()


def load(directory, name):
    with open(os.path.join(directory, name)) as file:
        return json.load(file)


def show(queue, device, *options):
    """The command's document, and what is wrong with how it ended."""
    command = ["ibv_wqedump", "show", "-d", device, "-j", "-x", *options]
    if queue["wq"] == "srq":
        command += ["-s", str(queue["srqn"])]
    else:
        command += ["-q", str(queue["qpn"]), "-w", queue["wq"]]
    done = subprocess.run(command, capture_output=True, text=True)
    found = []
    if done.returncode or done.stderr:
        found = ["%s: exit status %d: %s" % (
            " ".join(command), done.returncode, done.stderr.strip())]
    if done.returncode not in (0, WITH_WARNINGS):
        return None, found
    try:
        return json.loads(done.stdout), found
    except json.JSONDecodeError as error:
        return None, ["%s: %s" % (" ".join(command), error)]


def adapter_view(directory, queue):
    if queue["wq"] == "srq":
        view = load(directory, "srq-%u.emulator.json" % queue["srqn"])
        # Only the device knows how many slots libmlx5 made of an SRQ
        queue["wqe_cnt"] = view["wqe_cnt"]
        return view
    view = load(directory, "qp-%u.emulator.json" % queue["qpn"])
    return view[queue["wq"]]


def check_selection(report, title, queue, pending, device):
    """-n: some of the WQEs in the middle, by their index."""
    first, count = len(queue["wrs"]) // 3, (len(queue["wrs"]) + 1) // 2
    part = slice(first, first + count)
    chosen = {**queue, "wrs": queue["wrs"][part]}
    expected = expected_document(chosen, pending[part], device, "kernel")
    index = queue["wrs"][first]["index"]
    document, found = show(queue, device, "-n", "%d,%d" % (index, count))
    if document:
        found += differences(expected, document)
    report.point(found, "%s: by number, %d WQEs from %d" %
                 (title, count, index))


def check_queue(report, directory, name, device, self_test):
    queue = load(directory, name + ".expected.json")
    view = adapter_view(directory, queue)
    pending = view["pending"]
    title = "%s %s" % (name, queue.get("type", "basic"))
    report.point(emulator_differences(queue, view),
                 "%s: %d WQEs as the adapter sees them" %
                 (title, len(queue["wrs"])))
    sources = [("by number", "kernel", *show(queue, device))]
    for how, source in (("handle", "kernel"), ("mapped", "mapped")):
        document = load(directory, "%s.%s.json" % (name, how))
        sources.append(("owner, " + how, source, document, []))
    for how, source, document, found in sources:
        if document:
            expected = expected_document(queue, pending, device, source)
            document = posted_part(document, queue)
            found += differences(expected, document)
        report.point(found, "%s: %s" % (title, how))
        if self_test and not found:
            count, missed = unnoticed_mutations(expected, document)
            report.point(missed, "%s: %s: changes of %d kinds of field are "
                         "noticed" % (title, how, count))
    if queue["wrs"] and queue["wq"] != "srq":
        check_selection(report, title, queue, pending, device)


# Coverage

def expected_files(directory):
    for place, _, names in os.walk(directory):
        for name in sorted(names):
            if name.endswith(".expected.json"):
                yield load(place, name)


def wraps(queue, wr):
    return wr["index"] % queue["wqe_cnt"] + wr["slots"] > queue["wqe_cnt"]


def cover_send(queue, seen):
    kind = queue["type"]
    for wr in queue["wrs"]:
        seen.add((kind, wr["opcode"]))
        if wr["opcode"] == "SEND":
            seen.add((kind, "flags", wr["signaled"], wr["solicited"],
                      wr["fence"]))
        if wraps(queue, wr):
            seen.add((kind, "a WQE that wraps"))
        if "inline" not in wr:
            empty = [entry for entry in wr["sge"] if not entry["length"]]
            seen.add((kind, "empty entries" if empty else "no empty entry"))
            seen.add((kind, "entries", min(len(wr["sge"]), 3)))
    lengths = {len(wr["inline"]) // 2 for wr in queue["wrs"] if "inline" in wr}
    if lengths >= set(range(queue["max_inline"] + 1)) and queue["sweep"]:
        seen.add((kind, "every length of inline data"))
    if queue["far"] and queue["consumer"] > queue["producer"]:
        seen.add("the counter wraps")
    if queue["sig_all"]:
        seen.add("all signaled")
    if queue["posted"] == queue["wqe_cnt"]:
        seen.add("a full send queue")


def cover_receive(queue, seen):
    kind = queue.get("type", "SRQ")
    for wr in queue["wrs"]:
        seen.add((kind, "receive", min(len(wr["sge"]), 2)))
    slots = [wr["index"] % max(queue["wqe_cnt"], 1) for wr in queue["wrs"]]
    if kind != "SRQ" and slots != sorted(slots):
        seen.add("a receive queue wraps")
    if kind != "SRQ" and queue["posted"] == queue["wqe_cnt"]:
        seen.add("a full receive queue")


def wanted():
    want = {"the counter wraps", "all signaled", "a receive queue wraps",
            "a full send queue", "a full receive queue"}
    for kind, opcodes in TYPE_OPCODES.items():
        want |= {(kind, opcode) for opcode in opcodes}
        want |= {(kind, "entries", n) for n in range(4)}
        want |= {(kind, "empty entries"), (kind, "a WQE that wraps"),
                 (kind, "every length of inline data")}
        want |= {(kind, "flags", signaled, solicited, fence)
                 for signaled in (False, True) for solicited in (False, True)
                 for fence in ((False, True) if kind == "RC" else (False,))}
    for kind in ("RC", "UC", "UD", "SRQ"):
        want |= {(kind, "receive", n) for n in range(3)}
    return want


def coverage(report, directory):
    seen = set()
    queues = wqes = 0
    for queue in expected_files(directory):
        queues += 1
        wqes += len(queue["wrs"])
        (cover_send if queue["wq"] == "sq" else cover_receive)(queue, seen)
    missing = [str(item) for item in sorted(wanted() - seen, key=str)]
    report.point(missing, "coverage: %d queues with %d pending WQEs had "
                 "all %d cases in them" % (queues, wqes, len(wanted())))


def main(arguments):
    device = "mlx5_0"
    report = Report()
    self_test = "--self-test" in arguments
    if self_test:
        arguments.remove("--self-test")
    if arguments[:1] == ["-d"]:
        device = arguments[1]
        arguments = arguments[2:]
    if arguments[:1] == ["--coverage"] and len(arguments) == 2:
        coverage(report, arguments[1])
    elif len(arguments) == 1:
        suffix = ".expected.json"
        for name in sorted(os.listdir(arguments[0])):
            if name.endswith(suffix):
                check_queue(report, arguments[0], name[:-len(suffix)], device,
                            self_test)
    else:
        sys.exit(__doc__)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
