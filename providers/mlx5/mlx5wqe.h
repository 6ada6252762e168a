/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * libmlx5wqe: read the posted work-queue elements (WQEs) of mlx5 queues and
 * say what they ask for.
 *
 * Functions that return int return 0 or a positive errno value, functions that
 * return a pointer return NULL and set errno. The library never prints unless
 * asked to, never exits and never aborts. A queue object may be used by one
 * thread at a time; different objects are independent. Numbers are in host byte
 * order, bytes of a queue as they are in memory, which is big-endian.
 *
 * Structs may grow at their end. For those of the caller's the inline wrappers
 * pass the size that the caller was compiled with: what the library does not
 * know is set to 0 in an answer, and must be 0 in a request.
 */

#ifndef INFINIBAND_MLX5WQE_H
#define INFINIBAND_MLX5WQE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ibv_context;
struct ibv_qp;
struct ibv_srq;

/* A work queue, open for reading. Opaque. */
struct mlx5wqe_queue;

enum mlx5wqe_kind {
	MLX5WQE_SQ = 0,		/* send queue of a QP */
	MLX5WQE_RQ = 1,		/* receive queue of a QP */
	MLX5WQE_SRQ = 2,	/* shared receive queue */
};

/* Where the bytes of a queue come from */
enum mlx5wqe_source {
	MLX5WQE_SOURCE_KERNEL = 0,	/* WQ_READ methods of mlx5_ib */
	MLX5WQE_SOURCE_MAPPED = 1,	/* the caller's own mapping */
	MLX5WQE_SOURCE_IMAGE = 2,	/* a saved image */
};

/* Values of enum ib_uverbs_qp_type, and what only the driver knows */
enum mlx5wqe_qp_type {
	MLX5WQE_QPT_NONE = 0,		/* an SRQ, or not known */
	MLX5WQE_QPT_GSI = 1,
	MLX5WQE_QPT_RC = 2,
	MLX5WQE_QPT_UC = 3,
	MLX5WQE_QPT_UD = 4,
	MLX5WQE_QPT_RAW_PACKET = 8,
	MLX5WQE_QPT_XRC_INI = 9,
	MLX5WQE_QPT_XRC_TGT = 10,
	MLX5WQE_QPT_DRIVER = 0xff,
	MLX5WQE_QPT_REG_UMR = 0x101,
	MLX5WQE_QPT_DCI = 0x102,
	MLX5WQE_QPT_SMI = 0x103,
};

enum mlx5wqe_open_flags {
	/* Fail rather than fall back to the caller's own mapping */
	MLX5WQE_OPEN_KERNEL = 1 << 0,
	/* Use the caller's own mapping even where the kernel could read */
	MLX5WQE_OPEN_MAPPED = 1 << 1,
};

/*
 * Open a queue of the caller's own. The verbs object must outlive the queue
 * object. @kind is MLX5WQE_SQ or MLX5WQE_RQ, @flags are enum
 * mlx5wqe_open_flags. Without flags the kernel is used where it has WQ_READ,
 * else the caller's own mapping.
 *
 * errno: EINVAL (kind or flags), ENODATA (the QP has no such queue),
 * EOPNOTSUPP (not an mlx5 object, or a type that is not served),
 * EPROTONOSUPPORT (MLX5WQE_OPEN_KERNEL and a kernel without WQ_READ), ENOMEM,
 * or what the kernel says.
 */
struct mlx5wqe_queue *mlx5wqe_open_qp(struct ibv_qp *qp, enum mlx5wqe_kind kind,
				      uint32_t flags);
struct mlx5wqe_queue *mlx5wqe_open_srq(struct ibv_srq *srq, uint32_t flags);

/*
 * Open any queue of the device by its number of 24 bits, whoever owns it. Needs
 * a kernel with WQ_READ_BY_NUM, CAP_NET_ADMIN, and CAP_SYS_PTRACE for the queue
 * of a process in the caller's pid namespace, or CAP_SYS_RAWIO and no lockdown
 * to confidentiality for one of the kernel. @context must outlive the queue
 * object. @flags must be 0.
 *
 * The queue is not held: its owner may destroy it at any time. Later calls then
 * fail with ENOENT, or with ESTALE if the number belongs to a queue of another
 * type or geometry by now. One of the same type and geometry is not told apart;
 * the owner in struct mlx5wqe_info is that of the queue that was read.
 *
 * errno: EPERM (not permitted: see above), ENOENT (no such QPN or SRQN),
 * ENODATA (the QP has no such queue), EPROTONOSUPPORT (this kernel has no
 * WQ_READ_BY_NUM), EOPNOTSUPP (not an mlx5 device, or a type of queue that is
 * not served), EINVAL, ENOMEM, EIO (the device is gone).
 */
