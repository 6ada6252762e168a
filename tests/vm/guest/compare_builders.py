#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""usage: compare_builders.py [--self-test] [-d DEVICE] DIRECTORY
       compare_builders.py --coverage DIRECTORY

Compare every field of what ibv_wqedump says of send queues with what builder
asked of libibverbs and libmlx5. DIRECTORY is what builder wrote; for each
queue it holds

    sq-QPN.expected.json        what was asked, in order
    sq-QPN.mapped.json          the library, in the owner, through its mapping
    qp-QPN.emulator.json        the emulated adapter's view

and skipped.json, what could not be asked. Prints a TAP point for each queue.
--self-test: also change every kind of field, and require that the comparison
notices. --coverage: which builders were compared, below DIRECTORY.

Where a request says nothing of a field, and libmlx5 leaves in it what the slot
held before, the value is that of the adapter's bytes. What stands where is
said here once more, from infiniband/mlx5dv.h, the kernel's linux/mlx5/qp.h and
mlx5_ifc.h, by the number of the bit from the start of a segment.
"""
import json
import os
import sys

from compare import (Report, differences, expected_files, load, queue_object,
                     show, unnoticed_mutations)

UNIT, UNITS_PER_SLOT = 16, 4
OPCODES = {
    "NOP": 0x00, "SEND_INVAL": 0x01, "RDMA_WRITE": 0x08,
    "RDMA_WRITE_IMM": 0x09, "SEND": 0x0A, "SEND_IMM": 0x0B, "TSO": 0x0E,
    "RDMA_READ": 0x10, "ATOMIC_CS": 0x11, "ATOMIC_FA": 0x12, "SET_PSV": 0x20,
    "UMR": 0x25, "MMO": 0x2F,
}
CQ_UPDATE, SOLICITED, FENCE, SMALL_FENCE = 0x08, 0x02, 0x80, 0x20
FLAG_NAMES = {CQ_UPDATE: "cq_update", SOLICITED: "solicited", FENCE: "fence",
              SMALL_FENCE: "initiator_small_fence"}

# (name, first bit, bits, kind): n a number, a an address, x bytes. A capital
# letter: left out when zero
LAYOUTS = {
    "ctrl": (128, [
        ("opmod", 0, 8, "n"), ("wqe_index", 8, 16, "n"),
        ("opcode", 24, 8, "n"), ("qpn", 32, 24, "n"), ("ds", 58, 6, "n"),
        ("signature", 64, 8, "n"), ("stream_channel_id", 72, 16, "n"),
        ("fm_ce_se", 88, 8, "n"), ("imm", 96, 32, "n")]),
    "raddr": (128, [("addr", 0, 64, "a"), ("rkey", 64, 32, "n")]),
    "atomic": (128, [("swap_add", 0, 64, "a"), ("compare", 64, 64, "a")]),
    "xrc": (128, [("xrc_srqn", 0, 32, "n"), ("unused_4", 32, 96, "X")]),
    "data": (128, [("byte_count", 1, 31, "n"), ("lkey", 32, 32, "n"),
                   ("addr", 64, 64, "a")]),
    "eth": (112, [
        ("swp_outer_l4_offset", 0, 8, "n"), ("swp_outer_l3_offset", 8, 8, "n"),
        ("swp_inner_l4_offset", 16, 8, "n"),
        ("swp_inner_l3_offset", 24, 8, "n"), ("cs_flags", 32, 8, "n"),
        ("swp_flags", 40, 8, "n"), ("mss", 48, 16, "n"),
        ("flow_table_metadata", 64, 32, "n"), ("vlan_insert", 96, 1, "n"),
        ("trailer_insert", 97, 1, "n"), ("trailer_hdr", 99, 3, "n"),
        ("inline_hdr_sz", 102, 10, "n")]),
    "umr_ctrl": (384, [
        ("inline", 0, 1, "n"), ("check_free", 1, 2, "n"),
        ("translation_offset_en", 3, 1, "n"), ("check_qpn", 4, 1, "n"),
        ("klm_octowords", 32, 16, "n"), ("mkey_mask", 64, 64, "a")]),
    "mkey": (512, [
        ("unused_0", 0, 1, "N"), ("free", 1, 1, "n"), ("unused_0_5", 2, 1, "N"),
        ("access_mode_4_2", 3, 3, "n"), ("unused_0_0", 6, 2, "N"),
        ("unused_1", 8, 5, "N"), ("relaxed_ordering_write", 13, 1, "n"),
        ("unused_1_1", 14, 1, "N"),
        ("small_fence_on_rdma_read_response", 15, 1, "n"),
        ("umr_en", 16, 1, "n"), ("atomic", 17, 1, "n"),
        ("remote_write", 18, 1, "n"), ("remote_read", 19, 1, "n"),
        ("local_write", 20, 1, "n"), ("local_read", 21, 1, "n"),
        ("access_mode_1_0", 22, 2, "n"), ("unused_3", 24, 2, "N"),
        ("ma_translation_mode", 26, 2, "n"), ("unused_3_0", 28, 4, "N"),
        ("qpn", 32, 24, "n"), ("mkey_7_0", 56, 8, "n"),
        ("unused_8", 64, 32, "N"), ("length64", 96, 1, "n"),
        ("bsf_en", 97, 1, "n"), ("sync_umr", 98, 1, "n"),
        ("unused_12", 99, 2, "N"), ("expected_sigerr_count", 101, 1, "n"),
        ("unused_12_25", 102, 1, "N"), ("en_rinval", 103, 1, "n"),
        ("pd", 104, 24, "n"), ("start_addr", 128, 64, "a"),
        ("len", 192, 64, "n"), ("bsf_octword_size", 256, 32, "n"),
        ("unused_36", 288, 96, "X"), ("crossing_target_vhca_id", 384, 16, "n"),
        ("unused_50", 400, 16, "N"),
        ("translations_octword_size", 416, 32, "n"),
        ("unused_56", 448, 24, "X"), ("unused_59", 472, 1, "N"),
        ("relaxed_ordering_read", 473, 1, "n"), ("log_page_size", 474, 6, "n"),
        ("unused_60", 480, 5, "N"), ("pcie_tph_en", 485, 1, "n"),
        ("pcie_tph_ph", 486, 2, "n"),
        ("pcie_tph_steering_tag_index", 488, 8, "n"),
        ("unused_62", 496, 16, "N")]),
    "klm": (128, [("byte_count", 0, 32, "n"), ("mkey", 32, 32, "n"),
                  ("addr", 64, 64, "a")]),
    "repeat_block": (128, [("byte_count", 0, 32, "n"), ("op", 32, 32, "n"),
                           ("repeat_count", 64, 32, "n"),
                           ("num_ent", 112, 16, "n")]),
    "repeat_entry": (128, [("stride", 0, 16, "n"), ("byte_count", 16, 16, "n"),
                           ("mkey", 32, 32, "n"), ("addr", 64, 64, "a")]),
    "bsf": (512, [
        ("bsf_size", 0, 2, "n"), ("same_block_structure", 3, 1, "n"),
        ("bsf_type", 6, 2, "n"), ("check_byte_mask", 8, 8, "n"),
        ("wire_copy_mask_or_bs_selector", 16, 8, "n"),
        ("mem_bs_selector", 24, 8, "n"), ("raw_data_size", 32, 32, "n"),
        ("wire_bfs", 64, 8, "n"), ("wire_psv", 72, 24, "n"),
        ("mem_bfs", 96, 8, "n"), ("mem_psv", 104, 24, "n"),
        ("t_init_gen_pro_size", 128, 32, "n"), ("rsvd_epi_size", 160, 32, "n"),
        ("wire_tfs_psv", 192, 32, "n"), ("mem_tfs_psv", 224, 32, "n")] + [
        (domain + name, start + first, bits, "n")
        for domain, start in (("wire", 256), ("mem", 384))
        for name, first, bits in (
            ("_inl_valid", 0, 1), ("_refresh_dif", 1, 1),
            ("_dif_apptag", 16, 16), ("_dif_reftag", 32, 32),
            ("_sig_type", 64, 8), ("_rp_inv_seed", 72, 8),
            ("_dif_inc_ref_guard_check", 104, 8),
            ("_dif_app_bitmask_check", 112, 16))]),
    "set_psv": (128, [("psv_index", 0, 32, "n"), ("syndrome", 32, 16, "n"),
                      ("status", 48, 16, "n"),
                      ("transient_signature", 64, 64, "a")]),
    "mmo": (128, [("mmo_control_31_0", 0, 32, "n"), ("lkey", 32, 32, "n"),
                  ("addr", 64, 64, "a")]),
}
LAYOUTS["gather"] = LAYOUTS["scatter"] = LAYOUTS["data"]
AV_TAIL = [
    ("ext", 64, 1, "n"), ("dqpn", 72, 24, "n"), ("stat_rate_sl", 96, 8, "n"),
    ("fl_mlid", 104, 8, "n"), ("rlid", 112, 16, "n"), ("rmac", 160, 48, "x"),
    ("tclass", 208, 8, "n"), ("hop_limit", 216, 8, "n"), ("grh", 225, 1, "n"),
    ("sgid_index", 226, 10, "n"), ("flow_label", 236, 20, "n"),
    ("rgid", 256, 128, "x")]
UD_AV = (384, [("qkey", 0, 32, "n")] + AV_TAIL)
DC_AV = (384, [("dc_key", 0, 64, "a")] +
         [("dctn" if row[0] == "dqpn" else row[0], *row[1:])
          for row in AV_TAIL])
OFFSET_FIELDS = [("translation_offset", 48, 16, "n"),
                 ("translation_offset_47_16", 128, 32, "n")]
BSF_FIELDS = [("bsf_octowords", 48, 16, "n")]
STALE = "what the slot held"


def shown(value, bits, kind):
    if kind in "aA":
        return "0x%x" % value
    return value.to_bytes(bits // 8, "big").hex() if kind in "xX" else value


class Wqe:
    """A WQE that is expected, made segment by segment."""

    def __init__(self, raw):
        self.raw = bytes.fromhex(raw)
        self.at = 0
        self.segments = []

    def old(self, layout, name):
        """The value that the adapter's bytes have."""
        bits, first = next((row[2], row[1]) for row in layout[1]
                           if row[0] == name)
        size = layout[0] // 8
        whole = int.from_bytes(self.raw[self.at:self.at + size], "big")
        return whole >> (layout[0] - first - bits) & (1 << bits) - 1

    def add(self, kind, layout=None, default=0, **asked):
        """A segment whose fields are what was asked, all others @default."""
        layout = layout or LAYOUTS[kind]
        segment = {"type": kind}
        for name, _, bits, form in layout[1]:
            value = asked.pop(name, default)
            if value is STALE:
                value = self.old(layout, name)
            if isinstance(value, str):
                segment[name] = value
            elif value or form.islower():
                segment[name] = shown(value, bits, form)
        assert not asked, asked
        self.segments.append(segment)
        self.at += layout[0] // 8
        return segment

    def tail(self, segment, name, data):
        """Bytes behind a segment, padded with what the slot held."""
        segment[name] = data
        self.at += len(data) // 2
        end = self.at + -self.at % UNIT
        if any(self.raw[self.at:end]):
            segment["padding"] = self.raw[self.at:end].hex()
        self.at = end

    def pad(self, units):
        """Zeros up to a multiple of @units, the list being slot-aligned."""
        end = self.at + -self.at % (units * UNIT)
        if end != self.at:
            self.segments.append({"type": "pad"})
        self.at = end


