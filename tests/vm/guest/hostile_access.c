// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Who may read a queue by number, and whose it is said to be */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "caps.h"
#include "poster_die.h"
#include "hostile.h"
#include "tap.h"

#define SOME_USER 1000
#define LOCKDOWN_FILE "/sys/kernel/security/lockdown"

/*
 * Queues in every relation to the caller that makes a difference, what a caller
 * needs to read one, and what it then gets.
 */
enum target {
	OWN_QP,
	OWN_SRQ,
	OTHER_PROCESS,
	OTHER_USER,
	NOTHING,
	MALFORMED,
	QP1,
	UMR_QP,
	KERNEL_SRQ,
	NO_QUEUE,
	ULP_SQ,
	ULP_RQ,
	ULP_NO_RQ,
	ULP_SRQ,
	BY_HANDLE,
	TARGETS
};

#define NET CAP(CAP_NET_ADMIN)
#define TRACE CAP(CAP_SYS_PTRACE)
#define RAWIO CAP(CAP_SYS_RAWIO)

static const struct {
	const char *name;
	uint64_t first;		/* without these the answer is EPERM */
	uint64_t then;		/* as it is without these */
	bool kernel;		/* or in a kernel that is locked down */
	int then_errno;
} targets[TARGETS] = {
	[OWN_QP] = { "own QP by number", NET, TRACE, false, 0 },
	[OWN_SRQ] = { "own SRQ by number", NET, TRACE, false, 0 },
	[OTHER_PROCESS] = { "another process' QP", NET, TRACE, false, 0 },
	[OTHER_USER] = { "another user's QP", NET, TRACE, false, 0 },
	[NOTHING] = { "number of nothing", NET, 0, false, ENOENT },
	[MALFORMED] = { "malformed request", NET, 0, false, EINVAL },
	[QP1] = { "QP1", NET, RAWIO, true, 0 },
	[UMR_QP] = { "UMR QP", NET, RAWIO, true, 0 },
	[KERNEL_SRQ] = { "driver's SRQ", NET, RAWIO, true, 0 },
	[NO_QUEUE] = { "RQ of the UMR QP", NET, RAWIO, true, ENODATA },
	[ULP_SQ] = { "SQ of a ULP", NET, RAWIO, true, 0 },
	[ULP_RQ] = { "RQ of a ULP", NET, RAWIO, true, 0 },
	[ULP_NO_RQ] = { "RQ of a ULP with an SRQ", NET, RAWIO, true, ENODATA },
	[ULP_SRQ] = { "SRQ of a ULP", NET, RAWIO, true, 0 },
	[BY_HANDLE] = { "own QP by handle", 0, 0, false, 0 },
};

struct actor {
	struct ibv_context *context;
	struct uapi_read reads[TARGETS];
	bool aimed[TARGETS];
	const struct ring *sq;
	uint64_t keep;		/* capabilities */
	bool locked_down;
	bool apart;		/* in a pid namespace without the owners */
};

static int errno_wanted(const struct actor *actor, int i)
{
	uint64_t needed = targets[i].first | targets[i].then;

	if (needed & ~actor->keep ||
	    (targets[i].kernel && actor->locked_down) ||
	    (targets[i].then == TRACE && actor->apart))
		return EPERM;
	return targets[i].then_errno;
}

static int try_targets(const struct actor *actor)
{
	int faults = 0;

	for (int i = 0; i < TARGETS; i++) {
		struct uapi_read read = actor->reads[i];
		int want = errno_wanted(actor, i);
		int got;

		if (!actor->aimed[i])
			continue;
		got = uapi_read(actor->context, &read);

		if (got != want)
			faults += tap_fault("%s: errno %d, not %d",
					    targets[i].name, got, want);
	}
	return faults;
}

static int with_caps(const struct actor *actor)
{
	keep_caps(actor->keep);
	return try_targets(actor);
}

static int as_user(const struct actor *actor)
{
	need(!setresuid(SOME_USER, SOME_USER, SOME_USER));
	return try_targets(actor);
}

/* All capabilities, but not over the machine */
static int as_root_of_namespace(const struct actor *actor)
{
	need(!unshare(CLONE_NEWUSER));
	return try_targets(actor);
}

/* What @act returns in a child process, at most 255 */
static int in_child(int (*act)(const struct actor *actor),
		    const struct actor *actor)
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	need(pid >= 0);
	if (!pid) {
		int result = act(actor);

		fflush(stdout);
		_exit(result);
	}
	need(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   tap_fault("child died, status %d", status);
}

