#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""usage: compare_srp.py DISK QUEUE_SIZE IU_SIZE [SRQN]

Compare what ibv_wqedump says of the queues of ib_srp and ib_srpt with the
requests that were made of DISK, with what rdma(8) says of the drivers' keys,
and with the emulated adapter's view, while the adapter holds the queues at
three moments:

    commands    the initiator's queue is held: registrations and SRP_CMDs
    data        the target's queue is held: RDMA and responses
    invalidate  the initiator's queue is held when the responses have come

Where a request must be, the adapter's view decides; addresses of the drivers'
own memory, which nobody else knows, are taken from it, too. The login was with
QUEUE_SIZE, and the SRP_LOGIN_REQ said IU_SIZE. With SRQN the target receives
from that SRQ. Prints a TAP point for each comparison.
"""
import json
import mmap
import os
import subprocess
import sys
import threading
import time

from compare import (Report, UNIT, data, differences, expected_document,
                     posted_part, queue_object, show, unnoticed_mutations)

DEVICE = "mlx5_0"
KIB, MIB = 1 << 10, 1 << 20
PATIENCE = 60			# seconds for anything to happen
DISK_SIZE = 16 * MIB

# Every length tells which request it is, and no two requests touch
WRITES = [48 * KIB, 40 * KIB, 16 * KIB, 12 * KIB, 8 * KIB, 512]
READS = [44 * KIB, 24 * KIB, 20 * KIB, 4 * KIB, 1 * KIB]

# scsi/srp.h: sizes of IUs, and how ib_srp puts data behind one
COMMAND_SIZE = 48 + 16		# srp_cmd with one srp_direct_buf
RESPONSE_SIZE = 36		# srp_rsp
IMMEDIATE_OFFSET = 48 + 16 + 4	# srp_cmd, SRP_MAX_ADD_CDB_LEN, srp_imm_buf
IMMEDIATE_MAX = 8 * KIB
RESERVED_RECEIVES = 2		# SRP_RSP_SQ_SIZE, SRP_TSK_MGMT_SQ_SIZE
TARGET_RECEIVES = 128		# MAX_SRPT_RQ_SIZE

OPCODES = {"RDMA_WRITE": 0x08, "SEND": 0x0A, "RDMA_READ": 0x10, "UMR": 0x25}
CQ_UPDATE, SMALL_FENCE, STRONG_ORDERING = 0x08, 0x20, 0x60
FLAGS = {
    0: [], CQ_UPDATE: ["cq_update"], STRONG_ORDERING: ["strong_ordering"],
    CQ_UPDATE | SMALL_FENCE: ["cq_update", "initiator_small_fence"],
}
ENTRY = 16			# a KLM
INLINE_ENTRIES = 4		# MLX5_IB_SQ_UMR_INLINE_THRESHOLD
LIST_AT = 8 * UNIT
# MLX5_MKEY_MASK_*: LEN, PAGE_SIZE, START_ADDR, EN_RINVAL, KEY, LR, LW, RR,
# RW, SMALL_FENCE, FREE
REG_MASK = sum(1 << bit for bit in (0, 1, 6, 8, 13, 17, 18, 19, 20, 23, 29))
FREE_MASK = 1 << 29


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def adapter(*command):
    return json.loads(run("emuctl", *(str(word) for word in command)))


def resources(kind, owner):
    """What rdma(8) tells of a kernel module's objects, as dictionaries."""
    found = []
    for line in run("rdma", "-dd", "resource", "show", kind).splitlines():
        words = line.split()[2:]
        fields = dict(zip(words[::2], words[1::2]))
        if fields.get("comm") == "[%s]" % owner:
            found.append(fields)
    return found


def number(raw, place, size):
    return int.from_bytes(raw[place:place + size], "big")


def address(raw, place):
    return "0x%x" % number(raw, place, 8)


