/* A disk and a clock that a test holds in its hand, put under a process by LD_PRELOAD.
 *
 * RIG_FOLDER   only files below it are meant
 * RIG_LOG      every change of them is written here, in order, with what was synced when
 * RIG_CONTROL  a small file; what is in it decides which operation fails, and how far the wall clock is off
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, OPENS = 4, NAMES = 8 };
enum { MOST_FILES = 4096 };

struct control {
    int32_t error;      /* what fails says this; 0: nothing fails */
    int32_t operations; /* which of them fail */
    int32_t spared;     /* so many of them go well first */
    int32_t failed;     /* so many have failed */
    int64_t clock_s;    /* added to the wall clock */
    int32_t slow_ms;    /* each sync takes so much longer */
    int32_t unused;
};

static struct control no_control;
static volatile struct control *control = &no_control;
static const char *folder;
static size_t folder_length;
static int log_file = -1;
static char *names[MOST_FILES];
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

__attribute__((constructor)) static void begin(void) {
    folder = getenv("RIG_FOLDER");
    if (!folder) folder = "/nowhere";
    folder_length = strlen(folder);
    const char *path = getenv("RIG_CONTROL");
    if (path) {
        int file = REAL(open)(path, O_RDWR | O_CLOEXEC);
        void *seen = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (seen == MAP_FAILED) abort();
        control = seen;
        REAL(close)(file);
    }
    path = getenv("RIG_LOG");
    if (path) log_file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_meant(const char *path) { return path && !strncmp(path, folder, folder_length); }

static const char *name_of(int file) { return file >= 0 && file < MOST_FILES ? names[file] : NULL; }

static void record(char what, const char *name, uint64_t at, const void *content, uint32_t length) {
    if (log_file < 0) return;
    char head[15];
    uint16_t name_length = strlen(name);
    head[0] = what;
    memcpy(head + 1, &name_length, 2);
    memcpy(head + 3, &at, 8);
    memcpy(head + 11, &length, 4);
    pthread_mutex_lock(&writing);
    ssize_t (*put)(int, const void *, size_t) = REAL(write);
    if (put(log_file, head, 15) != 15 || put(log_file, name, name_length) != name_length ||
        (length && put(log_file, content, length) != length))
        abort();
    pthread_mutex_unlock(&writing);
}

static int fails(int operation) {
    if (!control->error || !(control->operations & operation)) return 0;
    if (control->spared > 0) {
        control->spared--;
        return 0;
    }
    control->failed++;
    errno = control->error;
    return 1;
}

/* For the process itself: a moment that the test wants to find again in the log, and a fault. */
void rig_mark(uint64_t number) { record('M', "", number, NULL, 0); }

void rig_fail(int error, int operations, int spared) {
    control->error = 0;
    control->operations = operations;
    control->spared = spared;
    control->failed = 0;
    control->error = error;
}

int rig_failed(void) { return control->failed; }

static int opened(int file, const char *path, int is_new) {
    if (file >= 0 && file < MOST_FILES && is_meant(path)) {
        free(names[file]);
        names[file] = strdup(path);
        if (is_new) record('C', path, 0, NULL, 0);
    }
    return file;
}

static int open_with(int (*how)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    struct stat seen;
    int is_new = (flags & O_CREAT) && is_meant(path) && stat(path, &seen);
    int is_changing = flags & (O_CREAT | O_WRONLY | O_RDWR);
    if (is_meant(path) && is_changing && fails(OPENS)) return -1;
    return opened(how(path, flags, mode), path, is_new);
}

#define MODE_OF(flags)                        \
    mode_t mode = 0;                          \
    if ((flags) & (O_CREAT | O_TMPFILE)) {    \
        va_list more;                         \
        va_start(more, flags);                \
        mode = va_arg(more, mode_t);          \
        va_end(more);                         \
    }

int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_with(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    return open_with(REAL(open64), path, flags, mode);
}

int close(int file) {
    if (file >= 0 && file < MOST_FILES && names[file]) {
        free(names[file]);
        names[file] = NULL;
    }
    return REAL(close)(file);
}

static ssize_t written(int file, const void *content, ssize_t length, off64_t at) {
    const char *name = name_of(file);
    if (name && length > 0) record('W', name, at, content, length);
    return length;
}

ssize_t pwrite(int file, const void *content, size_t length, off_t at) {
    if (name_of(file) && fails(WRITES)) return -1;
    return written(file, content, REAL(pwrite)(file, content, length, at), at);
}

ssize_t pwrite64(int file, const void *content, size_t length, off64_t at) {
    if (name_of(file) && fails(WRITES)) return -1;
    return written(file, content, REAL(pwrite64)(file, content, length, at), at);
}

ssize_t write(int file, const void *content, size_t length) {
    if (!name_of(file)) return REAL(write)(file, content, length);
    if (fails(WRITES)) return -1;
    off64_t at = lseek64(file, 0, SEEK_CUR);
    return written(file, content, REAL(write)(file, content, length), at);
}

static int cut(int file, int answer, off64_t length) {
    const char *name = name_of(file);
    if (name && !answer) record('T', name, length, NULL, 0);
    return answer;
}

int ftruncate(int file, off_t length) {
    if (name_of(file) && fails(WRITES)) return -1;
    return cut(file, REAL(ftruncate)(file, length), length);
}

int ftruncate64(int file, off64_t length) {
    if (name_of(file) && fails(WRITES)) return -1;
    return cut(file, REAL(ftruncate64)(file, length), length);
}

static int synced(int file, int answer) {
    const char *name = name_of(file);
    if (name && !answer) record('S', name, 0, NULL, 0);
    return answer;
}

static void be_slow(int file) {
    for (int32_t waited = 0; name_of(file) && waited < control->slow_ms; waited += 10) usleep(10000);
}

int fsync(int file) {
    be_slow(file);
    if (name_of(file) && fails(SYNCS)) return -1;
    return synced(file, REAL(fsync)(file));
}

int fdatasync(int file) {
    be_slow(file);
    if (name_of(file) && fails(SYNCS)) return -1;
    return synced(file, REAL(fdatasync)(file));
}

int rename(const char *from, const char *to) {
    if (is_meant(from) && fails(NAMES)) return -1;
    int answer = REAL(rename)(from, to);
    if (is_meant(from) && !answer) record('R', from, 0, to, strlen(to));
    return answer;
}

int unlink(const char *path) {
    if (is_meant(path) && fails(NAMES)) return -1;
    int answer = REAL(unlink)(path);
    if (is_meant(path) && !answer) record('U', path, 0, NULL, 0);
    return answer;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    int answer = REAL(clock_gettime)(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec += control->clock_s;
    return answer;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int answer = REAL(gettimeofday)(now, zone);
    now->tv_sec += control->clock_s;
    return answer;
}

time_t time(time_t *kept) {
    time_t now = REAL(time)(NULL) + control->clock_s;
    if (kept) *kept = now;
    return now;
}
