/* Loaded before the C library (LD_PRELOAD): notes every change to files in one folder, and every wait until they are on
 * the disk, in a trace. tests/faults/power.py makes of it what a disk could hold after a power cut.
 *
 * A record is a letter and four fields, each with its length in front: two names, two numbers as text, bytes.
 *   C name inode          a new file           W inode offset bytes   written
 *   T inode size          cut to a size        S inode                a file is on the disk
 *   D name                a folder is          M name                 a new folder
 *   R from to / L from to renamed, linked      U name                 deleted
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder;
static int trace = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("POWER_TRACE");
    folder = getenv("POWER_FOLDER");
    if (folder && name)
        trace = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ours(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return trace >= 0 && path && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int shared_index(const char *path) {
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, "-shm");
}

static void note(char what, const char *one, const char *two, const void *bytes, size_t length) {
    unsigned int lengths[3] = {(unsigned int)strlen(one), (unsigned int)strlen(two), (unsigned int)length};
    struct iovec parts[] = {{&what, 1}, {lengths, sizeof lengths}, {(void *)one, lengths[0]}, {(void *)two, lengths[1]},
                            {(void *)bytes, length}};
    int before = errno;
    pthread_mutex_lock(&turn);
    if (syscall(SYS_writev, trace, parts, 5) < 0)
        abort();
    pthread_mutex_unlock(&turn);
    errno = before;
}

/* The file behind a handle if it is one of ours: its number, and its name if somebody wants it. */
static int of(int handle, char *inode, char *name, int *is_folder) {
    char link[64];
    char path[PATH_MAX];
    struct stat found;
    if (trace < 0 || handle == trace)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    if (!ours(path) || fstat(handle, &found))
        return 0;
    char *deleted = strstr(path, " (deleted)");
    if (deleted)
        *deleted = 0;
    if (shared_index(path))
        return 0;
    if (is_folder)
        *is_folder = S_ISDIR(found.st_mode);
    if (name)
        strcpy(name, path);
    sprintf(inode, "%lu", (unsigned long)found.st_ino);
    return 1;
}

static void opened(const char *path, int flags, int handle, int was_there) {
    char inode[32];
    if (handle < 0 || !ours(path) || !of(handle, inode, NULL, NULL))
        return;
    if ((flags & O_CREAT) && !was_there)
        note('C', path, inode, "", 0);
    else if (flags & O_TRUNC)
        note('T', inode, "0", "", 0);
}

#define OPEN(NAME)                                                                                                     \
    int NAME(const char *path, int flags, ...) {                                                                       \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);                                                 \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = va_arg(more, mode_t);                                                                            \
        va_end(more);                                                                                                  \
        int was_there = ours(path) && !access(path, F_OK);                                                             \
        int handle = real(path, flags, mode);                                                                          \
        opened(path, flags, handle, was_there);                                                                        \
        return handle;                                                                                                 \
    }
OPEN(open)
OPEN(open64)

static void wrote(int handle, const void *bytes, ssize_t length, off_t offset) {
    char inode[32], at[32];
    if (length <= 0 || !of(handle, inode, NULL, NULL))
        return;
    sprintf(at, "%lld", (long long)(offset < 0 ? lseek(handle, 0, SEEK_CUR) - length : offset));
    note('W', inode, at, bytes, (size_t)length);
}

ssize_t write(int handle, const void *bytes, size_t length) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    ssize_t done = real(handle, bytes, length);
    wrote(handle, bytes, done, -1);
    return done;
}

#define PWRITE(NAME)                                                                                                   \
    ssize_t NAME(int handle, const void *bytes, size_t length, off_t offset) {                                         \
        ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, #NAME);                                   \
        ssize_t done = real(handle, bytes, length, offset);                                                            \
        wrote(handle, bytes, done, offset);                                                                            \
        return done;                                                                                                   \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define FTRUNCATE(NAME)                                                                                                \
    int NAME(int handle, off_t size) {                                                                                 \
        int (*real)(int, off_t) = dlsym(RTLD_NEXT, #NAME);                                                             \
        char inode[32], text[32];                                                                                      \
        int done = real(handle, size);                                                                                 \
        if (!done && of(handle, inode, NULL, NULL)) {                                                                  \
            sprintf(text, "%lld", (long long)size);                                                                    \
            note('T', inode, text, "", 0);                                                                             \
        }                                                                                                              \
        return done;                                                                                                   \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

#define SYNC(NAME)                                                                                                     \
    int NAME(int handle) {                                                                                             \
        int (*real)(int) = dlsym(RTLD_NEXT, #NAME);                                                                    \
        char inode[32], name[PATH_MAX];                                                                                \
        int is_folder = 0, done = real(handle);                                                                        \
        if (!done && of(handle, inode, name, &is_folder))                                                              \
            note(is_folder ? 'D' : 'S', is_folder ? name : inode, "", "", 0);                                          \
        return done;                                                                                                   \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TWO(NAME, LETTER)                                                                                              \
    int NAME(const char *from, const char *to) {                                                                       \
        int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, #NAME);                                             \
        int done = real(from, to);                                                                                     \
        if (!done && ours(to))                                                                                         \
            note(LETTER, from, to, "", 0);                                                                             \
        return done;                                                                                                   \
    }
TWO(rename, 'R')
TWO(link, 'L')

int unlink(const char *path) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    int done = real(path);
    if (!done && ours(path) && !shared_index(path))
        note('U', path, "", "", 0);
    return done;
}

int mkdir(const char *path, mode_t mode) {
    int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
    int done = real(path, mode);
    if (!done && ours(path))
        note('M', path, "", "", 0);
    return done;
}
