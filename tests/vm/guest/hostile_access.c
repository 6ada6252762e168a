// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Who may read a queue by number, and whose it is said to be */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "poster_die.h"
#include "hostile.h"
#include "tap.h"

#define CAP(name) (1ULL << (name))
#define CAPS_ALL UINT64_MAX
#define SOME_USER 1000
#define LOCKDOWN_FILE "/sys/kernel/security/lockdown"

/* Queues in every relation to the caller that makes a difference */
enum target {
	OWN_QP,
	OWN_SRQ,
	NOTHING,
	KERNEL_QP,
	MALFORMED,
	BY_HANDLE,
	TARGETS
};

static const char *const target_names[TARGETS] = {
	[OWN_QP] = "own QP by number",
	[OWN_SRQ] = "own SRQ by number",
	[NOTHING] = "number of nothing",
	[KERNEL_QP] = "QP1",
	[MALFORMED] = "malformed request by number",
	[BY_HANDLE] = "own QP by handle",
};

struct actor {
	struct ibv_context *context;
	const struct ring *sq;
	const struct ring *srq;
	const int *want;	/* errno by target */
	uint64_t keep;		/* capabilities */
};

static int read_target(const struct actor *actor, enum target target)
{
	struct uapi_read reads[TARGETS] = {
		[OWN_QP] = ring_read(actor->sq, true),
		[OWN_SRQ] = ring_read(actor->srq, true),
		[NOTHING] = { .req = { .num = NUM_OF_NOTHING } },
		[KERNEL_QP] = { .req = { .num = 1, .port = 1 } },
		[MALFORMED] = { .req = { .queue = UINT32_MAX } },
		[BY_HANDLE] = ring_read(actor->sq, false),
	};

	return uapi_read(actor->context, &reads[target]);
}

static int try_targets(const struct actor *actor)
{
	int faults = 0;

	for (int i = 0; i < TARGETS; i++) {
		int got = read_target(actor, i);

		if (got != actor->want[i])
			faults += tap_fault("%s: errno %d, not %d",
					    target_names[i], got,
					    actor->want[i]);
	}
	return faults;
}

static void keep_caps(uint64_t keep)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	need(!syscall(SYS_capget, &header, data));
	for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].effective &= keep >> 32 * i;
		data[i].permitted &= keep >> 32 * i;
		data[i].inheritable = 0;
	}
	need(!syscall(SYS_capset, &header, data));
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

static void capabilities(struct actor actor)
{
	const uint64_t net = CAP(CAP_NET_ADMIN), trace = CAP(CAP_SYS_PTRACE);
	const uint64_t raw = CAP(CAP_SYS_RAWIO);
	const struct {
		const char *name;
		uint64_t keep;
		int want[TARGETS];
	} cases[] = {
		{ "all capabilities", CAPS_ALL,
		  { 0, 0, ENOENT, EOPNOTSUPP, EINVAL, 0 } },
		{ "without CAP_NET_ADMIN", CAPS_ALL & ~net,
		  { EPERM, EPERM, EPERM, EPERM, EPERM, 0 } },
		{ "without CAP_SYS_PTRACE", CAPS_ALL & ~trace,
		  { EPERM, EPERM, ENOENT, EOPNOTSUPP, EINVAL, 0 } },
		{ "without CAP_SYS_RAWIO", CAPS_ALL & ~raw,
		  { 0, 0, ENOENT, EPERM, EINVAL, 0 } },
		{ "CAP_NET_ADMIN alone", net,
		  { EPERM, EPERM, ENOENT, EPERM, EINVAL, 0 } },
		{ "CAP_NET_ADMIN and CAP_SYS_PTRACE", net | trace,
		  { 0, 0, ENOENT, EPERM, EINVAL, 0 } },
		{ "CAP_NET_ADMIN and CAP_SYS_RAWIO", net | raw,
		  { EPERM, EPERM, ENOENT, EOPNOTSUPP, EINVAL, 0 } },
		{ "CAP_SYS_PTRACE and CAP_SYS_RAWIO", trace | raw,
		  { EPERM, EPERM, EPERM, EPERM, EPERM, 0 } },
		{ "no capability", 0,
		  { EPERM, EPERM, EPERM, EPERM, EPERM, 0 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		actor.keep = cases[i].keep;
		actor.want = cases[i].want;
		tap_result(!in_child(with_caps, &actor), "%s", cases[i].name);
	}
	actor.want = cases[ARRAY_SIZE(cases) - 1].want;
	tap_result(!in_child(as_user, &actor), "as a user");
	tap_result(!in_child(as_root_of_namespace, &actor),
		   "as root of a user namespace");
}

static int owner_is(const struct actor *actor, pid_t want)
{
	struct uapi_read read = ring_read(actor->sq, true);
	int got = uapi_read(actor->context, &read);

	if (got)
		return tap_fault("errno %d", got);
	if (read.info.owner != (uint32_t)want)
		return tap_fault("owner %u, not %d", read.info.owner, want);
	return 0;
}

static int owner_is_parent(const struct actor *actor)
{
	return owner_is(actor, getppid());
}

static int owner_is_nobody(const struct actor *actor)
{
	return owner_is(actor, 0);
}

/* The first child of a new pid namespace does not see its parent */
static int in_pid_namespace(const struct actor *actor)
{
	need(!unshare(CLONE_NEWPID));
	return in_child(owner_is_nobody, actor);
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
	tap_result(!owner_is(&actor, getpid()),
		   "owner of what a thread made that is gone");
	need_zero(ibv_destroy_qp(qp));
}

/* What a process that is gone left behind, in memory shared with it */
struct legacy {
	struct ring ring;
	uint8_t slots[4096];
};

static struct ring_base *heir;
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
	heir = base;
	need_zero(in_child(bequeath, &actor));
	actor.sq = &legacy->ring;
	tap_result(!owner_is(&actor, 0), "owner that is gone");

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
	struct actor actor = {
		.context = base->context,
		.sq = sq,
		.srq = srq,
	};

	capabilities(actor);
	tap_result(!in_child(owner_is_parent, &actor),
		   "owner as another process sees it");
	tap_result(!in_child(in_pid_namespace, &actor),
		   "owner as a pid namespace without it sees it");
	owner_of_thread(base);
	owner_gone(base);
}

void hostile_lockdown(struct ring_base *base, const struct ring *sq,
		      const struct ring *srq)
{
	const char level[] = "confidentiality";
	const int before[] = { 0, 0, ENOENT, EOPNOTSUPP, EINVAL, 0 };
	const int after[] = { 0, 0, ENOENT, EPERM, EINVAL, 0 };
	struct actor actor = {
		.context = base->context,
		.sq = sq,
		.srq = srq,
		.want = before,
	};
	int fd;

	tap_result(!try_targets(&actor), "not locked down");
	mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL);
	fd = open(LOCKDOWN_FILE, O_WRONLY);
	if (fd < 0) {
		tap_skip(strerror(errno), "locked down");
		return;
	}
	need(write(fd, level, sizeof(level) - 1) == sizeof(level) - 1);
	close(fd);
	actor.want = after;
	tap_result(!try_targets(&actor), "locked down");
}
