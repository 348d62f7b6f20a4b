#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }
static ssize_t transferred(ssize_t count) { return count < 0 ? -errno : count; }

int contract_stream_socket(int family) { return result(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)); }

int contract_accept(int fd, struct sockaddr_storage *peer) {
  socklen_t length = sizeof *peer;
  // Clears the address, because accept4 writes only the family of an unnamed Unix peer.
  memset(peer, 0, sizeof(struct sockaddr));
  return result(accept4(fd, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

int contract_stream_pair(int *first, int *second) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  *first = pair[0];
  *second = pair[1];
  return 0;
}

// System calls instead of recv and send, which are cancellation points and therefore cost two atomic operations more.
// Cancellation points are not needed: no thread is cancelled, and the sockets do not block.
ssize_t contract_receive(int fd, void *bytes, size_t count) {
  return transferred(syscall(SYS_recvfrom, fd, bytes, count, 0, NULL, NULL));
}

ssize_t contract_send(int fd, const void *bytes, size_t count) {
  return transferred(syscall(SYS_sendto, fd, bytes, count, MSG_NOSIGNAL, NULL, 0));
}

ssize_t contract_send_parts(int fd, const struct iovec *parts, size_t count) {
  struct msghdr message = {.msg_iov = (struct iovec *)parts, .msg_iovlen = count};
  return transferred(sendmsg(fd, &message, MSG_NOSIGNAL));
}

int contract_bind(int fd, const struct sockaddr *address, socklen_t length) { return result(bind(fd, address, length)); }

int contract_listen(int fd, int backlog) { return result(listen(fd, backlog)); }

int contract_connect(int fd, const struct sockaddr *address, socklen_t length) {
  return result(connect(fd, address, length));
}

int contract_local_address(int fd, struct sockaddr_storage *address) {
  socklen_t length = sizeof *address;
  return result(getsockname(fd, (struct sockaddr *)address, &length));
}

int contract_peer_address(int fd, struct sockaddr_storage *address) {
  socklen_t length = sizeof *address;
  return result(getpeername(fd, (struct sockaddr *)address, &length));
}

int contract_unlink(const char *path) { return result(unlink(path)); }

int contract_chmod(const char *path, unsigned mode) { return result(chmod(path, (mode_t)mode)); }

int contract_shutdown_writing(int fd) { return result(shutdown(fd, SHUT_WR)); }

int contract_set_nonblocking(int fd, int on) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return -errno;
  int wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  return wanted == flags ? 0 : result(fcntl(fd, F_SETFL, wanted));
}

static int level_and_name(int option, int *level, int *name) {
  *level = SOL_SOCKET;
  switch (option) {
    case CONTRACT_REUSE_ADDRESS: *name = SO_REUSEADDR; return 0;
    case CONTRACT_REUSE_PORT: *name = SO_REUSEPORT; return 0;
    case CONTRACT_KEEP_ALIVE: *name = SO_KEEPALIVE; return 0;
    case CONTRACT_SEND_BUFFER: *name = SO_SNDBUF; return 0;
    case CONTRACT_RECEIVE_BUFFER: *name = SO_RCVBUF; return 0;
    case CONTRACT_IS_LISTENING: *name = SO_ACCEPTCONN; return 0;
    case CONTRACT_FAMILY: *name = SO_DOMAIN; return 0;
    case CONTRACT_TYPE: *name = SO_TYPE; return 0;
    case CONTRACT_NO_DELAY: *level = IPPROTO_TCP; *name = TCP_NODELAY; return 0;
    case CONTRACT_NOT_SENT_LOW_WATER: *level = IPPROTO_TCP; *name = TCP_NOTSENT_LOWAT; return 0;
    case CONTRACT_KEEP_ALIVE_IDLE: *level = IPPROTO_TCP; *name = TCP_KEEPIDLE; return 0;
    case CONTRACT_KEEP_ALIVE_INTERVAL: *level = IPPROTO_TCP; *name = TCP_KEEPINTVL; return 0;
    case CONTRACT_KEEP_ALIVE_COUNT: *level = IPPROTO_TCP; *name = TCP_KEEPCNT; return 0;
    case CONTRACT_V6_ONLY: *level = IPPROTO_IPV6; *name = IPV6_V6ONLY; return 0;
    default: return -EINVAL;
  }
}

int contract_set_socket_option(int fd, int option, int value) {
  int level, name;
  if (level_and_name(option, &level, &name) < 0) return -EINVAL;
  return result(setsockopt(fd, level, name, &value, sizeof value));
}

int contract_get_socket_option(int fd, int option, int *value) {
  int level, name;
  if (level_and_name(option, &level, &name) < 0) return -EINVAL;
  socklen_t length = sizeof *value;
  *value = 0;
  return result(getsockopt(fd, level, name, value, &length));
}

int contract_has_input(int fd) {
  struct pollfd waiting = {.fd = fd, .events = POLLIN};
  return result(poll(&waiting, 1, 0));
}

int contract_reset_on_close(int fd) {
  struct linger linger = {.l_onoff = 1, .l_linger = 0};
  return result(setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger));
}

void contract_error_text(int code, char *text, size_t capacity) {
#ifdef __GLIBC__
  char scratch[128];
  snprintf(text, capacity, "%s", strerror_r(code, scratch, sizeof scratch));
#else
  if (strerror_r(code, text, capacity) != 0) snprintf(text, capacity, "unknown error");
#endif
}
