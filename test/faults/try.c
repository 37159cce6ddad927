// Runs the faulty program again and again, each time with another fault or another end, and looks
// at what it leaves.
//
//     try_faults --place DIR --name NAME [--limit N] [--seed N] [--signals N] [--force WORD]
//                [--out NAME] WHAT... -- PROGRAM ARGUMENT...
//
// DIR/before holds what is there when the program starts, in its working folder. WHAT is a class
// and an error as faults.c knows them: alloc, alloc+, io:ENOSPC, io+:ENOSPC, write:short, kill:io.
// Of more than N calls of a class, N are tried: the first, the last, and some between.
//
// After a fault the program has ended by itself: with status 0 and all results, or with status 4, a
// message, and what was there before or all results. What is named in --out may also hold a
// checkpoint, from which --resume must give all results. After a kill the same, hidden folders of
// the dead process apart, and the next run gives all results and removes those.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tree.h"

enum { ARGUMENTS_MAX = 32, WHATS_MAX = 16, MESSAGE = 4096, PATIENCE = 60 };

struct trial {
    const char *name, *place, *out;
    char *what[WHATS_MAX];
    int what_count;
    char **command;
    char *resume[8], *again[ARGUMENTS_MAX + 2];
    long limit, signals;
    unsigned seed;
    uint64_t before, after, before_out, after_out;  // working folder, and what is in it
    char shown[PATH_MAX];                           // standard output of a good run
    uint64_t printed;
    double seconds;  // of a good run
    long tried, failed, allocations, writes, reads, kills;
    char fault[96];  // the one that is tried
    int status;      // as waitpid gives it
    int fired;
    int is_killed;  // not a fault but a kill is tried
    char said[MESSAGE];
};

static void path_of(const struct trial *t, const char *name, char path[PATH_MAX]) {
    if (snprintf(path, PATH_MAX, "%s/%s", t->place, name) >= PATH_MAX) exit(97);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// --- one run -------------------------------------------------------------------------------------

static void redirect(const char *path, int to) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || dup2(fd, to) < 0) _exit(98);
    close(fd);
}

static void become(const struct trial *t, char *const *command, const char *fault) {
    char path[PATH_MAX];
    int nothing = open("/dev/null", O_RDONLY);
    path_of(t, "log", path);
    setenv("FAULT_LOG", path, 1);
    setenv("FAULT", fault, 1);
    path_of(t, "stdout", path);
    redirect(path, STDOUT_FILENO);
    path_of(t, "stderr", path);
    redirect(path, STDERR_FILENO);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(98);
    // a shell without job control has its children ignore it
    signal(SIGINT, SIG_DFL);
    path_of(t, "trial", path);
    if (chdir(path) != 0) _exit(98);
    alarm(PATIENCE);
    execv(command[0], command);
    _exit(98);
}

static void read_log(struct trial *t) {
    char path[PATH_MAX], text[MESSAGE];
    path_of(t, "log", path);
    tree_text(path, text, sizeof text);
    t->fired = strstr(text, "fired") != NULL;
    path_of(t, "stderr", path);
    tree_text(path, t->said, sizeof t->said);
}

static pid_t start(struct trial *t, char *const *command, const char *fault) {
    char log[PATH_MAX];
    path_of(t, "log", log);
    unlink(log);
    pid_t child = fork();
    if (child == 0) become(t, command, fault);
    return child;
}

static void finish(struct trial *t, pid_t child) {
    while (waitpid(child, &t->status, 0) < 0 && errno == EINTR)
        ;
    read_log(t);
}

static void run(struct trial *t, char *const *command, const char *fault) {
    finish(t, start(t, command, fault));
}

static void reset(const struct trial *t) {
    char before[PATH_MAX], work[PATH_MAX];
    path_of(t, "before", before);
    path_of(t, "trial", work);
    tree_remove(work);
    tree_copy(before, work);
}

// --- what is left --------------------------------------------------------------------------------

