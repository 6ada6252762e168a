// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The subnet's administrator, as far as programs and kernel modules ask it on
 * a port that only talks to itself.  Names, numbers and offsets are those of
 * the InfiniBand specification's chapter on subnet administration.
 */
#include <string.h>

#include "exec.h"

/* Of a datagram, and of what it carries. */
enum {
	MAD_CLASS = 1,
	MAD_METHOD = 3,
	MAD_STATUS = 4,
	MAD_ATTRIBUTE = 16,
	SA_DATA = 56,
	SA_DATA_SIZE = MAD_SIZE - SA_DATA,
};

enum { CLASS_SUBN_ADM = 3 };

enum { METHOD_RESPONSE = 0x80, METHOD_GET_RESP = 0x81, METHOD_DELETE = 0x15 };

enum {
	ATTR_CLASS_PORT_INFO = 0x01,
	ATTR_INFORM_INFO = 0x03,
	ATTR_PATH_RECORD = 0x35,
	ATTR_MC_MEMBER_RECORD = 0x38,
};

enum { STATUS_UNSUPPORTED = 0x000c, STATUS_NO_RECORDS = 0x0300 };

/* "Exactly" in a byte of selector and value; and the port's values. */
#define EXACTLY(value)	(2 << 6 | (value))
#define MTU_2048	4
#define MTU_4096	5
#define RATE_100	16
#define RATE_10		3
#define LIFE_TIME	14
#define FULL_MEMBER	0xffff
#define DEFAULT_QKEY	0x0b1b
#define FIRST_MLID	0xc000
#define IPV4_SCOPE	0x20

static u16 class_port_info(struct hca *h, u8 *d)
{
	(void)h;
	memset(d, 0, SA_DATA_SIZE);
	d[0] = 1;			/* base version */
	d[1] = 2;			/* class version */
	be_store(d + 4, 4, LIFE_TIME);	/* how long answers take */
	return 0;
}

static u16 inform_info(struct hca *h, u8 *d)
{
	(void)h;
	(void)d;
	return 0;
}

/* There is one port. */
static u16 path_record(struct hca *h, u8 *d)
{
	enum { DGID = 8, DLID = 40, SLID = 42, HOPS = 44, TCLASS = 48,
	       PATHS = 49, PKEY = 50, QOS_SL = 52, MTU = 54, RATE = 55,
	       LIFE = 56, PREFERENCE = 57, REVERSIBLE = 0x80 };

	if (be_load(d + DGID + 8, 8) != h->guid)
		return STATUS_NO_RECORDS;
	be_store(d + DLID, 2, HCA_PORT_LID);
	be_store(d + SLID, 2, HCA_PORT_LID);
	be_store(d + HOPS, 4, 0);
	d[TCLASS] = 0;
	d[PATHS] = REVERSIBLE | 1;
	be_store(d + PKEY, 2, FULL_MEMBER);
	be_store(d + QOS_SL, 2, 0);
	d[MTU] = EXACTLY(MTU_4096);
	d[RATE] = EXACTLY(RATE_100);
	d[LIFE] = EXACTLY(LIFE_TIME);
	d[PREFERENCE] = 0;
	return 0;
}

/* Groups live as long as the device does; each has a LID of its own. */
static u16 multicast_lid(struct hca *h, const u8 *gid)
{
	u32 i;

	for (i = 0; i < h->mlids; i++)
		if (!memcmp(h->mlid[i], gid, GID_SIZE))
			return FIRST_MLID + i;
	if (h->mlids == HCA_MCGS)
		return 0;
	memcpy(h->mlid[h->mlids], gid, GID_SIZE);
	return FIRST_MLID + h->mlids++;
}

static u16 mc_member_record(struct hca *h, u8 *d)
{
	enum { QKEY = 32, MLID = 36, MTU = 38, PKEY = 40, RATE = 42, LIFE = 43,
	       SCOPE_STATE = 48, STATE_MASK = 0x0f };
	u16 lid = multicast_lid(h, d);

	if (!lid)
		return STATUS_NO_RECORDS;
	if (!be_load(d + QKEY, 4))
		be_store(d + QKEY, 4, DEFAULT_QKEY);
	be_store(d + MLID, 2, lid);
	d[MTU] = EXACTLY(MTU_2048);
	if (!be_load(d + PKEY, 2))
		be_store(d + PKEY, 2, FULL_MEMBER);
	d[RATE] = EXACTLY(RATE_10);
	d[LIFE] = EXACTLY(LIFE_TIME);
	d[SCOPE_STATE] = (d[SCOPE_STATE] & STATE_MASK) | IPV4_SCOPE;
	return 0;
}

static const struct {
	u16 attribute;
	u16 (*answer)(struct hca *h, u8 *data);
} attributes[] = {
	{ ATTR_CLASS_PORT_INFO, class_port_info },
	{ ATTR_INFORM_INFO, inform_info },
	{ ATTR_PATH_RECORD, path_record },
	{ ATTR_MC_MEMBER_RECORD, mc_member_record },
};

bool sa_answer(struct hca *h, u8 *mad)
{
	u16 attribute = be_load(mad + MAD_ATTRIBUTE, 2);
	u16 status = STATUS_UNSUPPORTED;
	u32 i;

	if (mad[MAD_CLASS] != CLASS_SUBN_ADM ||
	    mad[MAD_METHOD] & METHOD_RESPONSE)
		return false;
	for (i = 0; i < ARRAY_SIZE(attributes); i++)
		if (attributes[i].attribute == attribute)
			status = attributes[i].answer(h, mad + SA_DATA);
	hca_trace(h, "SA: method %x attribute %x: status %x", mad[MAD_METHOD],
		  attribute, status);
	mad[MAD_METHOD] = mad[MAD_METHOD] == METHOD_DELETE ?
		METHOD_DELETE | METHOD_RESPONSE : METHOD_GET_RESP;
	be_store(mad + MAD_STATUS, 2, status);
	return true;
}
