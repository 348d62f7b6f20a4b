#define _GNU_SOURCE
#include "CPosix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

const int contract_file_missing = ENOENT, contract_file_no_folder = ENOTDIR, contract_file_no_space = ENOSPC,
          contract_file_no_quota = EDQUOT;

static int result(int value) { return value < 0 ? -errno : value; }

// O_NONBLOCK, because opening a pipe would otherwise wait for a writer. For regular files the flag has no effect.
static const int reading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

int contract_file_open_folder(const char *path) { return result(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC)); }

int contract_file_open(const char *path) { return result(open(path, reading)); }

// The definitions of <linux/openat2.h>, which is missing on older systems.
struct how {
  uint64_t flags, mode, resolve;
};
enum { OPENAT2 = 437, NO_MAGIC_LINKS = 0x02, BENEATH = 0x08 };

int contract_file_open_beneath(int folder, const char *path) {
  struct how how = {.flags = (uint64_t)reading, .resolve = BENEATH | NO_MAGIC_LINKS};
  return result((int)syscall(OPENAT2, folder, path, &how, sizeof how));
}

// The path by which the kernel knows an open file.
static int real_path(int fd, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  if (count < 0) return -errno;
  path[count] = 0;
  return (int)count;
}

int contract_file_open_checked(int folder, const char *path) {
  char outer[PATH_MAX], inner[PATH_MAX];
  int length = real_path(folder, outer);
  if (length < 0) return length;
  int fd = openat(folder, path, reading);
  if (fd < 0) return -errno;
  int found = real_path(fd, inner);
  // The root is tested separately: its path ends with the slash, so `inner` has no further slash at `length`.
  int isInside = found >= 0 && strncmp(outer, inner, (size_t)length) == 0 &&
                 (inner[length] == '/' || inner[length] == 0 || strcmp(outer, "/") == 0);
  if (isInside) return fd;
  close(fd);
  return found < 0 ? found : -EXDEV;
}

int contract_file_facts(int fd, struct contract_file_facts *facts) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  facts->inode = status.st_ino;
  facts->links = status.st_nlink;
  facts->size = status.st_size;
  facts->modified_seconds = status.st_mtim.tv_sec;
  facts->modified_nanoseconds = status.st_mtim.tv_nsec;
  facts->kind = S_ISREG(status.st_mode) ? CONTRACT_FILE_REGULAR : S_ISDIR(status.st_mode) ? CONTRACT_FILE_FOLDER : CONTRACT_FILE_OTHER;
  return 0;
}

ssize_t contract_file_read(int fd, void *bytes, size_t count, int64_t offset) {
  ssize_t moved;
  do moved = pread(fd, bytes, count, offset);
  while (moved < 0 && errno == EINTR);
  return moved < 0 ? -errno : moved;
}

ssize_t contract_file_send(int socket, int file, int64_t offset, size_t count) {
  // sendfile has no MSG_NOSIGNAL. The calling thread therefore blocks SIGPIPE, which is sent to this thread, and consumes it
  // after the call.
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  int wasPending = sigismember(&pending, SIGPIPE) == 1;
  if (!wasPending) pthread_sigmask(SIG_BLOCK, &broken, &before);
  off_t position = offset;
  ssize_t sent = sendfile(socket, file, &position, count);
  int error = errno;
  if (!wasPending) {
    // The signal is consumed even if `sent` is positive: the call may have sent some bytes before the error that raised the
    // signal.
    struct timespec now = {0};
    while (sigtimedwait(&broken, NULL, &now) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  return sent < 0 ? -error : sent;
}

ssize_t contract_file_write(int fd, const void *bytes, size_t count, int64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t moved = pwrite(fd, (const char *)bytes + done, count - done, offset + (int64_t)done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) return -errno;
    if (moved == 0) return -EIO;
    done += (size_t)moved;
  }
  return (ssize_t)done;
}

int contract_file_create(const char *path) { return result(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666)); }

int contract_file_create_unnamed(const char *folder) {
  int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  // Only these three errors mean that the file system, such as overlayfs of older kernels, does not support files without a
  // name.
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return result(fd);
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/.contract-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) return -ENAMETOOLONG;
  fd = mkostemp(path, O_CLOEXEC);
  if (fd < 0) return -errno;
  unlink(path);
  return fd;
}

int contract_file_open_for_writing(const char *path) {
  return result(open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
}

int contract_file_truncate(int fd, int64_t size) { return result(ftruncate(fd, size)); }

int contract_file_sync(int fd) { return result(fsync(fd)); }

int contract_file_rename(const char *from, const char *to) { return result(rename(from, to)); }

void *contract_folder_open(const char *path) { return opendir(path); }

const char *contract_folder_next(void *folder) {
  struct dirent *entry;
  do entry = readdir(folder);
  while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
  return entry ? entry->d_name : NULL;
}

void contract_folder_close(void *folder) { closedir(folder); }

int contract_file_lock(int fd) { return result(flock(fd, LOCK_EX | LOCK_NB)); }

void contract_file_unlock(int fd) { flock(fd, LOCK_UN); }

int contract_file_close(int fd) { return result(close(fd)); }
