#define _GNU_SOURCE
#include "CPosix.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Missing in the headers of some C libraries.
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
  // The check and the change use one descriptor, because the path could lead to another file between them.
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

int contract_ignore_new_connections(int fd) {
  struct sock_filter code[] = {
    // Drops packets with SYN and without ACK. They begin a connection, and the client sends them again after a timeout. Byte 13
    // of the TCP header contains the flags.
    {.code = BPF_LD | BPF_B | BPF_ABS, .k = 13},
    {.code = BPF_ALU | BPF_AND | BPF_K, .k = 0x12},
    {.code = BPF_JMP | BPF_JEQ | BPF_K, .jt = 0, .jf = 1, .k = 0x02},
    {.code = BPF_RET | BPF_K, .k = 0},
    {.code = BPF_RET | BPF_K, .k = UINT32_MAX},
  };
  struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  return result(setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program));
}

/// Writes an address in the format of /proc/net/tcp: words in host byte order, and the port. Returns its length; 0 for other
/// families than IPv4 and IPv6.
static int proc_address(const struct sockaddr_storage *address, char text[48]) {
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    return snprintf(text, 48, "%08" PRIX32 ":%04X", v4->sin_addr.s_addr, ntohs(v4->sin_port));
  }
  if (address->ss_family != AF_INET6) return 0;
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
  uint32_t words[4];
  memcpy(words, &v6->sin6_addr, sizeof words);
  return snprintf(text, 48, "%08" PRIX32 "%08" PRIX32 "%08" PRIX32 "%08" PRIX32 ":%04X", words[0], words[1], words[2],
                  words[3], ntohs(v6->sin6_port));
}

int contract_listeners_at_address_of(int fd, uint64_t *inodes, int capacity) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -errno;
  char own[48];
  if (proc_address(&address, own) == 0) return -EAFNOSUPPORT;
  FILE *file = fopen(address.ss_family == AF_INET ? "/proc/self/net/tcp" : "/proc/self/net/tcp6", "re");
  if (file == NULL) return -errno;
  char line[256];
  char local[48];
  unsigned state;
  uint64_t inode;
  int count = 0;
  while (count < capacity && fgets(line, sizeof line, file) != NULL) {
    // The skipped columns are the line number, the remote address, the queues, the timer, the retransmissions, the user and
    // the timeout.
    if (sscanf(line, " %*s %47s %*s %x %*s %*s %*s %*s %*s %" SCNu64, local, &state, &inode) != 3) continue;
    // The first socket in another state than TCP_LISTEN (10) ends the search, because listening sockets are listed first.
    if (state != 10) break;
    if (strcmp(local, own) == 0) inodes[count++] = inode;
  }
  fclose(file);
  return count;
}

int contract_send_datagram(const char *name, const void *bytes, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length == 0) return -EINVAL;
  if (length >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, name, length);
  // In an abstract name, `@` stands for a NUL at the beginning. The length of the address determines the end of the name, not a
  // NUL.
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
