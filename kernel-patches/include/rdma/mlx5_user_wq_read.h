/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR Linux-OpenIB) */
/*
 * Read access to the work queues whose buffers mlx5_ib pinned or allocated.
 */

#ifndef MLX5_USER_WQ_READ_H
#define MLX5_USER_WQ_READ_H

#include <linux/types.h>
#include <rdma/ib_user_ioctl_cmds.h>

/*
 * Methods on UVERBS_OBJECT_DEVICE. uverbs has room for eight driver methods
 * per object; mlx5_ib hands them out from the bottom, these are the topmost.
 */
enum mlx5_ib_wq_read_methods {
	MLX5_IB_METHOD_WQ_READ = (1U << UVERBS_ID_NS_SHIFT) + 6,
	MLX5_IB_METHOD_WQ_READ_BY_NUM = (1U << UVERBS_ID_NS_SHIFT) + 7,
};

/*
 * The ids start high on purpose: sent as mandatory to a kernel that uses these
 * method ids for something else, they fail with EPROTONOSUPPORT.
 */
enum mlx5_ib_wq_read_attrs {
	MLX5_IB_ATTR_WQ_READ_QP_HANDLE = (1U << UVERBS_ID_NS_SHIFT) + 16,
	MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
	MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
	MLX5_IB_ATTR_WQ_READ_REQ,
	MLX5_IB_ATTR_WQ_READ_INFO,
	MLX5_IB_ATTR_WQ_READ_DATA,
};

enum mlx5_ib_wq_read_queue {
	MLX5_IB_WQ_READ_SQ = 0,
	MLX5_IB_WQ_READ_RQ = 1,
	MLX5_IB_WQ_READ_SRQ = 2,
};

enum mlx5_ib_wq_read_req_flags {
	/* Run the firmware query that fills hw_state and the counters */
	MLX5_IB_WQ_READ_REQ_QUERY_HW = 1 << 0,
};

struct mlx5_ib_wq_read_req {
	__u32 flags;	/* enum mlx5_ib_wq_read_req_flags */
	__u32 queue;	/* enum mlx5_ib_wq_read_queue */
	__u32 num;	/* WQ_READ_BY_NUM only: QPN, or SRQN for an SRQ */
	__u32 port;	/* WQ_READ_BY_NUM only: port of QP1, else 0 */
	__u32 first;	/* first slot, taken modulo wqe_cnt */
	__u32 count;	/* slots wanted, 0: geometry and state only */
};

enum mlx5_ib_wq_read_info_flags {
	MLX5_IB_WQ_READ_INFO_KERNEL = 1 << 0,	/* owned by the kernel */
	MLX5_IB_WQ_READ_INFO_HW_VALID = 1 << 1,	/* hw_state and counters */
	MLX5_IB_WQ_READ_INFO_SIGNATURE = 1 << 2, /* WQEs carry a signature */
	MLX5_IB_WQ_READ_INFO_NO_BUFFER = 1 << 3, /* no CPU can read the WQ */
	MLX5_IB_WQ_READ_INFO_COUNTER16 = 1 << 4, /* counters are 16 bits */
	MLX5_IB_WQ_READ_INFO_HW_STATE = 1 << 5,	/* hw_state, if only it */
	MLX5_IB_WQ_READ_INFO_WQ_STATE = 1 << 6,	/* hw_state is no QP's: below */
};

/*
 * qp_type: enum ib_uverbs_qp_type where it has the type, else one of these.
 * Those from 0x200 on are no QPs, and neither is MLX5_IB_WQ_READ_QPT_NONE.
 */
enum mlx5_ib_wq_read_qp_type {
	MLX5_IB_WQ_READ_QPT_NONE = 0,		/* a basic SRQ */
	MLX5_IB_WQ_READ_QPT_GSI = 1,		/* a QP1 */
	MLX5_IB_WQ_READ_QPT_REG_UMR = 0x101,	/* mlx5_ib's own, for UMRs */
	MLX5_IB_WQ_READ_QPT_DCI = 0x102,
	MLX5_IB_WQ_READ_QPT_SMI = 0x103,	/* a QP0 */
	MLX5_IB_WQ_READ_QPT_XRC_SRQ = 0x201,
	MLX5_IB_WQ_READ_QPT_TM_SRQ = 0x202,	/* tag matching */
	MLX5_IB_WQ_READ_QPT_WQ = 0x203,		/* a receive WQ, struct ibv_wq */
};

/*
 * hw_state with MLX5_IB_WQ_READ_INFO_WQ_STATE: 0 reset, 1 ready, 3 error.
 * Without it, for an SRQ: 0 good, 1 error; for a QP: enum mlx5_qp_state.
 */

#define MLX5_IB_WQ_READ_ABI 1

struct mlx5_ib_wq_read_info {
	__u32 abi;		/* MLX5_IB_WQ_READ_ABI */
	__u32 flags;		/* enum mlx5_ib_wq_read_info_flags */
	__aligned_u64 buf_size;	/* bytes of the buffer that holds the WQ */
	__aligned_u64 offset;	/* of slot 0 in that buffer, bytes */
	__u32 wqe_cnt;		/* slots */
	__u32 wqe_shift;	/* log2 of the bytes of a slot */
	__u32 first;		/* index of the first slot returned */
	__u32 count;		/* slots returned */
	__u32 wqn;		/* QPN, SQN, RQN or SRQN the device knows */
	__u32 qp_type;		/* see enum mlx5_ib_wq_read_qp_type */
	__u32 sw_state;		/* as mlx5_ib last saw it: enum ib_qp_state,
				 * enum ib_wq_state of a receive WQ, else 0
				 */
	__u32 hw_state;		/* as the device has it: see above */
	__u32 hw_counter;	/* next slot the device will execute */
	__u32 sw_counter;	/* producer, as the device last saw it */
	__u32 hw_errno;		/* why HW_VALID is not set; 0: not asked */
	__u32 owner;		/* pid of the creator as the caller sees it,
				 * 0: the kernel, no longer there, not known
				 */
};

#endif /* MLX5_USER_WQ_READ_H */
