// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include "ctrl.h"

void wqe_ctrl_get(const uint8_t *bytes, struct wqe_ctrl *ctrl)
{
	ctrl->opmod = bytes[0];
	ctrl->wqe_index = (uint16_t)(bytes[1] << 8 | bytes[2]);
	ctrl->opcode = bytes[3];
	ctrl->qpn = (uint32_t)bytes[4] << 16 | (uint32_t)bytes[5] << 8 |
		    bytes[6];
	ctrl->ds = bytes[7] & WQE_MAX_DS;
	ctrl->stream = (uint16_t)(bytes[9] << 8 | bytes[10]);
	ctrl->fm_ce_se = bytes[11];
}

const char *wqe_flag_name(uint8_t fm_ce_se, unsigned int i)
{
	static const struct {
		uint8_t mask;
		uint8_t value;
		const char *name;
	} flags[] = {
		{ 0x0c, 0x04, "cq_update_error" },
		{ 0x0c, 0x08, "cq_update" },
		{ 0x0c, 0x0c, "cq_event" },
		{ 0x02, 0x02, "solicited" },
		{ 0xe0, 0x20, "initiator_small_fence" },
		{ 0xe0, 0x40, "fence_mode_2" },
		{ 0xe0, 0x60, "strong_ordering" },
		{ 0xe0, 0x80, "fence" },
		{ 0xe0, 0xa0, "fence_mode_5" },
		{ 0xe0, 0xc0, "fence_mode_6" },
		{ 0xe0, 0xe0, "fence_mode_7" },
		{ 0x10, 0x10, "reserved_4" },
		{ 0x01, 0x01, "reserved_0" },
	};

	if (i >= sizeof(flags) / sizeof(flags[0]))
		return NULL;
	return (fm_ce_se & flags[i].mask) == flags[i].value ? flags[i].name :
							      "";
}
