# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Check stored JSON: the segments against the raw bytes of their WQE.

Shares nothing with the library: the layouts are written down here once more,
as struct formats.
"""

import json
import pathlib
import struct
import sys

REMOTE, ATOMIC, PAYLOAD = 1, 2, 4
OPCODES = {
    "RDMA_WRITE": REMOTE | PAYLOAD, "RDMA_WRITE_IMM": REMOTE | PAYLOAD,
    "SEND": PAYLOAD, "SEND_IMM": PAYLOAD, "RDMA_READ": REMOTE | PAYLOAD,
    "ATOMIC_CS": REMOTE | ATOMIC | PAYLOAD,
    "ATOMIC_FA": REMOTE | ATOMIC | PAYLOAD,
}


def no_duplicates(pairs):
    assert len({name for name, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def load(path):
    return json.loads(path.read_text("ascii"), object_pairs_hook=no_duplicates)


def address(value):
    return f"0x{value:x}"


class Reader:
    """What is left of the bytes of a WQE."""

    def __init__(self, data):
        self.data = data

    def take(self, layout):
        size = struct.calcsize(layout)
        values = struct.unpack(layout, self.data[:size])
        self.data = self.data[size:]
        return values


def ctrl(r):
    word, qpn_ds, signature, stream, fm_ce_se, imm = r.take(">IIBHBI")
    return {"type": "ctrl", "opmod": word >> 24,
            "wqe_index": word >> 8 & 0xffff, "opcode": word & 0xff,
            "qpn": qpn_ds >> 8, "ds": qpn_ds & 63, "signature": signature,
            "stream_channel_id": stream, "fm_ce_se": fm_ce_se, "imm": imm}


def raddr(r):
    addr, rkey, reserved = r.take(">QII")
    segment = {"type": "raddr", "addr": address(addr), "rkey": rkey}
    return segment | ({"reserved_12": reserved} if reserved else {})


def atomic(r):
    swap_add, compare = r.take(">QQ")
    return {"type": "atomic", "swap_add": address(swap_add),
            "compare": address(compare)}


def av(r):
    qkey, dqpn, rate_sl, mlid, rlid = r.take(">I4xIBBH")
    segment = {"type": "av", "qkey": qkey, "ext": dqpn >> 31,
               "dqpn": dqpn & 0xffffff, "stat_rate_sl": rate_sl,
               "fl_mlid": mlid, "rlid": rlid}
    if not dqpn >> 31:
        return segment
    rmac, tclass, hop_limit, grh, rgid = r.take(">4x6sBBI16s")
    return segment | {
        "rmac": rmac.hex(), "tclass": tclass, "hop_limit": hop_limit,
        "grh": grh >> 30 & 1, "sgid_index": grh >> 20 & 0x3ff,
        "flow_label": grh & 0xfffff, "rgid": rgid.hex()}


def entry(r):
    byte_count, lkey, addr = r.take(">IIQ")
    return {"type": "data", "addr": address(addr), "byte_count": byte_count,
            "lkey": lkey}


def inline(r):
    byte_count = r.take(">I")[0] & 0x7fffffff
    length = min(byte_count, len(r.data))
    data = r.data[:length]
    r.data = r.data[length + -(length + 4) % 16:]
    return {"type": "inline", "byte_count": byte_count, "data": data.hex()}


def payload(r):
    while r.data:
        yield inline(r) if r.data[0] & 0x80 else entry(r)


def raw(r):
    return {"type": "raw", "data": r.data.hex()}


def send(r, wqe, qp_type):
    parts = OPCODES.get(wqe.get("opcode_name"), 0)
    yield ctrl(r)
    if parts == PAYLOAD and qp_type == "UD":
        yield av(r)
    if parts & REMOTE:
        yield raddr(r)
    if parts & ATOMIC:
        yield atomic(r)
    if parts & PAYLOAD:
        yield from payload(r)
    elif r.data:
        yield raw(r)


def receive(r, shared):
    if shared:
        index, signature = r.take(">2xHB11x")
        yield {"type": "next", "next_wqe_index": index, "signature": signature}
    while r.data:
        segment = entry(r)
        yield segment
        if segment["byte_count"] == 0 and segment["lkey"] == 0x100:
            break


def expected(queue, wqe):
    r = Reader(bytes.fromhex(wqe["raw"]))
    if wqe.get("loose") == "empty":
        assert not any(r.data)
        return []
    if "loose" in wqe:
        return [raw(r)]
    if queue["wq"] == "sq":
        return list(send(r, wqe, queue["type"]))
    return list(receive(r, queue["wq"] == "srq"))


def check(path):
    pretty = load(path)
    compact = load(path.with_name(path.name.replace(".pretty", "")))
    assert pretty["schema"] == "mlx5wqe-show/1"
    for wqe in pretty["wqes"]:
        found = wqe["segments"]
        wanted = expected(pretty["queue"], wqe)
        assert found == wanted, f"{path}: {wqe['slot']}:\n{found}\n{wanted}"
        # the compact document has all but the bytes
        del wqe["raw"]
    assert pretty == compact, path
    return len(pretty["wqes"])


paths = sorted(pathlib.Path(sys.argv[1]).glob("*.pretty.json"))
assert len(paths) >= 5
assert all(check(path) for path in paths)
