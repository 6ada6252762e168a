// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* vfio-user: handshake, memory, configuration space, interrupts. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check_emu.h"

static struct vfu_reply reply;

START_TEST(version)
{
	static const char req[] =
		"\0\0\0\0{\"capabilities\":{\"max_msg_fds\":16}}";
	static const u8 other[] = { 1, 0, 0, 0, '{', '}', 0 };

	vfu_send(VFU_VERSION, req, sizeof(req), -1);
	vfu_receive(&reply);
	ck_assert_uint_eq(reply.error, 0);
	ck_assert_mem_eq(reply.body, "\0\0\0\0{", 5);
	ck_assert_uint_eq(reply.body[reply.len - 1], 0);
	ck_assert_uint_eq(vfu_call(VFU_VERSION, other, sizeof(other), -1),
			  EINVAL);
}
END_TEST

START_TEST(device_info)
{
	u32 info[4] = { 16, 0, 0, 0 };

	vfu_send(VFU_GET_INFO, info, sizeof(info), -1);
	vfu_receive(&reply);
	memcpy(info, reply.body, sizeof(info));
	ck_assert_uint_eq(info[1], 3);	/* can be reset, is PCI */
	ck_assert_uint_eq(info[2], 9);
	ck_assert_uint_eq(info[3], 5);
}
END_TEST

START_TEST(region_and_irq_info)
{
	u32 req[8] = { 32, 0, REGION_BAR0 };
	u64 size;

	vfu_send(VFU_REGION_INFO, req, sizeof(req), -1);
	vfu_receive(&reply);
	memcpy(&size, reply.body + 16, sizeof(size));
	ck_assert_uint_eq(size, 8 << 20);
	req[2] = REGION_CONFIG;
	vfu_send(VFU_REGION_INFO, req, sizeof(req), -1);
	vfu_receive(&reply);
	memcpy(&size, reply.body + 16, sizeof(size));
	ck_assert_uint_eq(size, 4096);
	req[2] = 9;
	ck_assert_uint_eq(vfu_call(VFU_REGION_INFO, req, sizeof(req), -1),
			  EINVAL);

	req[2] = 2;
	vfu_send(VFU_IRQ_INFO, req, 16, -1);
	vfu_receive(&reply);
	memcpy(req, reply.body, 16);
	ck_assert_uint_eq(req[3], 64);
	req[2] = ~0u;
	ck_assert_uint_eq(vfu_call(VFU_IRQ_INFO, req, 16, -1), EINVAL);
}
END_TEST

START_TEST(config_space)
{
	u8 b[4096];

	ck_assert_uint_eq(vfu_access(VFU_READ, REGION_CONFIG, 0, b, 4096), 0);
	ck_assert_mem_eq(b, "\xb3\x15\x1b\x10", 4);
	ck_assert_mem_eq(b + 10, "\x07\x02", 2);
	ck_assert_uint_eq(b[0x34], 0x40);
	/* Power management, PCI Express, MSI-X of 64 vectors in BAR 2 */
	ck_assert_mem_eq(b + 0x40, "\x01\x60", 2);
	ck_assert_mem_eq(b + 0x60, "\x10\xb0", 2);
	ck_assert_mem_eq(b + 0xb0, "\x11\x00\x3f\x00\x02\x00\x00\x00"
				   "\x02\x20\x00\x00", 12);
}
END_TEST

START_TEST(config_writes)
{
	u8 b[4] = { 0xff, 0xff, 0xff, 0xff };

	/* What identifies the device stays; the command register does not. */
	ck_assert_uint_eq(vfu_access(VFU_WRITE, REGION_CONFIG, 0, b, 4), 0);
	ck_assert_uint_eq(vfu_access(VFU_WRITE, REGION_CONFIG, 4, b, 2), 0);
	ck_assert_uint_eq(vfu_access(VFU_READ, REGION_CONFIG, 0, b, 4), 0);
	ck_assert_mem_eq(b, "\xb3\x15\x1b\x10", 4);
	ck_assert_uint_eq(vfu_access(VFU_READ, REGION_CONFIG, 4, b, 2), 0);
	ck_assert_mem_eq(b, "\xff\xff", 2);
}
END_TEST

