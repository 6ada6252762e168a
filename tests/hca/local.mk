# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#
# The emulated ConnectX.  What it needs of the kernel's headers is copied or
# extracted into kinc/: the kernel's include/ itself must not be searched, it
# would hide the C library's headers.

EXTRA_DIST += %D%/README.md %D%/hwnames.awk %D%/opnames.awk

if BUILD_HCA
mlx5_kinc = %D%/kinc
mlx5_headers = $(KERNEL_HEADERS)/include/linux/mlx5
mlx5_layouts = \
	$(mlx5_kinc)/linux/mlx5/mlx5_ifc.h \
	$(mlx5_kinc)/linux/mlx5/mlx5_ifc_fpga.h
mlx5_made = $(mlx5_layouts) $(mlx5_kinc)/mlx5_hw.h $(mlx5_kinc)/opnames.h

mlx5_structs = \
	mlx5_cmd_layout mlx5_cmd_prot_block health_buffer mlx5_init_seg \
	mlx5_eqe_comp mlx5_eqe_qp_srq mlx5_eqe_cq_err mlx5_eqe_xrq_err \
	mlx5_eqe_port_state mlx5_eqe_gpio mlx5_eqe_congestion \
	mlx5_eqe_stall_vl mlx5_eqe_cmd mlx5_eqe_page_req mlx5_eqe_page_fault \
	mlx5_eqe_vport_change mlx5_eqe_port_module mlx5_eqe_pps \
	mlx5_eqe_dct mlx5_eqe_temp_warning mlx5_eqe_obj_change \
	mlx5_eqe_sync_fw_update mlx5_eqe_vhca_state ev_data mlx5_eqe \
	mlx5_err_cqe mlx5_cqe64 mlx5_wqe_srq_next_seg mlx5_mkey_seg \
	mlx5_wqe_ctrl_seg mlx5_av mlx5_wqe_raddr_seg mlx5_wqe_atomic_seg \
	mlx5_wqe_data_seg mlx5_wqe_inline_seg mlx5_wqe_umr_ctrl_seg \
	mlx5_wqe_xrc_seg mlx5_wqe_eth_seg mlx5_wqe_masked_atomic_seg \
	mlx5_rwqe_sig

$(mlx5_layouts): $(mlx5_kinc)/linux/mlx5/%: $(mlx5_headers)/%
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $< $@

# The list of structures is in this file.
$(mlx5_kinc)/mlx5_hw.h: $(srcdir)/%D%/hwnames.awk $(mlx5_headers)/device.h \
		$(mlx5_headers)/mlx5_ifc.h $(srcdir)/%D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	$(AWK) '/transport_page_fault_scheme_cap;/ \
		{ print "#define HAVE_ODP_SCHEME_GROUP" }' \
		$(mlx5_headers)/mlx5_ifc.h && \
	$(AWK) -v enums=. -v structs="$(mlx5_structs)" \
		-f $(srcdir)/%D%/hwnames.awk $(mlx5_headers)/device.h \
		$(mlx5_headers)/qp.h && \
	$(AWK) -v enums='_CQ_|CQE_|CQ_DB' -f $(srcdir)/%D%/hwnames.awk \
		$(mlx5_headers)/cq.h $(mlx5_headers)/doorbell.h && \
	$(AWK) -v enums='CMD_OWNER|MLX5_REG_|MLX5_ATOMIC_OPS|MLX5_PTYS_WIDTH' \
		-f $(srcdir)/%D%/hwnames.awk $(mlx5_headers)/driver.h \
		$(mlx5_headers)/port.h; } > $@-t && mv $@-t $@

$(mlx5_kinc)/opnames.h: $(srcdir)/%D%/opnames.awk $(mlx5_headers)/mlx5_ifc.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/%D%/opnames.awk \
		$(mlx5_headers)/mlx5_ifc.h > $@-t && mv $@-t $@

BUILT_SOURCES += $(mlx5_made)
CLEANFILES += $(mlx5_made)

mlx5_cppflags = $(AM_CPPFLAGS) -isystem $(mlx5_kinc)

noinst_PROGRAMS += %D%/mlx5emu
%C%_mlx5emu_CPPFLAGS = $(mlx5_cppflags)
$(%C%_mlx5emu_OBJECTS): $(mlx5_made)
%C%_mlx5emu_SOURCES = \
	%D%/access.c \
	%D%/bar.c \
	%D%/caps.c \
	%D%/cmd.c \
	%D%/cmd.h \
	%D%/cmdtab.c \
	%D%/complete.c \
	%D%/cq.c \
	%D%/ctl.c \
	%D%/ctl.h \
	%D%/ctlcmd.c \
	%D%/datagram.c \
	%D%/dct.c \
	%D%/dma.c \
	%D%/dma.h \
	%D%/engine.c \
	%D%/eq.c \
	%D%/exec.c \
	%D%/exec.h \
	%D%/fault.c \
	%D%/hca.c \
	%D%/hca.h \
	%D%/hw.c \
	%D%/hw.h \
	%D%/local.c \
	%D%/log.c \
	%D%/log.h \
	%D%/main.c \
	%D%/mcg.c \
	%D%/mkey.c \
	%D%/pages.c \
	%D%/pci.c \
	%D%/qp.c \
	%D%/qpmodify.c \
	%D%/regs.c \
	%D%/res.c \
	%D%/responder.c \
	%D%/rscdump.c \
	%D%/sa.c \
	%D%/srq.c \
	%D%/steer.c \
	%D%/table.c \
	%D%/table.h \
	%D%/text.c \
	%D%/text.h \
	%D%/umr.c \
	%D%/vfu.c \
	%D%/vfu.h \
	%D%/view.c \
	%D%/view.h \
	%D%/vport.c \
	%D%/wq.c \
	%D%/wqe.c \
	%D%/wqe.h

if BUILD_TESTS
check_PROGRAMS += %D%/check_emu
TESTS += %D%/check_emu
%C%_check_emu_CPPFLAGS = $(mlx5_cppflags) -DEMULATOR='"%D%/mlx5emu"'
%C%_check_emu_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
%C%_check_emu_LDADD = $(CHECK_LIBS)
$(%C%_check_emu_OBJECTS): $(mlx5_made)
%C%_check_emu_SOURCES = \
	%D%/check_cmd.c \
	%D%/check_ctl.c \
	%D%/check_emu.c \
	%D%/check_emu.h \
	%D%/check_fault.c \
	%D%/check_key.c \
	%D%/check_kinds.c \
	%D%/check_queue.c \
	%D%/check_subnet.c \
	%D%/check_transport.c \
	%D%/client.c \
	%D%/client.h \
	%D%/hw.c \
	%D%/hw.h
endif
endif