static int report_error(struct trial *t, const char *text) {
    char work[PATH_MAX], log[MESSAGE], path[PATH_MAX];
    path_of(t, "trial", work);
    path_of(t, "log", path);
    tree_text(path, log, sizeof log);
    log[strcspn(log, "\n")] = '\0';
    printf("FAIL %s, %s: %s (status %#x, %s)\n", t->name, t->fault, text, (unsigned)t->status, log);
    for (char *line = strtok(t->said, "\n"); line != NULL; line = strtok(NULL, "\n"))
        printf("    stderr: %.300s\n", line);
    fflush(stdout);
    return 0;
}

static int is_hidden(const char *name) {
    return strncmp(name, ".dashpot-", 9) == 0;
}

static void hide(void *user, const char *name) {
    const struct trial *t = user;
    char path[PATH_MAX], to[PATH_MAX];
    if (!is_hidden(name)) return;
    path_of(t, "trial", path);
    strncat(path, "/", sizeof path - strlen(path) - 1);
    strncat(path, name, sizeof path - strlen(path) - 1);
    path_of(t, "hidden", to);
    strncat(to, "/", sizeof to - strlen(to) - 1);
    strncat(to, name, sizeof to - strlen(to) - 1);
    if (rename(path, to) != 0) exit(97);
}

static void unhide(void *user, const char *name) {
    const struct trial *t = user;
    char path[PATH_MAX], to[PATH_MAX];
    path_of(t, "hidden", path);
    path_of(t, "trial", to);
    strncat(path, "/", sizeof path - strlen(path) - 1);
    strncat(path, name, sizeof path - strlen(path) - 1);
    strncat(to, "/", sizeof to - strlen(to) - 1);
    strncat(to, name, sizeof to - strlen(to) - 1);
    if (rename(path, to) != 0) exit(97);
}

// The working folder without hidden folders, which a killed process may leave.
static uint64_t visible_sum(struct trial *t) {
    char work[PATH_MAX], hidden[PATH_MAX];
    path_of(t, "trial", work);
    path_of(t, "hidden", hidden);
    if (mkdir(hidden, 0777) != 0 && errno != EEXIST) exit(97);
    tree_each(work, hide, t);
    uint64_t sum = tree_sum(work);
    tree_each(hidden, unhide, t);
    return sum;
}