struct mlx5wqe_queue *mlx5wqe_open_qpn(struct ibv_context *context,
				       uint32_t qpn, enum mlx5wqe_kind kind,
				       uint32_t flags);
struct mlx5wqe_queue *mlx5wqe_open_srqn(struct ibv_context *context,
					uint32_t srqn, uint32_t flags);

/* Close a queue; NULL is ignored. The queue itself is not touched. */
void mlx5wqe_close(struct mlx5wqe_queue *queue);

/* Which fields of struct mlx5wqe_info hold something */
enum mlx5wqe_info_mask {
	MLX5WQE_INFO_QP_TYPE = 1 << 0,
	MLX5WQE_INFO_STATE = 1 << 1,
	MLX5WQE_INFO_OWNER = 1 << 2,
	MLX5WQE_INFO_PRODUCER = 1 << 3,
	MLX5WQE_INFO_CONSUMER = 1 << 4,
};

enum mlx5wqe_info_flags {
	MLX5WQE_INFO_FLAG_KERNEL = 1 << 0,	/* owned by the kernel */
	MLX5WQE_INFO_FLAG_SIGNATURE = 1 << 1,	/* receive WQEs are signed */
	MLX5WQE_INFO_FLAG_NO_BUFFER = 1 << 2,	/* no CPU can read the WQ */
	/* a striding receive queue: for mlx5wqe_decode(), not reported */
	MLX5WQE_INFO_FLAG_STRIDING = 1 << 3,
};

struct mlx5wqe_info {
	uint64_t comp_mask;	/* out: enum mlx5wqe_info_mask */
	uint32_t flags;		/* enum mlx5wqe_info_flags */
	uint32_t kind;		/* enum mlx5wqe_kind */
	uint32_t source;	/* enum mlx5wqe_source */
	uint32_t number;	/* QPN, or SRQN for an SRQ; 24 bits */
	uint32_t wqn;		/* number of the WQ in the device; 24 bits */
	uint32_t qp_type;	/* enum mlx5wqe_qp_type */
	uint32_t state;		/* enum ibv_qp_state */
	uint32_t owner;		/* pid of the creator as the caller sees it */
	uint32_t wqe_cnt;	/* slots */
	uint32_t stride;	/* bytes of a slot */
	/*
	 * Free-running 16-bit counters of slots: how far the owner has posted,
	 * as the device last saw it (own mapping: as its doorbell record says),
	 * and how far the device has got. Modulo wqe_cnt they are slots, but for
	 * an SRQ, whose slots are consumed in the order of a list.
	 */
	uint32_t producer;
	uint32_t consumer;
	/*
	 * errno of the firmware query that failed, 0 if none did; EOPNOTSUPP:
	 * the device keeps no counters of this queue
	 */
	uint32_t hw_errno;
	uint32_t reserved;
	/* With a terminating NUL */
	char device[64];	/* IB device, as in mlx5_0 */
	char owner_comm[16];	/* command of owner, empty if not known */
};

int mlx5wqe_query_sized(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			size_t size);

/*
 * Geometry, state, owner and counters, read now. Fields that comp_mask does not
 * name are 0. A device that no longer answers is no error: hw_errno says so and
 * the fields that it would have filled are not in comp_mask.
 *
 * Returns 0, EINVAL (NULL), EIO (device gone), ESTALE (see mlx5wqe_open_qpn()),
 * or what the kernel says.
 */
static inline int mlx5wqe_query(struct mlx5wqe_queue *queue,
				struct mlx5wqe_info *info)
{
	return mlx5wqe_query_sized(queue, info, sizeof(*info));
}

/*
 * Copy from the start of WQE @wqe_index at most @bcnt bytes: never more than
 * @buflen, never beyond the end of the WQ. It does not promise the whole WQE:
 * one that wraps goes on at slot 0. @wqe_index is taken modulo wqe_cnt.
 * @bytes_copied may be NULL. After an error it is as it was, and what is in
 * @buffer is not stated. Whatever the source, the contract is that of
 * mlx5_ib_read_user_wqe_common() in the kernel.
 *
 * Returns 0; EINVAL (NULL queue, NULL buffer with a buflen), EOPNOTSUPP (no CPU
 * can read this buffer, or a slot of more than 65,535 bytes, which the kernel
 * does not hand out), ENOMEM, EIO (device gone), ESTALE (see
 * mlx5wqe_open_qpn()), EPROTO (an answer that the kernel should not give), or
 * what the kernel says.
 */
