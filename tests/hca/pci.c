// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* PCI configuration space and interrupts. */
#include <linux/pci_regs.h>
#include <string.h>
#include <unistd.h>

#include "hca.h"

#define VENDOR_MELLANOX		0x15b3
#define DEVICE_CONNECTX6	0x101b
#define SUBSYSTEM_ID		0x0007
#define CLASS_INFINIBAND	0x0207

/* Where the capabilities are. */
#define CAP_PM			0x40
#define CAP_EXP			0x60
#define CAP_MSIX		0xb0

/* MSI-X table and pending bits are in BAR 2; the VMM serves both. */
#define MSIX_BAR		2
#define MSIX_PBA_OFFSET		0x2000

#define LINK_SPEED_16GT		PCI_EXP_LNKCAP_SLS_16_0GB
#define LINK_X16		(16 << 4)

static void put(struct hca *h, u32 offset, u32 size, u32 value)
{
	while (size--) {
		h->config[offset++] = value & 0xff;
		value >>= 8;
	}
}

static void allow(struct hca *h, u32 offset, u32 size, u32 bits)
{
	while (size--) {
		h->config_mask[offset++] = bits & 0xff;
		bits >>= 8;
	}
}

static void init_header(struct hca *h)
{
	put(h, PCI_VENDOR_ID, 2, VENDOR_MELLANOX);
	put(h, PCI_DEVICE_ID, 2, DEVICE_CONNECTX6);
	put(h, PCI_STATUS, 2, PCI_STATUS_CAP_LIST);
	put(h, PCI_CLASS_DEVICE, 2, CLASS_INFINIBAND);
	put(h, PCI_BASE_ADDRESS_0, 4, PCI_BASE_ADDRESS_MEM_TYPE_64 |
				      PCI_BASE_ADDRESS_MEM_PREFETCH);
	put(h, PCI_SUBSYSTEM_VENDOR_ID, 2, VENDOR_MELLANOX);
	put(h, PCI_SUBSYSTEM_ID, 2, SUBSYSTEM_ID);
	put(h, PCI_CAPABILITY_LIST, 1, CAP_PM);
	allow(h, PCI_COMMAND, 2, 0xffff);
}

static void init_capabilities(struct hca *h)
{
	put(h, CAP_PM, 2, PCI_CAP_ID_PM | CAP_EXP << 8);
	put(h, CAP_PM + PCI_PM_PMC, 2, 3);
	allow(h, CAP_PM + PCI_PM_CTRL, 2, PCI_PM_CTRL_STATE_MASK);

	put(h, CAP_EXP, 2, PCI_CAP_ID_EXP | CAP_MSIX << 8);
	put(h, CAP_EXP + PCI_EXP_FLAGS, 2, 2);
	put(h, CAP_EXP + PCI_EXP_DEVCAP, 4, PCI_EXP_DEVCAP_FLR |
					    PCI_EXP_DEVCAP_RBER | 2);
	put(h, CAP_EXP + PCI_EXP_LNKCAP, 4, LINK_X16 | LINK_SPEED_16GT);
	put(h, CAP_EXP + PCI_EXP_LNKSTA, 2, LINK_X16 | LINK_SPEED_16GT);
	allow(h, CAP_EXP + PCI_EXP_DEVCTL, 2,
	      (u16)~PCI_EXP_DEVCTL_BCR_FLR);
	allow(h, CAP_EXP + PCI_EXP_LNKCTL, 2, 0xffff);
	allow(h, CAP_EXP + PCI_EXP_DEVCTL2, 2, 0xffff);

	put(h, CAP_MSIX, 2, PCI_CAP_ID_MSIX);
	put(h, CAP_MSIX + PCI_MSIX_FLAGS, 2, HCA_VECTORS - 1);
	put(h, CAP_MSIX + PCI_MSIX_TABLE, 4, MSIX_BAR);
	put(h, CAP_MSIX + PCI_MSIX_PBA, 4, MSIX_PBA_OFFSET | MSIX_BAR);
	allow(h, CAP_MSIX + PCI_MSIX_FLAGS, 2,
	      PCI_MSIX_FLAGS_ENABLE | PCI_MSIX_FLAGS_MASKALL);
}

void pci_init(struct hca *h)
{
	u32 i;

	init_header(h);
	init_capabilities(h);
	for (i = 0; i < HCA_VECTORS; i++)
		h->irq[i] = -1;
}

/* The range lies within the space. */
void pci_read(const struct hca *h, u32 offset, void *dst, u32 size)
{
	memcpy(dst, h->config + offset, size);
}

void pci_write(struct hca *h, u32 offset, const void *src, u32 size)
{
	const u32 flr = CAP_EXP + PCI_EXP_DEVCTL + 1;
	const u8 *b = src;
	u32 i;

	for (i = 0; i < size; i++) {
		u8 mask = h->config_mask[offset + i];

		h->config[offset + i] &= ~mask;
		h->config[offset + i] |= b[i] & mask;
	}
	if (offset <= flr && flr - offset < size &&
	    b[flr - offset] & PCI_EXP_DEVCTL_BCR_FLR >> 8)
		hca_reset(h);
}

void irq_raise(struct hca *h, u32 vector)
{
	const u64 one = 1;

	if (h->irq[vector] < 0) {
		hca_trace(h, "vector %u is not connected", vector);
		return;
	}
	if (write(h->irq[vector], &one, sizeof(one)) != sizeof(one))
		hca_err(h, "vector %u cannot be raised", vector);
}