START_TEST(access_limits)
{
	static const struct {
		u32 region;
		u64 offset;
		u32 count;
		u32 error;
	} t[] = {
		{ REGION_CONFIG, 4095, 1, 0 },
		{ REGION_CONFIG, 4095, 2, EINVAL },
		{ REGION_CONFIG, 4096, 0, 0 },
		{ REGION_CONFIG, 4097, 0, EINVAL },
		{ REGION_CONFIG, ~0ull, 1, EINVAL },
		{ REGION_CONFIG, ~0ull - 3, 4, EINVAL },
		{ REGION_BAR0, (8 << 20) - 4, 4, 0 },
		{ REGION_BAR0, (8 << 20) - 4, 8, EINVAL },
		{ REGION_BAR0, 0, 65536, 0 },
		{ REGION_BAR0, 0x3ffe, 64, 0 },
		{ REGION_BAR2, 0, 16384, 0 },
		{ REGION_BAR2, 1, 16384, EINVAL },
		{ 1, 0, 4, EINVAL },
		{ 6, 0, 4, EINVAL },
		{ 9, 0, 4, EINVAL },
		{ ~0u, 0, 4, EINVAL },
	};
	u8 data[65536] = { 0 };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		ck_assert_uint_eq(vfu_access(VFU_READ, t[i].region,
					     t[i].offset, data, t[i].count),
				  t[i].error);
		memset(data, 0, sizeof(data));
		ck_assert_uint_eq(vfu_access(VFU_WRITE, t[i].region,
					     t[i].offset, data, t[i].count),
				  t[i].error);
	}
}
END_TEST

START_TEST(initial_segment)
{
	u32 health = bar_load(0x1010);

	ck_assert_uint_eq(bar_load(4) >> 16, 5);	/* command interface */
	ck_assert_uint_eq(bar_load(0x1fc), 0);		/* initialised */
	ck_assert_uint_eq(bar_load(0x14) & 0xff, 0x56);	/* 32 slots of 64 */
	ck_assert_uint_ne(bar_load(0x1010), health);
}
END_TEST

/* Messages that are shorter than what they should carry. */
START_TEST(short_messages)
{
	static const u16 cmds[] = {
		VFU_VERSION, VFU_DMA_MAP, VFU_DMA_UNMAP, VFU_REGION_INFO,
		VFU_IRQ_INFO, VFU_SET_IRQS, VFU_READ, VFU_WRITE,
	};
	static const u8 nothing[16];
	u32 i, len;

	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		for (len = 0; len < 4; len++)
			ck_assert_uint_eq(vfu_call(cmds[i], nothing, len, -1),
					  EINVAL);
	/* A write that announces more than it brings */
	ck_assert_uint_eq(vfu_call(VFU_WRITE, "\0\0\0\0\0\0\0\0"
				   "\0\0\0\0\4\0\0\0\1\2\3", 19, -1), EINVAL);
	ck_assert_uint_eq(vfu_call(0, NULL, 0, -1), ENOTSUP);
	ck_assert_uint_eq(vfu_call(6, NULL, 0, -1), ENOTSUP);
	ck_assert_uint_eq(vfu_call(0xffff, NULL, 0, -1), ENOTSUP);
}
END_TEST

START_TEST(memory_maps)
{
	u64 free = GUEST_BASE + GUEST_SIZE;
	u64 unmap[3] = { 24, 0, 0 };

	ck_assert_uint_eq(vfu_map(free, PAGE, guest_fd(), 0), 0);
	ck_assert_uint_eq(vfu_map(free, PAGE, guest_fd(), 0), EEXIST);
	ck_assert_uint_eq(vfu_map(GUEST_BASE - PAGE, 2 * PAGE, guest_fd(), 0),
			  EEXIST);
	ck_assert_uint_eq(vfu_map(free + 1, PAGE, guest_fd(), 0), EINVAL);
	ck_assert_uint_eq(vfu_map(2 * free, 0, guest_fd(), 0), EINVAL);
	ck_assert_uint_eq(vfu_map(2 * free, PAGE, guest_fd(), 1), EINVAL);
	ck_assert_uint_eq(vfu_map(~0ull - PAGE + 1, 2 * PAGE, -1, 0), EINVAL);
	/* More than the file has would end in SIGBUS */
	ck_assert_uint_eq(vfu_map(2 * free, GUEST_SIZE + PAGE, guest_fd(), 0),
			  EINVAL);
	ck_assert_uint_eq(vfu_map(2 * free, PAGE, guest_fd(), ~0ull - PAGE + 1),
			  EINVAL);
	/* A range without memory is known, and not touched */
	ck_assert_uint_eq(vfu_map(2 * free, PAGE, -1, 0), 0);

	unmap[1] = free;
	unmap[2] = PAGE;
	ck_assert_uint_eq(vfu_call(VFU_DMA_UNMAP, unmap, 24, -1), 0);
	ck_assert_uint_eq(vfu_call(VFU_DMA_UNMAP, unmap, 24, -1), ENOENT);
	ck_assert_uint_eq(vfu_map(free, PAGE, guest_fd(), 0), 0);
}
END_TEST