static int has_checkpoint(const struct trial *t) {
    char path[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/trial/%s/checkpoint", t->place, t->out);
    return t->out[0] != '\0' && lstat(path, &status) == 0;
}

static int printed_as_before(const struct trial *t) {
    char path[PATH_MAX];
    path_of(t, "stdout", path);
    return tree_sum(path) == t->printed;
}

static int is_all(const struct trial *t) {
    char work[PATH_MAX];
    path_of(t, "trial", work);
    return tree_sum(work) == t->after;
}

// A kill in the few calls around the change of names leaves the new results, or the old folder they
// replaced, under a hidden name and without a mark: nobody throws away what may be of use.
// Everything else that is hidden must have gone.
struct keeper {
    const struct trial *t;
    const char *folder;
};

static void drop_one(void *user, const char *name) {
    const struct keeper *k = user;
    char path[PATH_MAX], mark[PATH_MAX], report[PATH_MAX], state[PATH_MAX];
    struct stat status;
    if (!is_hidden(name)) return;
    if (snprintf(path, sizeof path, "%s/%s/%s", k->t->place, k->folder, name) >= PATH_MAX ||
        snprintf(mark, sizeof mark, "%s/.unfinished", path) >= PATH_MAX ||
        snprintf(report, sizeof report, "%s/report.html", path) >= PATH_MAX ||
        snprintf(state, sizeof state, "%s/checkpoint", path) >= PATH_MAX)
        exit(97);
    if (lstat(mark, &status) == 0) return;
    if (lstat(report, &status) == 0 || lstat(state, &status) == 0) tree_remove(path);
}

static void drop_kept(const struct trial *t) {
    char folder[PATH_MAX], path[PATH_MAX];
    struct stat status;
    struct keeper k = {t, "trial"};
    path_of(t, "trial", path);
    tree_each(path, drop_one, &k);
    k.folder = folder;
    if (snprintf(folder, sizeof folder, "trial/%s", t->out) >= PATH_MAX) exit(97);
    path_of(t, folder, path);
    if (t->out[0] != '\0' && lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
        tree_each(path, drop_one, &k);
}

static int has_state(const struct trial *t) {
    char path[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/trial/%s/checkpoint/0.chk", t->place, t->out);
    return lstat(path, &status) == 0;
}

// Go on from a checkpoint: all the results, and no checkpoint any more. A run that was killed
// before its first state was there says that it must start anew.
static int resumes(struct trial *t) {
    int is_early = t->is_killed && !has_state(t);
    run(t, t->resume, "");
    if (is_early && t->status != 0) {
        if (strstr(t->said, "start the run again with --force") == NULL)
            return report_error(t, "does not say how to go on");
        run(t, t->again, "");
    }
    if (t->status != 0) return report_error(t, "cannot be resumed");
    if (t->is_killed) drop_kept(t);
    return is_all(t) ? 1 : report_error(t, "resumed, it has other results");
}

// Of several output folders, in work/OUT/, each must be as before or finished.
struct several {
    const struct trial *t;
    int is_sound;
};

static void look_at_one(void *user, const char *name) {
    struct several *s = user;
    // what a killed process may leave
    if (is_hidden(name) && WIFSIGNALED(s->t->status)) return;
    char found[PATH_MAX], good[PATH_MAX], before[PATH_MAX];
    snprintf(found, sizeof found, "%s/trial/%s/%s", s->t->place, s->t->out, name);
    snprintf(good, sizeof good, "%s/after/%s/%s", s->t->place, s->t->out, name);
    snprintf(before, sizeof before, "%s/before/%s/%s", s->t->place, s->t->out, name);
    uint64_t sum = tree_sum(found);
    s->is_sound = s->is_sound && (sum == tree_sum(good) || sum == tree_sum(before));
}

static int is_some(const struct trial *t) {
    struct several s = {.t = t, .is_sound = 1};
    char path[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/trial/%s", t->place, t->out);
    if (getenv("TRY_SEVERAL") == NULL || lstat(path, &status) != 0) return 0;
    tree_each(path, look_at_one, &s);
    return s.is_sound;
}

// A line that begins as ours do: "dashpot: ..." or "FILE:LINE: ...".
static int says_why(const struct trial *t) {
    return strchr(t->said, ':') != NULL && strstr(t->said, "Sanitizer") == NULL;
}

static int check_fault(struct trial *t) {
    char work[PATH_MAX];
    path_of(t, "trial", work);
    if (!WIFEXITED(t->status)) return report_error(t, "ended by a signal");
    int status = WEXITSTATUS(t->status);
    if (strstr(t->said, "runtime error") != NULL || strstr(t->said, "Sanitizer") != NULL)
        return report_error(t, "the sanitizer complains");
    if (status == 0) {
        if (strstr(t->said, "plots could not be drawn") != NULL) return 1;
        // old results that could not be removed stand beside the new ones, and the message says so
        int has_rest = strstr(t->said, "could not be removed") != NULL;
        if (has_rest ? visible_sum(t) != t->after : !is_all(t))
            return report_error(t, "ended well with other results");
        return printed_as_before(t) ? 1 : report_error(t, "ended well and printed something else");
    }
    if (status != 4) return report_error(t, "wrong exit status");
    if (!says_why(t)) return report_error(t, "does not say why");
    uint64_t sum = tree_sum(work);
    // whoever looks at the status takes the run for failed; only what was printed may have been
    // lost. reproduce reads its document again in order to print it.
    int prints_last = strcmp(t->name, "reproduce") == 0;
    if (sum == t->after && sum != t->before && strncmp(t->fault, "alloc", 5) == 0 && !prints_last)
        return report_error(t, "failed, and all results are there");
    if (sum == t->before || sum == t->after || is_some(t)) return 1;
    return has_checkpoint(t) ? resumes(t) : report_error(t, "left something else");
}

// What must not be seen at all.
static int check_unseen(struct trial *t) {
    if (t->status != 0) return report_error(t, "was noticed");
    if (!is_all(t)) return report_error(t, "changed the results");
    return printed_as_before(t) ? 1 : report_error(t, "changed what is printed");
}

// Killed between making the folder and its checkpoint.
static int is_empty_out(const struct trial *t) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/trial/%s", t->place, t->out);
    int is_empty = t->before_out == 0 && rmdir(path) == 0;
    return is_empty && mkdir(path, 0777) == 0;
}

static int check_kill(struct trial *t, int signal_number) {
    char work[PATH_MAX];
    t->is_killed = 1;
    int was_killed = WIFSIGNALED(t->status) && WTERMSIG(t->status) == signal_number;
    path_of(t, "trial", work);
    if (!was_killed && t->status != 0) return report_error(t, "ended in another way");
    uint64_t sum = signal_number == SIGKILL ? visible_sum(t) : tree_sum(work);
    int is_done = sum == t->after;
    if (t->status == 0) return is_done ? 1 : report_error(t, "ended well with other results");
    if (has_checkpoint(t)) return resumes(t);
    if (!is_done && sum != t->before && !is_some(t) && !is_empty_out(t))
        return report_error(t, "left something else");
    run(t, is_done || t->before_out != 0 || is_some(t) ? t->again : t->command, "");
    if (t->status != 0) return report_error(t, "cannot be run again");
    drop_kept(t);
    return is_all(t) ? 1 : report_error(t, "run again, it has other results");
}

// --- all of them ---------------------------------------------------------------------------------

static long count_of(const struct trial *t, const char *class) {
    char path[PATH_MAX], text[MESSAGE], key[32];
    path_of(t, "log", path);
    tree_text(path, text, sizeof text);
    snprintf(key, sizeof key, " %s ", class);
    const char *at = strstr(text, key);
    return at != NULL ? atol(at + strlen(key)) : 0;
}

// A third of them from the beginning, a third from the end, and a spread of those between.
static int is_picked(long n, long count, long limit) {
    long edge = limit / 3;
    if (limit <= 0 || count <= limit || n <= edge || n > count - edge) return 1;
    long inner = count - 2 * edge, wanted = limit - 2 * edge, i = n - edge - 1;
    return i == 0 || i * wanted / inner != (i - 1) * wanted / inner;
}

static void note(struct trial *t, int is_good) {
    t->tried++;
    t->failed += !is_good;
}

static void try_class(struct trial *t, const char *what, long count) {
    char class[32] = "", error[32] = "";
    int kills = strncmp(what, "kill:", 5) == 0;
    sscanf(kills ? what + 5 : what, "%31[a-z0-9+]:%31s", class, error);
    int is_unseen = strcmp(error, "short") == 0 || strcmp(error, "EINTR") == 0;
    const char *plus = strchr(class, '+') != NULL ? "+" : "";
    class[strcspn(class, "+")] = '\0';
    for (long n = 1; n <= count; n++) {
        if (!is_picked(n, count, t->limit)) continue;
        snprintf(t->fault, sizeof t->fault, "%s%s:%ld%s%s%s", kills ? "kill:" : "", class, n, plus,
                 error[0] != '\0' ? ":" : "", error);
        reset(t);
        run(t, t->command, t->fault);
        // threads may need fewer calls
        if (!t->fired && t->status == 0) continue;
        note(t, kills ? check_kill(t, SIGKILL) : is_unseen ? check_unseen(t) : check_fault(t));
        if (kills)
            t->kills++;
        else if (strcmp(class, "alloc") == 0 || strcmp(class, "hdf5") == 0)
            t->allocations++;
        else if (strcmp(class, "read") == 0)
            t->reads++;
        else
            t->writes++;
    }
}

static void try_classes(struct trial *t) {
    long count[WHATS_MAX];
    reset(t);
    run(t, t->command, "count");
    for (int i = 0; i < t->what_count; i++) {
        char class[32] = "";
        const char *what = t->what[i];
        sscanf(strncmp(what, "kill:", 5) == 0 ? what + 5 : what, "%31[a-z0-9]", class);
        count[i] = count_of(t, class);
        if (count[i] == 0) note(t, report_error(t, "no calls of a class are made"));
    }
    for (int i = 0; i < t->what_count; i++)
        try_class(t, t->what[i], count[i]);
}

// xorshift
static double draw(struct trial *t) {
    t->seed ^= t->seed << 13;
    t->seed ^= t->seed >> 17;
    t->seed ^= t->seed << 5;
    return (double)t->seed / 4294967296.0;
}

static void try_signals(struct trial *t) {
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    for (long n = 0; n < t->signals; n++) {
        int number = signals[n % 3];
        double after = 1.1 * t->seconds * draw(t);
        struct timespec pause = {.tv_sec = (time_t)after};
        pause.tv_nsec = (long)(1e9 * (after - (double)pause.tv_sec));
        snprintf(t->fault, sizeof t->fault, "signal %d after %.4f s", number, after);
        reset(t);
        pid_t child = start(t, t->command, "");
        nanosleep(&pause, NULL);
        kill(child, number);
        finish(t, child);
        note(t, check_kill(t, number));
        t->kills++;
    }
}

// --- begin ---------------------------------------------------------------------------------------

static void take_reference(struct trial *t) {
    char work[PATH_MAX], before[PATH_MAX], after[PATH_MAX], out[PATH_MAX], path[PATH_MAX];
    path_of(t, "trial", work);
    path_of(t, "before", before);
    path_of(t, "after", after);
    path_of(t, "stdout", path);
    snprintf(t->fault, sizeof t->fault, "none");
    t->before = tree_sum(before);
    if (snprintf(out, sizeof out, "%s/%s", before, t->out) >= PATH_MAX) exit(97);
    t->before_out = t->out[0] != '\0' ? tree_sum(out) : 0;
    for (int i = 0; i < 2; i++) {
        double begin = now();
        reset(t);
        run(t, t->command, "");
        t->seconds = now() - begin;
        if (t->status != 0) note(t, report_error(t, "a good run fails"));
        if (i > 0 && (tree_sum(work) != t->after || tree_sum(path) != t->printed))
            note(t, report_error(t, "two good runs differ"));
        t->after = tree_sum(work);
        t->printed = tree_sum(path);
    }
    tree_remove(after);
    tree_copy(work, after);
}

static void read_options(struct trial *t, int argc, char **argv) {
    static char resume_word[] = "--resume", run_word[] = "run", force[] = "--force";
    int i = 1;
    t->out = "";
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        int takes = strncmp(word, "--", 2) == 0 && i + 1 < argc;
        if (!takes && t->what_count < WHATS_MAX) t->what[t->what_count++] = argv[i];
        if (!takes) continue;
        const char *value = argv[++i];
        if (strcmp(word, "--place") == 0) t->place = value;
        if (strcmp(word, "--name") == 0) t->name = value;
        if (strcmp(word, "--out") == 0) t->out = value;
        if (strcmp(word, "--limit") == 0) t->limit = atol(value);
        if (strcmp(word, "--signals") == 0) t->signals = atol(value);
        if (strcmp(word, "--seed") == 0) t->seed = (unsigned)atol(value) * 2654435761u + 1u;
    }
    if (i + 1 >= argc || t->place == NULL || t->name == NULL || argc - i > ARGUMENTS_MAX) exit(96);
    t->command = argv + i + 1;
    for (int j = 0; t->command[j] != NULL; j++) {
        t->again[j] = t->command[j];
        t->again[j + 1] = force;
    }
    char *const resume[] = {t->command[0], run_word, resume_word, (char *)(uintptr_t)t->out, NULL};
    memcpy(t->resume, resume, sizeof resume);
}

int main(int argc, char **argv) {
    struct trial *t = calloc(1, sizeof *t);
    if (t == NULL) return 95;
    read_options(t, argc, argv);
    take_reference(t);
    int is_sound = t->failed == 0;
    if (t->what_count > 0 && is_sound) try_classes(t);
    if (t->signals > 0 && is_sound) try_signals(t);
    printf("%s: tried %ld, failed %ld, allocations %ld, writes %ld, reads %ld, kills %ld\n",
           t->name, t->tried, t->failed, t->allocations, t->writes, t->reads, t->kills);
    int failed = t->failed > 0 || t->tried == 0;
    free(t);
    return failed;
}
