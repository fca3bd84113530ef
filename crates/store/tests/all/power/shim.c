/* Journals what a process does to the files of one folder, and what it says on its standard output.
 *
 * Loaded with LD_PRELOAD. From the journal, disk.rs rebuilds what may be on the disk when the power
 * fails at any of its records: a record is written after the call it tells of has succeeded, and one
 * lock around both keeps them in the same order.
 *
 *   VAUBAN_POWER_FOLDER   the folder, by its real name
 *   VAUBAN_POWER_JOURNAL  the journal; without it nothing is journaled
 *   VAUBAN_POWER_FAULT    files (syncs of files do nothing, as with synchronous=OFF)
 *                         or folders (syncs of folders do nothing)
 *   VAUBAN_POWER_SPACE    how many bytes the files may grow before the disk is full
 *
 * A record is four numbers in the machine's order, then its bytes: the kind, how many bytes follow
 * (32 bits each), the file's inode, an offset (64 bits each).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 4096, FOLDER = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static const char *fault = "";
static int journal = -1;
static int64_t space = INT64_MAX;
/* The inode of each open file of the folder, FOLDER for the folder itself, else 0. */
static uint64_t inodes[FILES];

#define REAL(result, name, ...) \
    static result (*real_##name)(__VA_ARGS__); \
    if (!real_##name) real_##name = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static ssize_t plain_writev(int fd, const struct iovec *parts, int count)
{
    REAL(ssize_t, writev, int, const struct iovec *, int);
    return real_writev(fd, parts, count);
}

static int plain_open(const char *path, int flags, mode_t mode)
{
    REAL(int, open, const char *, int, ...);
    return real_open(path, flags, mode);
}

__attribute__((constructor)) static void start(void)
{
    folder = getenv("VAUBAN_POWER_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    if (getenv("VAUBAN_POWER_FAULT")) fault = getenv("VAUBAN_POWER_FAULT");
    if (getenv("VAUBAN_POWER_SPACE")) space = atoll(getenv("VAUBAN_POWER_SPACE"));
    const char *path = getenv("VAUBAN_POWER_JOURNAL");
    if (folder && path) journal = plain_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(char kind, uint64_t file, uint64_t offset, const void *bytes, size_t length)
{
    if (journal < 0) return;
    struct { uint32_t kind, length; uint64_t file, offset; } head = {
        (uint32_t)kind, (uint32_t)length, file, offset };
    struct iovec parts[2] = { { &head, sizeof head }, { (void *)bytes, length } };
    if (plain_writev(journal, parts, 2) != (ssize_t)(sizeof head + length)) abort();
}

/* The name of a file of the folder, or NULL. */
static const char *name_of(const char *path)
{
    if (!folder || strncmp(path, folder, folder_length) || path[folder_length] != '/') return NULL;
    const char *name = path + folder_length + 1;
    return *name && !strchr(name, '/') ? name : NULL;
}

static uint64_t inode_of(int fd)
{
    return fd >= 0 && fd < FILES ? inodes[fd] : 0;
}

static int opened(const char *path, int flags, mode_t mode)
{
    const char *name = name_of(path);
    int is_folder = folder && !strcmp(path, folder);
    if (!name && !is_folder) return plain_open(path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat found;
    int is_new = (flags & O_CREAT) && stat(path, &found) < 0;
    int fd = plain_open(path, flags, mode);
    int error = errno;
    if (fd >= FILES) abort();
    if (fd >= 0 && is_folder) inodes[fd] = FOLDER;
    if (fd >= 0 && name && !fstat(fd, &found)) {
        inodes[fd] = found.st_ino;
        record(is_new ? 'C' : 'O', found.st_ino, 0, name, strlen(name));
        if (!is_new && (flags & O_TRUNC)) record('T', found.st_ino, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return fd;
}

#define MODE(last) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, last); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags) return opened(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(path, flags, mode); }

static int opened_at(int at, const char *path, int flags, mode_t mode)
{
    if (at == AT_FDCWD || *path == '/') return opened(path, flags, mode);
    REAL(int, openat, int, const char *, int, ...);
    return real_openat(at, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened_at(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened_at(at, path, flags, mode); }

int close(int fd)
{
    REAL(int, close, int);
    pthread_mutex_lock(&lock);
    if (inode_of(fd)) inodes[fd] = 0;
    int result = real_close(fd);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

static ssize_t plain_pwrite(int fd, const void *bytes, size_t length, off_t offset)
{
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return real_pwrite(fd, bytes, length, offset);
}

/* Whether the disk has room for a write that ends at `end`. The caller has the lock. */
static int has_room(int fd, int64_t end)
{
    struct stat found;
    if (fstat(fd, &found) || end <= found.st_size) return 1;
    if (end - found.st_size > space) return 0;
    space -= end - found.st_size;
    return 1;
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t offset)
{
    pthread_mutex_lock(&lock);
    uint64_t inode = inode_of(fd);
    ssize_t result = -1;
    int error = ENOSPC;
    if (has_room(fd, offset + (int64_t)length)) {
        result = plain_pwrite(fd, bytes, length, offset);
        error = errno;
        if (result > 0) record('W', inode, (uint64_t)offset, bytes, (size_t)result);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset)
{
    return inode_of(fd) ? written(fd, bytes, length, offset) : plain_pwrite(fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset)
{
    return pwrite(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    REAL(ssize_t, write, int, const void *, size_t);
    if (fd == STDOUT_FILENO) {
        pthread_mutex_lock(&lock);
        record('A', 0, 0, bytes, length);
        pthread_mutex_unlock(&lock);
    }
    if (!inode_of(fd)) return real_write(fd, bytes, length);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t result = written(fd, bytes, length, offset);
    if (result > 0) lseek(fd, offset + result, SEEK_SET);
    return result;
}

int ftruncate(int fd, off_t length)
{
    REAL(int, ftruncate, int, off_t);
    if (!inode_of(fd)) return real_ftruncate(fd, length);
    pthread_mutex_lock(&lock);
    int result = real_ftruncate(fd, length);
    int error = errno;
    if (!result) record('T', inode_of(fd), (uint64_t)length, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

static int synced(int fd, int (*sync)(int))
{
    uint64_t inode = inode_of(fd);
    if (!inode) return sync(fd);
    if (!strcmp(fault, inode == FOLDER ? "folders" : "files")) return 0;
    pthread_mutex_lock(&lock);
    int result = sync(fd);
    int error = errno;
    if (!result) record(inode == FOLDER ? 'D' : 'S', inode, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int fsync(int fd)
{
    REAL(int, fsync, int);
    return synced(fd, real_fsync);
}

int fdatasync(int fd)
{
    REAL(int, fdatasync, int);
    return synced(fd, real_fdatasync);
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    if (!name_of(from) || !name_of(to)) return real_rename(from, to);
    pthread_mutex_lock(&lock);
    int result = real_rename(from, to);
    int error = errno;
    if (!result) {
        /* "from", a zero, "to" */
        char names[512];
        size_t first = strlen(name_of(from)) + 1, all = first + strlen(name_of(to));
        if (all > sizeof names) abort();
        memcpy(names, name_of(from), first);
        memcpy(names + first, name_of(to), all - first);
        record('R', 0, 0, names, all);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *);
    if (!name_of(path)) return real_unlink(path);
    pthread_mutex_lock(&lock);
    int result = real_unlink(path);
    int error = errno;
    if (!result) record('U', 0, 0, name_of(path), strlen(name_of(path)));
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}