START_TEST(interrupts)
{
	u32 req[5] = { 20, 0x24, 2, 0, 1 };
	u64 events = 0;
	int fd = eventfd(0, EFD_NONBLOCK);
	u32 eqn, cqn;

	ck_assert_uint_eq(vfu_call(VFU_SET_IRQS, req, sizeof(req), fd), 0);
	eqn = new_eq(4, 0);
	cqn = new_cq(eqn, 4);
	/* Arming with a consumer index behind nothing raises nothing. */
	bar_store(16 * PAGE + MLX5_CQ_DOORBELL, cqn, 8);
	bar_load(0);
	ck_assert_int_eq(read(fd, &events, sizeof(events)), -1);
	/* One behind: the event is due. */
	bar_store(16 * PAGE + MLX5_CQ_DOORBELL, 0xffffffull << 32 | cqn, 8);
	bar_load(0);
	ck_assert_int_eq(read(fd, &events, sizeof(events)), 8);
	ck_assert_uint_eq(events, 1);
	close(fd);
}
END_TEST

START_TEST(interrupt_limits)
{
	static const struct {
		u32 flags, index, start, count, error;
	} t[] = {
		{ 0x24, 2, 63, 1, 0 },
		{ 0x24, 2, 64, 1, EINVAL },
		{ 0x24, 2, 63, 2, EINVAL },
		{ 0x24, 2, 1, ~0u, EINVAL },
		{ 0x24, 2, ~0u, 2, EINVAL },
		{ 0x21, 2, 0, 0, 0 },
		{ 0x24, 0, 0, 1, 0 },
		{ 0x24, 5, 0, 1, EINVAL },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		u32 req[5] = { 20, t[i].flags, t[i].index, t[i].start,
			       t[i].count };

		ck_assert_uint_eq(vfu_call(VFU_SET_IRQS, req, sizeof(req), -1),
				  t[i].error);
	}
}
END_TEST

START_TEST(byte_by_byte)
{
	static const u8 msg[] = "\1\0\4\0\x20\0\0\0\0\0\0\0\0\0\0\0"
				"\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	u8 answer[32];
	u32 i, have = 0;

	for (i = 0; i < sizeof(msg); i++) {
		ck_assert_int_eq(send(emu_socket(), msg + i, 1, 0), 1);
		usleep(500);
	}
	while (have < sizeof(answer)) {
		ssize_t n = read(emu_socket(), answer + have,
				 sizeof(answer) - have);

		ck_assert_int_gt(n, 0);
		have += n;
	}
	ck_assert_mem_eq(answer, "\1\0\4\0\x20\0\0\0\1\0\0\0", 12);
}
END_TEST

/* There is no way to find the next message: the emulator gives up. */
START_TEST(impossible_size)
{
	static const u32 sizes[] = { 0, 15, 0x20001, ~0u };
	u32 msg[4] = { 1 | VFU_GET_INFO << 16, sizes[_i], 0, 0 };

	ck_assert_int_eq(send(emu_socket(), msg, sizeof(msg), 0),
			 sizeof(msg));
	ck_assert_int_eq(emu_wait(), 1);
}
END_TEST

START_TEST(reset)
{
	u32 pd = new_pd();

	ck_assert_uint_eq(new_pd(), pd + 1);
	ck_assert_uint_eq(vfu_call(VFU_RESET, NULL, 0, -1), 0);
	ck_assert_uint_eq(bar_load(0x14), 0x56);
}
END_TEST

START_TEST(function_level_reset)
{
	u8 control[2] = { 0x0f, 0x80 };

	new_pd();
	ck_assert_uint_ne(bar_load(0x14), 0x56);
	ck_assert_uint_eq(vfu_access(VFU_WRITE, REGION_CONFIG, 0x68, control,
				     2), 0);
	ck_assert_uint_eq(bar_load(0x14), 0x56);
	ck_assert_uint_eq(vfu_access(VFU_READ, REGION_CONFIG, 0x68, control,
				     2), 0);
	ck_assert_mem_eq(control, "\x0f\x00", 2);
}
END_TEST

TCase *transport_case(void)
{
	TCase *tc = tcase_create("transport");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, version);
	tcase_add_test(tc, device_info);
	tcase_add_test(tc, region_and_irq_info);
	tcase_add_test(tc, config_space);
	tcase_add_test(tc, config_writes);
	tcase_add_test(tc, access_limits);
	tcase_add_test(tc, initial_segment);
	tcase_add_test(tc, short_messages);
	tcase_add_test(tc, memory_maps);
	tcase_add_test(tc, interrupts);
	tcase_add_test(tc, interrupt_limits);
	tcase_add_test(tc, byte_by_byte);
	tcase_add_test(tc, reset);
	tcase_add_test(tc, function_level_reset);
	return tc;
}

TCase *giving_up_case(void)
{
	TCase *tc = tcase_create("giving up");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start_bare, NULL);
	tcase_add_loop_test(tc, impossible_size, 0, 4);
	return tc;
}