# Requests to other queues

def data_segments(wqe, entries, skip=0):
    for entry in entries:
        addr, length = int(entry["addr"], 16) + skip, entry["length"] - skip
        skip = 0
        if length:
            wqe.add("data", byte_count=length, lkey=entry["lkey"],
                    addr="0x%x" % addr)


def payload(wqe, wr, skip=0):
    if "inline" not in wr:
        return data_segments(wqe, wr["sge"], skip)
    data = wr["inline"][2 * skip:]
    if data:
        segment = {"type": "inline", "byte_count": len(data) // 2}
        wqe.segments.append(segment)
        wqe.at += 4
        wqe.tail(segment, "data", data)
    return None


def address_vector(wr):
    grh = {}
    if "dgid" in wr:
        grh = {"grh": 1, "rgid": wr["dgid"], "tclass": wr["traffic_class"],
               "hop_limit": wr["hop_limit"], "flow_label": wr["flow_label"],
               "sgid_index": wr["sgid_index"]}
    return {"ext": 1, "stat_rate_sl": wr["static_rate"] << 4 | wr["sl"],
            "fl_mlid": wr["src_path_bits"], "rlid": wr["dlid"], **grh}


def target(wqe, queue, wr):
    if queue["type"] == "XRC_INI":
        wqe.add("xrc", xrc_srqn=wr["srqn"], unused_4=STALE)
    elif queue["type"] == "UD":
        wqe.add("av", UD_AV, qkey=wr["qkey"], dqpn=wr["remote_qpn"],
                **address_vector(wr))
    elif queue["type"] == "DCI":
        wqe.add("av", DC_AV, dc_key=wr["dc_key"], dctn=wr["dctn"],
                **address_vector(wr))


CHECKSUM = 0xC0		# L3 and L4


def ethernet(wqe, wr):
    """How many bytes of headers are inline is the driver's choice."""
    wanted = wqe.old(LAYOUTS["eth"], "inline_hdr_sz")
    header = wr["packet" if "packet" in wr else "inline"][:2 * wanted]
    segment = wqe.add("eth", cs_flags=CHECKSUM * wr["csum"],
                      inline_hdr_sz=wanted)
    if wanted not in (0, 18):
        segment["inline_hdr_sz"] = "0 or 18"
    # Two bytes of it are of the segment, there or not, and zero
    if wanted:
        wqe.tail(segment, "inline_hdr", header)
    else:
        segment["inline_hdr"] = ""
        wqe.at += 2
    payload(wqe, wr, wanted)


def message(wqe, queue, wr):
    if queue["type"] == "RAW_PACKET":
        return ethernet(wqe, wr)
    target(wqe, queue, wr)
    if "remote_addr" in wr:
        wqe.add("raddr", addr=wr["remote_addr"], rkey=wr["rkey"])
    if "swap_add" in wr:
        wqe.add("atomic", swap_add=wr["swap_add"],
                compare=wr.get("compare", STALE))
    return payload(wqe, wr)


def segmented(wqe, _, wr):
    header = wr["header"]
    segment = wqe.add("eth", cs_flags=CHECKSUM * wr["csum"], mss=wr["mss"],
                      inline_hdr_sz=len(header) // 2)
    wqe.tail(segment, "inline_hdr", header)
    payload(wqe, wr)


# Memory keys. MLX5_WQE_UMR_CTRL_MKEY_MASK_* of mlx5dv.h

MASK_LEN, MASK_START, MASK_SIG_ERR = 1 << 0, 1 << 6, 1 << 9
MASK_BSF = 1 << 12
MASK_MKEY, MASK_QPN, MASK_FREE = 1 << 13, 1 << 14, 1 << 29
MASK_ACCESS = 1 << 18 | 1 << 19 | 1 << 20 | 1 << 21
ANY_QPN = 0xFFFFFF
REPEAT_OP = 0x400
ACCESS = ("local_write", "remote_write", "remote_read", "atomic")


def with_fields(kind, fields):
    size, rows = LAYOUTS[kind]
    return size, rows + fields


def access_of(wr):
    return {name: wr[name] for name in ACCESS if name in wr}


def layout_of(wr):
    """Entries of the list, and bytes of the whole region."""
    if "sge" in wr:
        return len(wr["sge"]), sum(entry["length"] for entry in wr["sge"])
    if "interleaved" in wr:
        block = sum(entry["count"] for entry in wr["interleaved"])
        return 1 + len(wr["interleaved"]), block * wr["repeat"]
    return 0, 0


def list_segments(wqe, wr):
    for entry in wr.get("sge", []):
        wqe.add("klm", byte_count=entry["length"], mkey=entry["lkey"],
                addr=entry["addr"])
    entries = wr.get("interleaved", [])
    if entries:
        wqe.add("repeat_block", op=REPEAT_OP, repeat_count=wr["repeat"],
                byte_count=sum(entry["count"] for entry in entries),
                num_ent=len(entries))
    for entry in entries:
        wqe.add("repeat_entry", addr=entry["addr"], byte_count=entry["count"],
                stride=entry["count"] + entry["skip"], mkey=entry["lkey"])
    wqe.pad(UNITS_PER_SLOT)


def configure(wqe, _, wr):
    entries, length = layout_of(wr)
    access = access_of(wr)
    signed = "check_mask" in wr
    mask = MASK_FREE | MASK_MKEY
    first = wr.get("first", 0)
    mask |= MASK_SIG_ERR if first else 0
    mask |= MASK_LEN if entries else 0
    mask |= MASK_ACCESS if access else 0
    mask |= MASK_BSF if signed or wr["builder"] == "reset_sig_attr" else 0
    wqe.add("umr_ctrl", with_fields("umr_ctrl", BSF_FIELDS), inline=1,
            klm_octowords=entries + -entries % 4, mkey_mask="0x%x" % mask,
            bsf_octowords=4 if signed else 0)
    wqe.add("mkey", len=length, qpn=ANY_QPN, mkey_7_0=wr["mkey"] & 0xFF,
            bsf_en=int(signed), expected_sigerr_count=first, **access)
    list_segments(wqe, wr)
    if signed:
        wqe.add("bsf", **signature_format(wr))


def bind(wqe, queue, wr):
    """A window; of length 0, what ends its binding, or invalidates a key"""
    second, length = wr["window_type"] == 2, wr["length"]
    mask = MASK_FREE | MASK_MKEY | (MASK_QPN if second else 0)
    mask |= (MASK_LEN | MASK_START | MASK_ACCESS) if length else 0
    wqe.add("umr_ctrl", with_fields("umr_ctrl", OFFSET_FIELDS), inline=1,
            translation_offset_en=1, mkey_mask="0x%x" % mask,
            check_free=int(second and length > 0),
            check_qpn=int(second and not length),
            klm_octowords=4 if length else 0)
    # Of the context libmlx5 writes these fields and no others
    asked = {"free": int(not length), "mkey_7_0": wr["rkey"] & 0xFF,
             "qpn": queue["qpn"] if second and length else ANY_QPN,
             "unused_0": 0, "unused_0_5": 0, "access_mode_4_2": 0,
             "unused_0_0": 0}
    if length:
        asked.update(access_of(wr), umr_en=0, local_read=0, access_mode_1_0=0,
                     len=length, start_addr=wr["addr"])
        if wr.get("zero_based"):
            asked["start_addr"] = "0x0"
    wqe.add("mkey", default=STALE, **asked)
    if length:
        wqe.add("klm", byte_count=length, mkey=wr["lkey"], addr=wr["addr"])
        wqe.pad(UNITS_PER_SLOT)


# Signatures: struct mlx5_bsf of linux/mlx5/qp.h, MLX5DV_SIG_* of mlx5dv.h

BLOCK_SELECTORS = {512: 1, 520: 2, 4096: 3, 4160: 4, 4048: 6}
CRC_FORMATS = {"crc32": 0x20, "crc32c": 0x40, "crc64": 0x50}
CRC_REPEAT, CRC_SEED_ZERO = 0x02, 0x01
CRC_MASKS = {"crc32": 0xF0, "crc32c": 0xF0, "crc64": 0xFF}
GUARD_MASK, APPTAG_MASK, REFTAG_MASK = 0xC0, 0x30, 0x0F
DIF_REPEAT, DIF_SEED, DIF_INC_REFTAG = 0x80, 0x08, 0x40
DIF_APP_ESCAPE, DIF_APP_REF_ESCAPE = 0x01, 0x02
WITH_INLINE = 2
WHOLE = 0xFFFFFFFF


def same_structure(mem, wire):
    if mem is None or wire is None or mem["block_size"] != wire["block_size"]:
        return False
    return mem.get("kind") == wire.get("kind")


def copied_bytes(mem, wire):
    if "kind" in wire:
        return CRC_MASKS[wire["kind"]]
    guard = (mem["crc"], mem["bg"]) == (wire["crc"], wire["bg"])
    return (GUARD_MASK * guard |
            APPTAG_MASK * (mem["app_tag"] == wire["app_tag"]) |
            REFTAG_MASK * (mem["ref_tag"] == wire["ref_tag"]))


def dif_fields(domain, side):
    check = DIF_INC_REFTAG if side["remap"] else 0
    if side["app_ref_escape"]:
        check |= DIF_APP_REF_ESCAPE
    elif side["app_escape"]:
        check |= DIF_APP_ESCAPE
    fields = {"_inl_valid": 1, "_refresh_dif": 1, "_dif_app_bitmask_check":
              0xFFFF, "_dif_apptag": side["app_tag"],
              "_dif_reftag": side["ref_tag"],
              "_sig_type": 1 if side["crc"] else 2,
              "_rp_inv_seed": DIF_REPEAT | (DIF_SEED if side["bg"] else 0),
              "_dif_inc_ref_guard_check": check}
    return {domain + name: value for name, value in fields.items()}


def domain_fields(domain, side):
    # libmlx5 tells nobody the number of its PSVs
    fields = {domain + "_psv": STALE}
    if "kind" not in side:
        return {**fields, **dif_fields(domain, side)}
    fields[domain + "_bfs"] = (CRC_FORMATS[side["kind"]] | CRC_REPEAT |
                               (0 if side["seed"] else CRC_SEED_ZERO))
    return fields


def signature_format(wr):
    mem, wire = wr.get("mem"), wr.get("wire")
    fields = {"bsf_size": WITH_INLINE, "raw_data_size": WHOLE,
              "check_byte_mask": wr["check_mask"]}
    if mem:
        fields.update(domain_fields("mem", mem), mem_bs_selector=
                      BLOCK_SELECTORS[mem["block_size"]])
    if wire:
        fields.update(domain_fields("wire", wire))
        same = same_structure(mem, wire)
        fields["same_block_structure"] = int(same)
        fields["wire_copy_mask_or_bs_selector"] = (
            copied_bytes(mem, wire) if same else
            BLOCK_SELECTORS[wire["block_size"]])
    return fields


def transient(side):
    if "kind" not in side:
        return side["bg"] << 48 | side["app_tag"] << 32 | side["ref_tag"]
    return side["seed"] << (0 if side["kind"] == "crc64" else 32)


def set_psv(wqe, _, wr):
    wqe.add("set_psv", psv_index=STALE,
            transient_signature="0x%x" % transient(wr["side"]))


# Others

def copy_memory(wqe, _, wr):
    # The opaque buffer is libmlx5's own
    wqe.add("mmo", lkey=STALE, addr=STALE)
    wqe.add("gather", addr=wr["from"], lkey=wr["from_lkey"],
            byte_count=wr["length"])
    wqe.add("scatter", addr=wr["to"], lkey=wr["to_lkey"],
            byte_count=wr["length"])


def raw_body(wqe, _, wr):
    body = wr["wqe"][2 * UNIT:]
    if body:
        wqe.segments.append({"type": "raw", "data": body})
    wqe.at += len(body) // 2


# builder: opcode, opmod, what makes the segments behind the first
BUILDERS = {
    "send": ("SEND", message), "send_imm": ("SEND_IMM", message),
    "send_inv": ("SEND_INVAL", message), "rdma_write": ("RDMA_WRITE", message),
    "rdma_write_imm": ("RDMA_WRITE_IMM", message),
    "rdma_read": ("RDMA_READ", message),
    "atomic_cmp_swp": ("ATOMIC_CS", message),
    "atomic_fetch_add": ("ATOMIC_FA", message), "send_tso": ("TSO", segmented),
    "mr_list": ("UMR", configure), "mr_interleaved": ("UMR", configure),
    "mkey_configure": ("UMR", configure),
    "set_mkey_sig_block": ("UMR", configure),
    "reset_sig_attr": ("UMR", configure), "set_psv": ("SET_PSV", set_psv),
    "bind_mw": ("UMR", bind), "bind_mw_1": ("UMR", bind),
    "local_inv": ("UMR", bind), "memcpy": ("MMO", copy_memory),
    "raw_wqe": ("NOP", raw_body),
}
OPMODS = {"memcpy": (1, "DMA")}
# The request behind one of these waits for it
FENCED_AFTER = {name for name, (opcode, _) in BUILDERS.items()
                if opcode in ("UMR", "SET_PSV")}


def one_by_one(wrs):
    """The WQEs of the requests: a signature has others behind it."""
    for wr in wrs:
        sides = [wr[name] for name in ("mem", "wire") if name in wr]
        if not sides:
            yield wr
            continue
        # One completion is for all of them, the last one's
        yield {**wr, "quiet": True}
        for i, side in enumerate(sides):
            last = i + 1 == len(sides)
            yield {"builder": "set_psv", "side": side, "fence": wr["fence"],
                   "solicited": wr["solicited"],
                   "signaled": wr["signaled"] and last}


def flag_bits(queue, wr, small_fence):
    if wr["builder"] == "raw_wqe":
        return int(wr["wqe"][22:24], 16)
    update = wr["signaled"] or queue["sig_all"]
    fence = FENCE if wr["fence"] else SMALL_FENCE if small_fence else 0
    return (CQ_UPDATE * (update and not wr.get("quiet", False)) |
            SOLICITED * wr["solicited"] | fence)


def control(wqe, queue, wr, index, small_fence):
    imm = wr.get("imm", STALE)
    if wr["builder"] == "raw_wqe":
        imm = int(wr["wqe"][24:32], 16)
    elif BUILDERS[wr["builder"]][0] == "UMR":
        imm = wr["mkey"]
    opmod, _ = OPMODS.get(wr["builder"], (0, None))
    # The number of units is put in when all segments are there
    return wqe.add("ctrl", opmod=opmod, wqe_index=index,
                   opcode=OPCODES[BUILDERS[wr["builder"]][0]],
                   qpn=queue["qpn"], imm=imm,
                   stream_channel_id=wr.get("stream", 0),
                   fm_ce_se=flag_bits(queue, wr, small_fence))


def expected_wqe(queue, wr, index, raw, small_fence):
    wqe = Wqe(raw)
    opcode, make = BUILDERS[wr["builder"]]
    ctrl = control(wqe, queue, wr, index, small_fence)
    make(wqe, queue, wr)
    ctrl["ds"] = wqe.at // UNIT
    opmod, name = OPMODS.get(wr["builder"], (0, None))
    document = {
        "index": index, "slot": index % queue["wqe_cnt"], "pending": True,
        "opcode": OPCODES[opcode], "opcode_name": opcode, "opmod": opmod,
        "qpn": queue["qpn"], "ds": ctrl["ds"],
        "flags": [FLAG_NAMES[bit] for bit in FLAG_NAMES
                  if ctrl["fm_ce_se"] & bit],
        "segments": wqe.segments, "raw": raw, "warnings": [],
    }
    if name:
        document["opmod_name"] = name
    return document


def expected_wqes(queue, pending):
    """Also says how many slots they take."""
    index, small_fence, wqes = queue["consumer"], False, []
    for wr, view in zip(one_by_one(queue["wrs"]), pending):
        wqe = expected_wqe(queue, wr, index & 0xFFFF, view["raw"], small_fence)
        small_fence = wr["builder"] in FENCED_AFTER
        index += -(-wqe["ds"] // UNITS_PER_SLOT)
        wqes.append(wqe)
    return wqes, index - queue["consumer"]


def psv_problems(wqes):
    """The signature format and what sets its PSVs name the same ones."""
    wanted = []
    for wqe in wqes:
        last = wqe["segments"][-1]
        if last["type"] == "set_psv":
            if not wanted or wanted.pop(0) != last["psv_index"]:
                yield "WQE %d sets PSV %d" % (wqe["index"], last["psv_index"])
        elif last["type"] == "bsf":
            wanted = [last[side + "_psv"] for side in ("mem", "wire")
                      if last[side + "_psv"]]


def emulator_problems(wqes, queue, view):
    pending = [{name: wqe[name] for name in ("index", "opcode", "ds")}
               for wqe in view["pending"]]
    wanted = [{name: wqe[name] for name in ("index", "opcode", "ds")}
              for wqe in wqes]
    yield from differences(wanted, pending, "adapter")
    yield from differences(queue["producer"], view["sw_counter"],
                           "adapter.sw_counter")


def expected_document(queue, wqes, device, source):
    if source == "mapped":
        # libibverbs has one type for all that are the driver's own
        if queue["type"] == "DCI":
            queue = {**queue, "type": "DRIVER"}
        # The owner's memory does not say how far the adapter has got
        wqes = [{name: value for name, value in wqe.items()
                 if name != "pending"} for wqe in wqes]
    return {"schema": "mlx5wqe-show/1", "device": device,
            "queue": queue_object(queue, source), "wqes": wqes,
            "warnings": []}


def summary(queue):
    return "%s: %d requests of %d builders" % (
        queue["type"], len(queue["wrs"]),
        len({wr["builder"] for wr in queue["wrs"]}))


def check_adapter(report, queue, wqes, view):
    asked = sum(1 for _ in one_by_one(queue["wrs"]))
    found = [] if asked == len(view["pending"]) else [
        "%d WQEs were asked for, the adapter sees %d" % (
            asked, len(view["pending"]))]
    found += emulator_problems(wqes, queue, view)
    found += psv_problems(wqes)
    report.point(found, "%s as the adapter sees them" % summary(queue))


def check_number(report, queue, wqes, device):
    """Returns what was expected and what was found, if they are equal."""
    expected = expected_document(queue, wqes, device, "kernel")
    document, found = show(queue, device)
    if document:
        found += differences(expected, document)
    report.point(found, "%s by number" % summary(queue))
    return None if found else (expected, document)


def check_queue(report, directory, queue, device, self_test):
    view = load(directory, "qp-%u.emulator.json" % queue["qpn"])["sq"]
    wqes, slots = expected_wqes(queue, view["pending"])
    queue["producer"] = queue["consumer"] + slots & 0xFFFF
    queue["posted"] = slots
    check_adapter(report, queue, wqes, view)
    equal = check_number(report, queue, wqes, device)
    expected = expected_document(queue, wqes, device, "mapped")
    document = load(directory, "sq-%u.mapped.json" % queue["qpn"])
    found = list(differences(expected, document))
    report.point(found, "%s by mapping" % summary(queue))
    equal = equal or (not found and (expected, document))
    if self_test and equal:
        count, missed = unnoticed_mutations(*equal)
        report.point(missed, "%s: changes of %d kinds of field are noticed" %
                     (queue["type"], count))


# Coverage

REQUESTS = ("send", "send_imm", "send_inv", "rdma_write", "rdma_write_imm")
RELIABLE = ("rdma_read", "atomic_cmp_swp", "atomic_fetch_add", "bind_mw",
            "local_inv", "raw_wqe")
WANTED = {
    "RC": REQUESTS + RELIABLE + (
        "bind_mw_1", "mr_list", "mr_interleaved", "mkey_configure",
        "set_mkey_sig_block", "reset_sig_attr", "set_mkey_crypto", "memcpy"),
    "UC": REQUESTS + ("bind_mw", "bind_mw_1", "local_inv", "raw_wqe"),
    "UD": ("send", "send_imm", "raw_wqe"),
    "XRC_INI": REQUESTS + RELIABLE,
    "DCI": REQUESTS + RELIABLE + ("memcpy",),
    "RAW_PACKET": ("send", "send_tso", "raw_wqe"),
}
# Of them, those that never fit into one slot: all of them have to wrap
WIDE = {"mr_list", "mr_interleaved", "mkey_configure", "set_mkey_sig_block",
        "reset_sig_attr", "bind_mw", "bind_mw_1", "local_inv"}
# What the emulated adapter cannot do yet
MAY_MISS = {"set_mkey_crypto"}
SETTERS = {"set_sge", "set_sge_list", "set_inline_data",
           "set_inline_data_list"}


def skipped_below(directory):
    """(type, builder): reason"""
    reasons = {}
    for place, _, names in os.walk(directory):
        if "skipped.json" in names:
            for entry in load(place, "skipped.json"):
                reasons[entry["type"], entry["builder"]] = entry["reason"]
    return reasons


def wrapped(directory, queue):
    """The builders whose WQEs go on at the start of the ring."""
    view = load(directory, "qp-%u.emulator.json" % queue["qpn"])["sq"]
    wqes, _ = expected_wqes(queue, view["pending"])
    for wr, wqe in zip(one_by_one(queue["wrs"]), wqes):
        slots = -(-wqe["ds"] // UNITS_PER_SLOT)
        if wqe["slot"] + slots > queue["wqe_cnt"]:
            yield wr["builder"]


def seen_below(directory):
    """type: builder: its setters; type: builders whose WQEs wrapped"""
    seen, wraps = {}, {}
    for place, directories, _ in os.walk(directory):
        if directories:
            continue
        for queue in expected_files(place):
            builders = seen.setdefault(queue["type"], {})
            wraps.setdefault(queue["type"], set()).update(
                wrapped(place, queue))
            for wr in queue["wrs"]:
                builders.setdefault(wr["builder"], set()).add(wr.get("setter"))
    return seen, wraps


def coverage(report, directory):
    seen, wraps = seen_below(directory)
    reasons = skipped_below(directory)
    for kind, builders in WANTED.items():
        done = seen.get(kind, {})
        if done:
            missing = sorted(SETTERS - set().union(*done.values()))
            report.point(missing, "coverage: on %s %s" % (
                kind, ", ".join(name for name in builders if name in done)))
            missing = sorted(done.keys() & WIDE - wraps[kind])
            missing += [] if wraps[kind] - WIDE else ["a message"]
            report.point(missing, "coverage: on %s wrapped %s" % (
                kind, ", ".join(sorted(wraps[kind]))))
        for name in builders:
            if name in done:
                continue
            reason = reasons.get((kind, name)) or reasons.get((kind, "*"))
            title = "coverage: %s on %s" % (name, kind)
            if reason and name in MAY_MISS:
                report.point([], "%s # SKIP %s" % (title, reason))
            else:
                report.point([reason or "never posted"], title)


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
        tested = set()
        for queue in expected_files(arguments[0]):
            check_queue(report, arguments[0], queue, device,
                        self_test and queue["type"] not in tested)
            tested.add(queue["type"])
    else:
        sys.exit(__doc__)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