int mlx5wqe_read(struct mlx5wqe_queue *queue, void *buffer, size_t buflen,
		 uint32_t wqe_index, size_t bcnt, size_t *bytes_copied);

/*
 * Write an image of the queue to @file, which is flushed: its state, all its
 * slots, and the state once more as it is behind them, which tells whether the
 * queue moved meanwhile. mlx5wqe-image(5) describes the format. Images may
 * follow one another in a file.
 *
 * Returns 0, EINVAL (NULL, or the queue is an image itself), EFBIG (more than
 * 2 GiB), EIO or another errno value of the stream, or an error of
 * mlx5wqe_read() or mlx5wqe_query(); nothing is written if the queue cannot be
 * read.
 */
int mlx5wqe_save(struct mlx5wqe_queue *queue, FILE *file);

/* What is wrong with an image, and where */
struct mlx5wqe_image_error {
	uint64_t comp_mask;	/* out: 0 */
	/* Of the file, or from where @file stood if it cannot tell */
	uint64_t offset;
	char section[16];	/* empty: of the file's header, or unknown */
	char text[160];		/* a sentence that has both */
};

struct mlx5wqe_queue *mlx5wqe_open_image_sized(FILE *file,
					       struct mlx5wqe_image_error *error,
					       size_t size);

/*
 * Open the image that starts where @file stands, on any machine. All of it is
 * read and checked, whoever wrote it; @file then stands behind it and is not
 * needed any more. @error, if not NULL, says what is wrong with the image for
 * EBADMSG and ENOTSUP and is otherwise empty.
 *
 * errno: EINVAL (NULL), ENODATA (the file ends here), EBADMSG (not an image, or
 * one that is cut or was altered), ENOTSUP (a version, or a part that may not
 * be skipped, that this library does not know), ENOMEM, EIO or another errno
 * value of the stream.
 */
static inline struct mlx5wqe_queue *mlx5wqe_open_image(FILE *file,
					struct mlx5wqe_image_error *error)
{
	return mlx5wqe_open_image_sized(file, error, sizeof(*error));
}

/* What an image says of itself. Fields that it does not know are 0. */
struct mlx5wqe_image {
	/* out: enum mlx5wqe_info_mask; which of the fields _after are known */
	uint64_t comp_mask;
	/* Nanoseconds since 1970 in UTC: before the first and after the last */
	uint64_t time;
	uint64_t time_after;
	uint32_t source;	/* enum mlx5wqe_source that was saved */
	/* As in struct mlx5wqe_info, when all slots had been read */
	uint32_t state_after;
	uint32_t producer_after;
	uint32_t consumer_after;
	uint32_t hw_errno_after;
	uint32_t reserved;
	/* With a terminating NUL */
	char program[72];	/* and its version */
	char host[72];		/* its name, as in uname(2) */
	char kernel[72];	/* release */
	char machine[72];
};

int mlx5wqe_image_query_sized(struct mlx5wqe_queue *queue,
			      struct mlx5wqe_image *image, size_t size);

/* Returns 0, or EINVAL (NULL, or the queue is no image). */
static inline int mlx5wqe_image_query(struct mlx5wqe_queue *queue,
				      struct mlx5wqe_image *image)
{
	return mlx5wqe_image_query_sized(queue, image, sizeof(*image));
}

/* Which WQEs of a queue */
enum mlx5wqe_range {
	MLX5WQE_RANGE_PENDING = 0,	/* posted, not yet completed */
	MLX5WQE_RANGE_ALL = 1,		/* whatever the slots hold */
	MLX5WQE_RANGE_INDEX = 2,	/* count WQEs from wqe_index */
};

struct mlx5wqe_select {
	uint64_t comp_mask;	/* must be 0 */
	uint32_t range;		/* enum mlx5wqe_range */
	/* MLX5WQE_RANGE_INDEX: 16 bits, counter of the first WQE's first slot */
	uint32_t wqe_index;
	uint32_t count;		/* MLX5WQE_RANGE_INDEX: WQEs, wqe_cnt at most */
	uint32_t reserved;	/* must be 0 */
};