/* Every combination of the three, with and without all others */
static void capabilities(struct actor actor)
{
	const struct {
		const char *name;
		uint64_t cap;
	} caps[] = {
		{ "NET_ADMIN ", NET },
		{ "SYS_PTRACE ", TRACE },
		{ "SYS_RAWIO ", RAWIO },
		{ "and all others", CAPS_ALL & ~(NET | TRACE | RAWIO) },
	};

	for (unsigned int set = 0; set < 1U << ARRAY_SIZE(caps); set++) {
		char name[64] = "";

		actor.keep = 0;
		for (size_t i = 0; i < ARRAY_SIZE(caps); i++)
			if (set & 1U << i) {
				actor.keep |= caps[i].cap;
				strcat(name, caps[i].name);
			}
		tap_result(!in_child(with_caps, &actor),
			   "%s, capabilities: %s",
			   actor.locked_down ? "locked down" : "open", name);
	}
	actor.keep = 0;
	tap_result(!in_child(as_user, &actor), "as a user");
	tap_result(!in_child(as_root_of_namespace, &actor),
		   "as root of a user namespace");
}

/* A process of @user that holds a QP until it is killed */
struct holder {
	pid_t pid;
	uint32_t qpn;
};

static void hold_qp(uid_t user, int out)
{
	static struct ring_base base = { .rng = { 2 } };
	struct ibv_qp *qp;

	need(!setresuid(user, user, user));
	ring_base_open(&base);
	qp = ring_make_qp(&base, IBV_QPT_RC, 4, 4, NULL, 0);
	need(write(out, &qp->qp_num, sizeof(qp->qp_num)) ==
	     sizeof(qp->qp_num));
	for (;;)
		pause();
}

static struct holder holder_start(uid_t user)
{
	struct holder holder;
	int out[2];

	need(!pipe(out));
	fflush(stdout);
	holder.pid = fork();
	need(holder.pid >= 0);
	if (!holder.pid)
		hold_qp(user, out[1]);
	close(out[1]);
	need(read(out[0], &holder.qpn, sizeof(holder.qpn)) ==
	     sizeof(holder.qpn));
	close(out[0]);
	return holder;
}

static void holder_end(const struct holder *holder)
{
	need(!kill(holder->pid, SIGKILL));
	need(waitpid(holder->pid, NULL, 0) == holder->pid);
}

static struct uapi_read read_of_num(uint32_t queue, uint32_t num)
{
	return (struct uapi_read) { .req = { .queue = queue, .num = num } };
}

static void aim_at(struct actor *actor, enum target target,
		   struct uapi_read read)
{
	actor->reads[target] = read;
	actor->aimed[target] = true;
}

/* The driver's own; not all of them can be found under every kernel */
static void aim_at_kernel(struct actor *actor)
{
	struct uapi_read qp1 = read_of_num(MLX5_IB_WQ_READ_RQ, 1);
	struct ring ring;

	qp1.req.port = 1;
	aim_at(actor, QP1, qp1);
	need(kernel_find(actor->context, &ring, MLX5_IB_WQ_READ_SRQ, 0, 0));
	aim_at(actor, KERNEL_SRQ, ring_read(&ring, true));
	if (!kernel_tracks_umr())
		return;
	need(kernel_find(actor->context, &ring, MLX5_IB_WQ_READ_SQ,
			 MLX5_IB_WQ_READ_QPT_REG_UMR, 0));
	aim_at(actor, UMR_QP, ring_read(&ring, true));
	aim_at(actor, NO_QUEUE, read_of_num(MLX5_IB_WQ_READ_RQ, ring.num));
}

/* How each target is asked for */
static void aim(struct actor *actor, const struct ring *sq,
		const struct ring *srq, const struct holder *process,
		const struct holder *user)
{
	aim_at(actor, OWN_QP, ring_read(sq, true));
	aim_at(actor, OWN_SRQ, ring_read(srq, true));
	aim_at(actor, OTHER_PROCESS,
	       read_of_num(MLX5_IB_WQ_READ_SQ, process->qpn));
	aim_at(actor, OTHER_USER, read_of_num(MLX5_IB_WQ_READ_RQ, user->qpn));
	aim_at(actor, NOTHING, read_of_num(MLX5_IB_WQ_READ_SQ, NUM_OF_NOTHING));
	aim_at(actor, MALFORMED, read_of_num(UINT32_MAX, sq->num));
	aim_at(actor, BY_HANDLE, ring_read(sq, false));
	aim_at_kernel(actor);
}

void hostile_access_ulp(struct ring_base *base, uint32_t qpn, uint32_t srqn)
{
	struct actor actor = { .context = base->context };

	aim_at(&actor, ULP_SQ, read_of_num(MLX5_IB_WQ_READ_SQ, qpn));
	aim_at(&actor, srqn ? ULP_NO_RQ : ULP_RQ,
	       read_of_num(MLX5_IB_WQ_READ_RQ, qpn));
	if (srqn)
		aim_at(&actor, ULP_SRQ, read_of_num(MLX5_IB_WQ_READ_SRQ, srqn));
	capabilities(actor);
}

static int owner_is(const struct actor *actor, bool by_num, pid_t want)
{
	struct uapi_read read = ring_read(actor->sq, by_num);
	int got = uapi_read(actor->context, &read);

	if (got)
		return tap_fault("errno %d", got);
	if (read.info.owner != (uint32_t)want)
		return tap_fault("owner %u, not %d", read.info.owner, want);
	return 0;
}