def align(value, unit):
    return -(-value // unit) * unit


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            sys.exit("%s: not within %d s" % (what, PATIENCE))
        time.sleep(0.05)


# Requests

class Request(threading.Thread):
    """One request of the disk, in a thread that waits for its end."""

    def __init__(self, disk, writes, length, offset):
        super().__init__(daemon=True)
        self.disk, self.writes = disk, writes
        self.length, self.offset = length, offset
        self.content = os.urandom(length)
        self.found = None
        if not writes:
            self.transfer(os.pwritev, self.content)

    def transfer(self, call, content=b""):
        with mmap.mmap(-1, self.length) as buffer:
            buffer[:len(content)] = content
            if call(self.disk, [buffer], self.offset) != self.length:
                raise OSError("short transfer")
            return buffer[:]

    def run(self):
        if self.writes:
            self.transfer(os.pwritev, self.content)
        else:
            self.found = self.transfer(os.preadv)

    def is_right(self):
        if self.writes:
            self.found = self.transfer(os.preadv)
        return not self.is_alive() and self.found == self.content


def make_requests(disk, immediate):
    requests = {}
    for writes, lengths in ((True, WRITES), (False, READS)):
        for length in lengths:
            request = Request(disk, writes, length, len(requests) * MIB)
            request.immediate = (immediate and writes and
                                 length <= IMMEDIATE_MAX)
            requests[length] = request
    return requests


# One work queue

class Queue:
    def __init__(self, end, wq):
        self.end, self.wq = end, wq

    def view(self):
        if self.wq == "srq":
            return adapter("srq", self.end.srqn)
        return adapter("qp", self.end.qpn)[self.wq]

    def posted(self, view):
        return (view["sw_counter"] - view["hw_counter"]) & 0xffff

    def expected(self, view):
        """All about the queue but its WQEs, as compare.py has it."""
        name = "srqn" if self.wq == "srq" else "qpn"
        return {
            "wq": self.wq, name: getattr(self.end, name),
            "type": self.end.type, "state": self.end.state,
            "owner": {"kernel": True},
            "wqe_cnt": view["wqe_cnt"], "stride": view["stride"],
            "producer": view["sw_counter"], "consumer": view["hw_counter"],
            "posted": self.posted(view), "max_sge": 1,
        }


class End:
    """One of the two modules, its QP and its keys."""

    def __init__(self, module, srqn=None):
        qps = resources("qp", module)
        pds = resources("pd", module)
        if len(qps) != 1 or len(pds) != 1:
            sys.exit("%s has %d QPs, %d PDs" % (module, len(qps), len(pds)))
        self.module, self.srqn = module, srqn
        self.qpn, self.peer = int(qps[0]["lqpn"]), int(qps[0]["rqpn"])
        self.type, self.state = qps[0]["type"], qps[0]["state"]
        self.lkey = int(pds[0]["local_dma_lkey"], 16)
        self.sq = Queue(self, "sq")
        self.rq = Queue(self, "srq" if srqn else "rq")

    def pending(self, name):
        return sum(wqe["opcode"] == OPCODES[name]
                   for wqe in self.sq.view()["pending"])

    def registered(self):
        """{rkey: length}"""
        return {int(mr["rkey"], 16): int(mr["mrlen"])
                for mr in resources("mr", self.module)}


# What the WQEs must be

def request_wqe(queue, view, name, segments, flags, imm=0):
    """@view: of the adapter, for place and size."""
    control = {
        "type": "ctrl", "opmod": 0, "wqe_index": view["index"],
        "opcode": OPCODES[name], "qpn": queue["qpn"], "ds": view["ds"],
        "signature": 0, "stream_channel_id": 0, "fm_ce_se": flags, "imm": imm,
    }
    return {
        "index": view["index"], "slot": view["index"] % queue["wqe_cnt"],
        "pending": True, "opcode": OPCODES[name], "opcode_name": name,
        "opmod": 0, "qpn": queue["qpn"], "ds": view["ds"],
        "flags": FLAGS[flags], "segments": [control] + segments,
        "raw": view["raw"], "warnings": [],
    }


def umr_control(inline, check_free, octowords, mask):
    return {
        "type": "umr_ctrl", "inline": int(inline), "check_free": check_free,
        "translation_offset_en": 0, "check_qpn": 0,
        "klm_octowords": octowords, "mkey_mask": "0x%x" % mask,
        "bsf_octowords": 0,
    }


def memory_key(**fields):
    names = (
        "free access_mode_4_2 relaxed_ordering_write "
        "small_fence_on_rdma_read_response umr_en atomic remote_write "
        "remote_read local_write local_read access_mode_1_0 "
        "ma_translation_mode qpn mkey_7_0 length64 bsf_en sync_umr "
        "expected_sigerr_count en_rinval pd bsf_octword_size "
        "crossing_target_vhca_id translations_octword_size "
        "relaxed_ordering_read log_page_size pcie_tph_en pcie_tph_ph "
        "pcie_tph_steering_tag_index").split()
    return {"type": "mkey", "start_addr": "0x0", "len": 0,
            **dict.fromkeys(names, 0), **fields}


def entries(raw, length, lkey):
    """KLMs for @length bytes, and what the slots held behind them before."""
    segments, place = [], LIST_AT
    while length > 0 and place < len(raw):
        size = number(raw, place, 4)
        segments.append({"type": "klm", "addr": address(raw, place + 8),
                         "byte_count": size, "mkey": lkey})
        length -= size
        place += ENTRY
    if length:
        raise ValueError("KLMs do not end with the request: " + raw.hex())
    if any(raw[place:]):
        segments.append({"type": "raw", "data": raw[place:].hex()})
    elif raw[place:]:
        segments.append({"type": "pad"})
    return segments


def registration(queue, end, view, length):
    raw = bytes.fromhex(view["raw"])
    rkey = number(raw, 12, 4)
    octowords = number(raw, 20, 2)
    inline = octowords <= INLINE_ENTRIES
    start = address(raw, 80)
    key = memory_key(
        start_addr=start, len=length, umr_en=1, remote_write=1, remote_read=1,
        local_write=1, local_read=1, access_mode_1_0=2, qpn=0xffffff,
        mkey_7_0=rkey & 0xff, en_rinval=1,
        translations_octword_size=align(octowords, 8))
    if inline:
        body = entries(raw, length, end.lkey)
        if body[0]["addr"] != start:
            raise ValueError("the first KLM is not where the key starts")
    else:
        body = [{"type": "data", "addr": address(raw, LIST_AT + 8),
                 "byte_count": octowords * ENTRY, "lkey": end.lkey}]
    return rkey, start, request_wqe(
        queue, view, "UMR",
        [umr_control(inline, 1, octowords, REG_MASK), key] + body,
        STRONG_ORDERING, rkey)


def entry(raw, place, length, lkey):
    return data({"addr": address(raw, place + 8), "length": length,
                 "lkey": lkey})


def message(queue, end, view, lengths, flags=CQ_UPDATE):
    raw = bytes.fromhex(view["raw"])
    return request_wqe(queue, view, "SEND", [
        entry(raw, UNIT * (1 + i), length, end.lkey)
        for i, length in enumerate(lengths)], flags)


def gather_lengths(raw, place):
    return [number(raw, at, 4) for at in range(place, len(raw), UNIT)]


def rdma_bytes(view):
    return sum(sum(gather_lengths(bytes.fromhex(wqe["raw"]), 2 * UNIT))
               for wqe in view["pending"] if wqe["opcode"] != OPCODES["SEND"])


def command_wqes(queue, end, views, requests):
    """The initiator's: a registration and an SRP_CMD, or one with the data."""
    missing, registered = dict(requests), end.registered()
    wqes, flags = [], CQ_UPDATE
    for view in views:
        raw = bytes.fromhex(view["raw"])
        if view["opcode"] == OPCODES["UMR"]:
            request = missing.pop(number(raw, 88, 8))
            request.rkey, request.start, wqe = registration(
                queue, end, view, request.length)
            if registered[request.rkey] != request.length:
                raise ValueError("rkey 0x%x is of other memory" % request.rkey)
            flags = CQ_UPDATE | SMALL_FENCE
        elif flags & SMALL_FENCE:
            wqe = message(queue, end, view, [COMMAND_SIZE], flags)
            flags = CQ_UPDATE
        else:
            lengths = gather_lengths(raw, 2 * UNIT)
            if not missing.pop(sum(lengths)).immediate:
                raise ValueError("data in a command that should have none")
            wqe = message(queue, end, view, [IMMEDIATE_OFFSET] + lengths)
        wqes.append(wqe)
    return wqes, ["no command for %d bytes" % length for length in missing]


class Transfers:
    """RDMA of a request, which may take several WQEs."""

    def __init__(self, requests):
        self.left = {request.rkey: request.length
                     for request in requests.values() if not request.immediate}
        self.of_key = {request.rkey: request for request in requests.values()
                       if not request.immediate}

    def wqe(self, queue, end, view):
        raw = bytes.fromhex(view["raw"])
        rkey = number(raw, 24, 4)
        request = self.of_key[rkey]
        place = int(request.start, 16) + request.length - self.left[rkey]
        lengths = gather_lengths(raw, 2 * UNIT)
        self.left[rkey] -= sum(lengths)
        signaled = request.writes and not self.left[rkey]
        segments = [{"type": "raddr", "addr": "0x%x" % place, "rkey": rkey}]
        segments += [entry(raw, UNIT * (2 + i), length, end.lkey)
                     for i, length in enumerate(lengths)]
        return request_wqe(queue, view,
                           "RDMA_READ" if request.writes else "RDMA_WRITE",
                           segments, CQ_UPDATE if signaled else 0)


def data_wqes(queue, end, views, requests):
    """The target's: RDMA for what was registered, SRP_RSP for what is done."""
    transfers, responses, wqes = Transfers(requests), 0, []
    for view in views:
        if view["opcode"] == OPCODES["SEND"]:
            responses += 1
            wqes.append(message(queue, end, view, [RESPONSE_SIZE]))
        else:
            wqes.append(transfers.wqe(queue, end, view))
    found = ["%d bytes are missing at rkey 0x%x" % (left, rkey)
             for rkey, left in transfers.left.items() if left]
    if responses != answered_at_once(requests):
        found.append("%d responses" % responses)
    return wqes, found


def invalidation_wqes(queue, end, views, requests):
    """The initiator's: every key that was registered becomes free again."""
    keys = {request.rkey for request in requests.values()
            if not request.immediate}
    wqes = []
    for view in views:
        rkey = number(bytes.fromhex(view["raw"]), 12, 4)
        keys.remove(rkey)
        wqes.append(request_wqe(
            queue, view, "UMR",
            [umr_control(True, 0, 0, FREE_MASK), memory_key(free=1)], 0, rkey))
    return wqes, ["rkey 0x%x stays registered" % rkey for rkey in keys]


def answered_at_once(requests):
    """Reads, whose RDMA needs no answer, and writes that came with the data."""
    return sum(request.immediate or not request.writes
               for request in requests.values())


def receives(queue, end, view, length):
    """Work requests of a receive queue, for compare.py."""
    order = [wqe["index"] for wqe in view["pending"]]
    place = 0
    if queue["wq"] == "srq":
        # The list ends at the slots that are not posted
        rest = set(range(view["wqe_cnt"])) - set(order)
        order += [rest.pop() if len(rest) == 1 else None]
        place = UNIT
    wrs = []
    for i, wqe in enumerate(view["pending"]):
        raw = bytes.fromhex(wqe["raw"])
        wrs.append({
            "index": wqe["index"],
            "next": order[i + 1] if i + 1 < len(order) else None,
            "sge": [{"addr": address(raw, place + 8), "length": length,
                     "lkey": end.lkey}],
        })
    return wrs


# Comparisons

class Test:
    def __init__(self, disk, queue_size, iu_size, srqn):
        self.report = Report()
        self.disk = disk
        self.initiator = End("ib_srp")
        self.target = End("ib_srpt", srqn)
        self.receives = {
            self.initiator: (queue_size + RESERVED_RECEIVES, iu_size),
            self.target: (
                parameter("srpt_srq_size") if srqn else TARGET_RECEIVES,
                parameter("srp_max_req_size")),
        }
        # ib_srpt takes data with a command only if it has RQs of its own
        self.requests = make_requests(disk, not srqn)
        self.registered = [length for length, request in self.requests.items()
                           if not request.immediate]

    def point(self, found, text):
        self.report.point(found, text)

    def sent(self, moment, end, make):
        """Compare a send queue with the WQEs that @make expects."""
        view = end.sq.view()
        queue = end.sq.expected(view)
        title = "%s: %s: %d WQEs" % (moment, end.module, len(view["pending"]))
        wqes, found = make(queue, end, view["pending"], self.requests)
        expected = {"schema": "mlx5wqe-show/1", "device": DEVICE,
                    "queue": queue_object(queue, "kernel"), "wqes": wqes,
                    "warnings": []}
        document, more = show(queue, DEVICE)
        found += more + list(differences(expected, document))
        if not adapter("qp", end.qpn)["held"]:
            found.append("the queue is not held")
        self.point(found, title)
        if not found:
            count, missed = unnoticed_mutations(expected, document)
            self.point(missed, "%s: changes of %d kinds of field are noticed" %
                       (title, count))
        return view

    def received(self, moment, end, missing=0):
        view = end.rq.view()
        queue = end.rq.expected(view)
        count, length = self.receives[end]
        queue["wrs"] = receives(queue, end, view, length)
        document, found = show(queue, DEVICE)
        if len(queue["wrs"]) != count - missing:
            found.append("%d receives are posted, expected %d" %
                         (len(queue["wrs"]), count - missing))
        expected = expected_document(queue, view["pending"], DEVICE, "kernel")
        found += differences(expected, posted_part(document, queue))
        self.point(found, "%s: %s: %d receives of %d bytes" %
                   (moment, end.module, len(queue["wrs"]), length))

    def advance(self, end, room):
        """Read until the send queue is about to wrap, @room slots ahead."""
        ring = end.sq.view()
        wqe_cnt, done = ring["wqe_cnt"], ring["sw_counter"]
        buffer = mmap.mmap(-1, DISK_SIZE)
        costs = {}

        def read(size):
            nonlocal done
            os.preadv(self.disk, [memoryview(buffer)[:size]], 0)
            now = end.sq.view()["sw_counter"]
            costs[size] = (now - done) & 0xffff
            done += costs[size]

        sizes = [DISK_SIZE, MIB, 64 * KIB, 4 * KIB]
        for size in sizes:
            read(size)
        goal = align(done + room, wqe_cnt) - room
        for size in sizes:
            while done + costs[size] <= goal:
                read(size)
        self.point([] if 0 <= goal - done < costs[sizes[-1]] else
                   ["%d slots to go" % (goal - done)],
                   "%s: the send queue of %d slots is about to wrap" %
                   (end.module, wqe_cnt))

    def crosses(self, end, view):
        slots = [wqe["index"] % view["wqe_cnt"] for wqe in view["pending"]]
        self.point([] if slots != sorted(slots) else ["slots %s" % slots],
                   "%s: they are on both sides of the end" % end.module)

    def hold(self, end, other=None):
        adapter("hold", end.qpn)
        if other:
            adapter("release", other.qpn)

    def all_received(self, moment, kept=0):
        """@kept: receives of the target that hold data of commands."""
        self.received(moment, self.initiator)
        self.received(moment, self.target, kept)

    def commands(self, wraps):
        self.hold(self.initiator)
        for request in self.requests.values():
            request.start()
        wait_until(lambda: self.initiator.pending("SEND") ==
                   len(self.requests), "commands")
        view = self.sent("commands", self.initiator, command_wqes)
        if wraps is self.initiator:
            self.crosses(self.initiator, view)
        self.all_received("commands")

    def data(self, wraps):
        target, registered = self.target, self.registered
        self.hold(target, self.initiator)
        wait_until(lambda: target.pending("SEND") ==
                   answered_at_once(self.requests), "responses")
        wait_until(lambda: rdma_bytes(target.sq.view()) == sum(registered),
                   "RDMA")
        view = self.sent("data", target, data_wqes)
        if wraps is target:
            self.crosses(target, view)
        self.all_received("data", len(self.requests) - len(registered))

    def invalidations(self):
        self.hold(self.initiator, self.target)
        wait_until(lambda: self.initiator.pending("UMR") ==
                   len(self.registered), "invalidations")
        self.sent("invalidate", self.initiator, invalidation_wqes)
        self.all_received("invalidate")

    def end_requests(self):
        adapter("release", self.initiator.qpn)
        for request in self.requests.values():
            request.join(PATIENCE)
        self.point(["%d bytes" % length
                    for length, request in self.requests.items()
                    if not request.is_right()],
                   "all %d requests end with the right data" %
                   len(self.requests))

    def run(self):
        initiator, target = self.initiator, self.target
        self.point([] if (initiator.peer, target.peer) ==
                   (target.qpn, initiator.qpn) else ["not to each other"],
                   "QP %d of ib_srp is connected to QP %d of ib_srpt" %
                   (initiator.qpn, target.qpn))
        # The longest send queue is the target's. With an SRQ it is short.
        self.advance(target, 8)
        if target.srqn:
            self.advance(initiator, 8)
        try:
            wraps = initiator if target.srqn else target
            self.commands(wraps)
            self.data(wraps)
            self.invalidations()
        finally:
            adapter("release", target.qpn)
            adapter("release", initiator.qpn)
        self.end_requests()
        return 1 if self.report.failed else 0


def parameter(name):
    with open("/sys/module/ib_srpt/parameters/" + name) as file:
        return int(file.read())


def main(arguments):
    if len(arguments) not in (3, 4):
        sys.exit(__doc__)
    disk = os.open(arguments[0], os.O_RDWR | os.O_DIRECT)
    queue_size, iu_size, *srqn = (int(word) for word in arguments[1:])
    return Test(disk, queue_size, iu_size, srqn[0] if srqn else None).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