enum mlx5wqe_wqe_flags {
	/* Between consumer and producer */
	MLX5WQE_WQE_PENDING = 1 << 0,
	/* MLX5WQE_WQE_PENDING tells; without it nobody knows */
	MLX5WQE_WQE_PENDING_KNOWN = 1 << 1,
	/* The WQE is longer than its queue; what is there is in bytes */
	MLX5WQE_WQE_TRUNCATED = 1 << 2,
	/* Slots that belong to no WQE that could be made out */
	MLX5WQE_WQE_LOOSE = 1 << 3,
	/* Claims slots that are not posted yet */
	MLX5WQE_WQE_OVERRUN = 1 << 4,
};

/* One WQE, copied out of its queue and made linear */
struct mlx5wqe_wqe {
	uint32_t flags;		/* enum mlx5wqe_wqe_flags */
	uint32_t index;		/* counter of its first slot; slot for an SRQ */
	uint32_t slot;
	uint32_t slots;		/* that it covers */
	const uint8_t *bytes;	/* valid in the call */
	size_t length;		/* of bytes */
};

/*
 * A non-zero return ends the walk, and is what the walk returns: a negative one
 * is told from an errno value. @info and @wqe are valid in the call. The queue
 * is not to be closed in it.
 */
typedef int (*mlx5wqe_wqe_fn)(const struct mlx5wqe_info *info,
			      const struct mlx5wqe_wqe *wqe, void *arg);

/*
 * Take one copy of the queue and call @fn for each selected WQE in the order in
 * which they were posted (an SRQ: in the order of the slots). @info, if not
 * NULL, gets the state that was read together with the bytes, for ENODATA as
 * well.
 *
 * Returns 0, what @fn returned, EINVAL (NULL, selection), ENODATA (pending WQEs
 * of an SRQ or of a queue whose counters are not known or cannot be right),
 * EFBIG (more than 2 GiB), or an error of mlx5wqe_read().
 */
int mlx5wqe_walk_sized(struct mlx5wqe_queue *queue,
		       const struct mlx5wqe_select *select, size_t select_size,
		       struct mlx5wqe_info *info, size_t info_size,
		       mlx5wqe_wqe_fn fn, void *arg);

static inline int mlx5wqe_walk(struct mlx5wqe_queue *queue,
			       const struct mlx5wqe_select *select,
			       struct mlx5wqe_info *info, mlx5wqe_wqe_fn fn,
			       void *arg)
{
	return mlx5wqe_walk_sized(queue, select, sizeof(*select), info,
				  sizeof(*info), fn, arg);
}

enum mlx5wqe_event_type {
	MLX5WQE_EVENT_SEGMENT = 0,	/* a segment begins: name */
	MLX5WQE_EVENT_FIELD = 1,	/* a field of it: name, value, place */
	MLX5WQE_EVENT_SEGMENT_END = 2,
	MLX5WQE_EVENT_WARNING = 3,	/* what cannot be right: text */
};

enum mlx5wqe_value_type {
	MLX5WQE_VALUE_UINT = 0,		/* value */
	MLX5WQE_VALUE_ADDR = 1,		/* value; an address or 64-bit operand */
	MLX5WQE_VALUE_BYTES = 2,	/* bytes, length */
};

enum mlx5wqe_display {
	MLX5WQE_DISPLAY_DEC = 0,
	MLX5WQE_DISPLAY_HEX = 1,	/* a key or a number that logs give in hex */
};

/* One step of decoding. Strings live as long as the library. */
struct mlx5wqe_event {
	uint32_t type;		/* enum mlx5wqe_event_type */
	uint32_t value_type;	/* enum mlx5wqe_value_type */
	const char *name;	/* of segment or field */
	const char *brief;	/* short name in one-line text, or NULL */
	const char *symbol;	/* name of the value, or NULL */
	const char *text;	/* MLX5WQE_EVENT_WARNING; valid in the call */
	uint64_t value;		/* host byte order */
	const uint8_t *bytes;	/* in the caller's buffer */
	size_t length;		/* of bytes; of a segment, in bytes */
	uint32_t offset;	/* of it from the start of the WQE, bytes */
	uint32_t bits;		/* width of the field or the segment */
	uint32_t display;	/* enum mlx5wqe_display; how people write it */
	uint32_t reserved;
};