static int owner_is_parent(const struct actor *actor)
{
	return owner_is(actor, true, getppid());
}

/* For QPs that a process makes on what it has inherited */
static struct ring_base *heir;

/*
 * A process with all capabilities that does not see the owners: what it makes
 * itself is all of processes that it can read by number.
 */
static int read_apart(const struct actor *outside)
{
	struct actor actor = *outside;
	struct ring ring;
	int faults;

	actor.keep = CAPS_ALL;
	actor.apart = true;
	faults = try_targets(&actor);
	faults += owner_is(&actor, false, 0);

	ring_of_qp(&ring, ring_make_qp(heir, IBV_QPT_RC, 4, 4, NULL, 0),
		   MLX5_IB_WQ_READ_SQ, 0);
	actor.sq = &ring;
	return faults + owner_is(&actor, true, getpid());
}

/* The first child of a new pid namespace does not see its parent */
static int in_pid_namespace(const struct actor *actor)
{
	need(!unshare(CLONE_NEWPID));
	return in_child(read_apart, actor);
}

static void *make_qp(void *arg)
{
	return ring_make_qp(arg, IBV_QPT_RC, 4, 4, NULL, 0);
}

static void owner_of_thread(struct ring_base *base)
{
	struct actor actor = { .context = base->context };
	struct ibv_qp *qp;
	struct ring ring;
	pthread_t thread;
	void *made;

	need_zero(pthread_create(&thread, NULL, make_qp, base));
	need_zero(pthread_join(thread, &made));
	qp = made;
	ring_of_qp(&ring, qp, MLX5_IB_WQ_READ_SQ, 0);
	actor.sq = &ring;
	tap_result(!owner_is(&actor, true, getpid()),
		   "owner of what a thread made that is gone");
	need_zero(ibv_destroy_qp(qp));
}

/* What a process that is gone left behind, in memory shared with it */
struct legacy {
	struct ring ring;
	uint8_t slots[4096];
};

static struct legacy *legacy;

static int bequeath(const struct actor *actor)
{
	struct ibv_qp *qp = ring_make_qp(heir, IBV_QPT_UC, 4, 4, NULL, 0);
	struct ring *ring = &legacy->ring;
	size_t size;

	(void)actor;
	ring_of_qp(ring, qp, MLX5_IB_WQ_READ_SQ, 0);
	size = (size_t)ring->wqe_cnt * ring->stride;
	need(size <= sizeof(legacy->slots));
	memcpy(legacy->slots, ring->slots, size);
	return 0;
}

/*
 * The queue outlives its maker, because the file is shared: its pages are
 * still pinned, and its bytes are still there.
 */
static void owner_gone(struct ring_base *base)
{
	struct actor actor = { .context = base->context };
	static uint8_t slots[sizeof(legacy->slots)];
	struct uapi_read read;
	int got;

	legacy = mmap(NULL, sizeof(*legacy), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(legacy != MAP_FAILED);
	need_zero(in_child(bequeath, &actor));
	actor.sq = &legacy->ring;
	tap_result(!owner_is(&actor, true, 0), "owner that is gone");

	read = ring_read(&legacy->ring, true);
	read.req.count = UINT32_MAX;
	read.data = slots;
	read.room = sizeof(slots);
	got = uapi_read(base->context, &read);
	tap_result(!got && read.info.count == legacy->ring.wqe_cnt &&
			   !memcmp(slots, legacy->slots, sizeof(slots)),
		   "queue of an owner that is gone");
}

void hostile_access(struct ring_base *base, const struct ring *sq,
		    const struct ring *srq)
{
	struct holder process = holder_start(0), user = holder_start(SOME_USER);
	struct actor actor = { .context = base->context, .sq = sq };

	heir = base;
	aim(&actor, sq, srq, &process, &user);
	capabilities(actor);
	tap_result(!in_child(in_pid_namespace, &actor),
		   "in a pid namespace without the owners");
	holder_end(&process);
	holder_end(&user);
	tap_result(!in_child(owner_is_parent, &actor),
		   "owner as another process sees it");
	owner_of_thread(base);
	owner_gone(base);
}

static bool lock_down(void)
{
	const char level[] = "confidentiality";
	int fd;

	mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL);
	fd = open(LOCKDOWN_FILE, O_WRONLY);
	if (fd < 0)
		return false;
	need(write(fd, level, sizeof(level) - 1) == sizeof(level) - 1);
	close(fd);
	return true;
}

void hostile_lockdown(struct ring_base *base, const struct ring *sq,
		      const struct ring *srq)
{
	struct holder process = holder_start(0), user = holder_start(SOME_USER);
	struct actor actor = { .context = base->context, .keep = CAPS_ALL };

	aim(&actor, sq, srq, &process, &user);
	tap_result(!try_targets(&actor), "not locked down");
	if (lock_down()) {
		actor.locked_down = true;
		capabilities(actor);
	} else {
		tap_skip(strerror(errno), "locked down");
	}
	holder_end(&process);
	holder_end(&user);
}
