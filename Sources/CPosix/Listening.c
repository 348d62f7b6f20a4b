#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Not in every libc's headers.
#ifndef SO_ATTACH_REUSEPORT_CBPF
#define SO_ATTACH_REUSEPORT_CBPF 51
#endif
#ifndef SO_DETACH_REUSEPORT_BPF
#define SO_DETACH_REUSEPORT_BPF 68
#endif

static int result(int value) { return value < 0 ? -errno : value; }

int contract_file_at(const char *path, struct contract_file *file) {
  struct stat status;
  if (lstat(path, &status) < 0) return -errno;
  file->device = (uint64_t)status.st_dev;
  file->inode = (uint64_t)status.st_ino;
  file->seconds = (int64_t)status.st_mtim.tv_sec;
  file->nanoseconds = (int64_t)status.st_mtim.tv_nsec;
  file->is_socket = S_ISSOCK(status.st_mode);
  return 0;
}

int contract_set_file_mode(int fd, unsigned mode) { return result(fchmod(fd, (mode_t)mode)); }

int contract_change_socket_mode(const char *path, unsigned mode) {
  // The file is held by a descriptor, so that nobody can put a link in its place between the look and the change.
  int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -errno;
  struct stat status;
  int error = fstat(fd, &status) < 0 ? -errno : S_ISSOCK(status.st_mode) ? 0 : -ENOTSOCK;
  if (error == 0 && (status.st_mode & 07777) != mode) {
    char name[40];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    error = result(chmod(name, (mode_t)mode));
  }
  close(fd);
  return error;
}

int contract_rename(const char *from, const char *to) { return result(rename(from, to)); }

int contract_lock_folder(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return -errno;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  int error = -errno;
  close(fd);
  return error;
}

int contract_set_close_on_exec(int fd) {
  int flags = fcntl(fd, F_GETFD);
  return flags < 0 ? -errno : result(fcntl(fd, F_SETFD, flags | FD_CLOEXEC));
}

int contract_prefer_shared_socket(int fd, unsigned number) {
  struct sock_filter code = {.code = BPF_RET | BPF_K, .k = number};
  struct sock_fprog program = {.len = 1, .filter = &code};
  return result(setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &program, sizeof program));
}

int contract_prefer_no_shared_socket(int fd) {
  const int on = 1;
  return result(setsockopt(fd, SOL_SOCKET, SO_DETACH_REUSEPORT_BPF, &on, sizeof on));
}

int contract_send_datagram(const char *name, const void *bytes, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length == 0) return -EINVAL;
  if (length >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, name, length);
  // An abstract name begins with NUL and has no end but the address's length.
  if (name[0] == '@') address.sun_path[0] = 0;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (name[0] == '@' ? 0 : 1));
  ssize_t sent;
  do {
    sent = sendto(fd, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  } while (sent < 0 && errno == EINTR);
  int error = sent < 0 ? -errno : 0;
  close(fd);
  return error;
}