/* What the bytes alone do not say */
struct mlx5wqe_context {
	uint64_t comp_mask;	/* enum mlx5wqe_context_mask */
	uint32_t kind;		/* enum mlx5wqe_kind */
	uint32_t qp_type;	/* enum mlx5wqe_qp_type, NONE: not known */
	uint32_t flags;		/* enum mlx5wqe_info_flags */
	uint32_t qpn;		/* MLX5WQE_CONTEXT_QPN */
	uint32_t index;		/* MLX5WQE_CONTEXT_INDEX: expected wqe_index */
	uint32_t reserved;	/* must be 0 */
};

enum mlx5wqe_context_mask {
	MLX5WQE_CONTEXT_QPN = 1 << 0,
	MLX5WQE_CONTEXT_INDEX = 1 << 1,
};

/* As mlx5wqe_wqe_fn; @event is valid in the call. */
typedef int (*mlx5wqe_event_fn)(const struct mlx5wqe_event *event, void *arg);

/*
 * Decode one WQE, of which @length bytes are there. Every byte of it is
 * reported in exactly one segment; what stands behind ds * 16 bytes of a send
 * WQE is not decoded. The scatter list of a receive WQE ends at its terminator,
 * an entry with lkey 0x100; nothing behind it is reported. Unknown opcodes and
 * opmods and reserved bits are shown, never skipped; what cannot be right is an
 * MLX5WQE_EVENT_WARNING next to it.
 *
 * The type of QP says what stands behind the control segment. Where it is not
 * known (MLX5WQE_QPT_NONE), the bytes decide. A reading fits if its segments
 * fill the WQE exactly, no reserved bit is set, numbers of QPs, DCTs and SRQs
 * are not 0, a compact address vector has a LID, data entries have a length,
 * they and remote addresses have a key and a canonical address, what segments
 * nothing has no segment size, and an address vector or an Ethernet segment is
 * not all that there is. Of those that fit, the first of these is taken:
 *
 *   1. nothing: RC and UC
 *   2. an Ethernet segment (struct mlx5_wqe_eth_seg)
 *   3. an address vector of UD, which it is if the lower half of the key is 0
 *   4. the same, 16 bytes of zeros and an Ethernet segment: IPoIB. This is told
 *      from 3. by the bytes for any UD QP.
 *   5. an address vector of DC
 *   6. an XRC segment (struct mlx5_wqe_xrc_seg). Its unused bytes, which
 *      rdma-core leaves as they are, may be set if nothing else fits.
 *
 * A warning says if more than one fits, or none, which is then read as the
 * first that the opcode can have. In the same way, a receive WQE of a queue
 * that is not known starts with a signature or a next segment if its first
 * entry is zero but for the bytes of the one or the other and the second can be
 * a data entry; and the list of a UMR, if the mkey context does not say what it
 * is, holds a repeat block if it starts with one, or else pages (MTT) or KSM
 * entries if all that it has can be that, or else KLM entries.
 *
 * Returns 0, what @fn returned, or EINVAL (NULL, or a context with a kind, a
 * mask or a reserved field that is not known).
 */
int mlx5wqe_decode_sized(const void *wqe, size_t length,
			 const struct mlx5wqe_context *context,
			 size_t context_size, mlx5wqe_event_fn fn, void *arg);

static inline int mlx5wqe_decode(const void *wqe, size_t length,
				 const struct mlx5wqe_context *context,
				 mlx5wqe_event_fn fn, void *arg)
{
	return mlx5wqe_decode_sized(wqe, length, context, sizeof(*context), fn,
				    arg);
}

enum mlx5wqe_print_flags {
	MLX5WQE_PRINT_JSON = 1 << 0,	/* one document, mlx5wqe-show/1 */
	MLX5WQE_PRINT_PRETTY = 1 << 1,	/* JSON: indented */
	MLX5WQE_PRINT_VERBOSE = 1 << 2,	/* text: all fields, a segment a line */
	MLX5WQE_PRINT_RAW = 1 << 3,	/* raw bytes as well */
};

/*
 * Write the queue and its selected WQEs to @file, which is flushed. Sets
 * *@warnings, if not NULL, to the number of warnings that were printed.
 *
 * Returns 0, EINVAL (NULL file or queue, flags), EIO or another errno value of
 * the stream, ENOMEM, or an error of mlx5wqe_walk(); nothing is written if the
 * queue cannot be read.
 */
