// Helpers of run.sh that a shell has no words for.
//
//     security_guard offline COMMAND...  run it; whoever asks for a socket, it or a child, is
//     killed security_guard offline-works       0: a process that asks for a socket is killed
//     security_guard swap A B            exchange two names, over and over, until killed

#define _GNU_SOURCE  // renameat2

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77 };

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define KILL_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), KILL

// No socket of any family, whatever it is for, and no way around it.
static int go_offline(void) {
    struct sock_filter steps[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        KILL,
        LOAD(nr),
        KILL_IF(SYS_socket),
        KILL_IF(SYS_socketpair),
        KILL_IF(SYS_connect),
        KILL_IF(SYS_bind),
        KILL_IF(SYS_listen),
        KILL_IF(SYS_accept),
        KILL_IF(SYS_accept4),
        KILL_IF(SYS_sendto),
        KILL_IF(SYS_sendmsg),
        KILL_IF(SYS_sendmmsg),
        KILL_IF(SYS_recvfrom),
        KILL_IF(SYS_recvmsg),
        KILL_IF(SYS_recvmmsg),
        KILL_IF(SYS_io_uring_setup),
        KILL_IF(SYS_ptrace),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static int go_offline(void) {
    errno = ENOSYS;
    return -1;
}
#endif

static int offline(char **command) {
    if (go_offline() != 0) {
        perror("security_guard: seccomp");
        return SKIPPED;
    }
    execvp(command[0], command);
    perror(command[0]);
    return 127;
}

static int offline_works(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        if (go_offline() != 0) _exit(SKIPPED);
        _exit(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) return SKIPPED;
    return !(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}

static int swap(const char *a, const char *b) {
    for (;;) {
        if (renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) != 0 && errno == EINVAL)
            return SKIPPED;
        usleep(100);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "offline") == 0) return offline(argv + 2);
    if (argc == 2 && strcmp(argv[1], "offline-works") == 0) return offline_works();
    if (argc == 4 && strcmp(argv[1], "swap") == 0) return swap(argv[2], argv[3]);
    fputs("usage: security_guard offline COMMAND... | offline-works | swap A B\n", stderr);
    return 1;
}