int mlx5wqe_print_sized(FILE *file, struct mlx5wqe_queue *queue,
			const struct mlx5wqe_select *select, size_t select_size,
			uint32_t flags, unsigned int *warnings);

static inline int mlx5wqe_print(FILE *file, struct mlx5wqe_queue *queue,
				const struct mlx5wqe_select *select,
				uint32_t flags, unsigned int *warnings)
{
	return mlx5wqe_print_sized(file, queue, select, sizeof(*select), flags,
				   warnings);
}

/* Who saw the error that a completion reports */
enum mlx5wqe_side {
	MLX5WQE_REQUESTER = 0,	/* the WQE is in the send queue */
	MLX5WQE_RESPONDER = 1,	/* the WQE is in the receive queue or the SRQ */
};

enum mlx5wqe_cqe_mask {
	/* wqe_opcode: a responder's error has none */
	MLX5WQE_CQE_WQE_OPCODE = 1 << 0,
};

/* An error CQE */
struct mlx5wqe_cqe {
	uint64_t comp_mask;	/* out: enum mlx5wqe_cqe_mask */
	uint32_t opcode;	/* 4 bits; of the CQE: MLX5_CQE_* of mlx5dv.h */
	uint32_t side;		/* enum mlx5wqe_side */
	uint32_t syndrome;	/* 8 bits; MLX5_CQE_SYNDROME_* */
	uint32_t vendor_syndrome;	/* 8 bits */
	uint32_t hw_syndrome;	/* 8 bits */
	uint32_t hw_syndrome_type;	/* 4 bits */
	uint32_t qpn;		/* 24 bits */
	uint32_t wqe_counter;	/* 16 bits; of the WQE's first slot */
	uint32_t wqe_opcode;	/* 8 bits */
	uint32_t srqn_or_user_index;	/* 32 bits; the CQE does not say which */
	uint32_t signature;	/* 8 bits */
	uint32_t reserved;
};

int mlx5wqe_cqe_decode_sized(const void *cqe, size_t length,
			     struct mlx5wqe_cqe *fields, size_t size);

/*
 * Read an error CQE, 64 bytes as they are in memory (of a CQE of 128 bytes the
 * second half).
 *
 * Returns 0, EINVAL (NULL, or not 64 bytes), or ENOMSG if the CQE reports no
 * error; then opcode is set and nothing else.
 */
static inline int mlx5wqe_cqe_decode(const void *cqe, size_t length,
				     struct mlx5wqe_cqe *fields)
{
	return mlx5wqe_cqe_decode_sized(cqe, length, fields, sizeof(*fields));
}

/* What is known about a syndrome. Strings live as long as the library. */
struct mlx5wqe_syndrome {
	uint64_t comp_mask;	/* out: 0 */
	uint32_t syndrome;
	uint32_t status;	/* enum ibv_wc_status that programs see */
	const char *name;	/* without MLX5_CQE_SYNDROME_ */
	const char *meaning;	/* a sentence */
};

int mlx5wqe_syndrome_query_sized(uint32_t syndrome,
				 struct mlx5wqe_syndrome *info, size_t size);

/* Returns 0, EINVAL (NULL), or ENOENT: no public header names this syndrome. */
static inline int mlx5wqe_syndrome_query(uint32_t syndrome,
					 struct mlx5wqe_syndrome *info)
{
	return mlx5wqe_syndrome_query_sized(syndrome, info, sizeof(*info));
}

/*
 * Vendor syndromes have no public table. What public reports agree on as the
 * cause of this pair, or NULL. Sets *@source, if not NULL, to the addresses of
 * such reports, with a space between them, or leaves it as it is. Strings live
 * as long as the library.
 */
const char *mlx5wqe_vendor_seen(uint32_t syndrome, uint32_t vendor_syndrome,
				const char **source);

/*
 * Names as the field writes them, or NULL: of an opcode of a send WQE, of a
 * value of enum mlx5wqe_qp_type, and of one of enum ibv_qp_state. Strings live
 * as long as the library.
 */
const char *mlx5wqe_opcode_name(uint32_t opcode);
/* What the opmod makes of the opcode; NULL as well if it is the plain one */
const char *mlx5wqe_opmod_name(uint32_t opcode, uint32_t opmod);
const char *mlx5wqe_qp_type_name(uint32_t qp_type);
const char *mlx5wqe_state_name(uint32_t state);

#ifdef __cplusplus
}
#endif

#endif /* INFINIBAND_MLX5WQE_H */
