#include "CPosix.h"

#include <errno.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

static int control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data = {.u64 = data}};
  return result(epoll_ctl(epoll, operation, fd, &event));
}

int contract_epoll_create(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int contract_epoll_add(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, fd, events, data);
}

int contract_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_MOD, fd, events, data);
}

int contract_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int contract_epoll_wait(int epoll, struct epoll_event *events, int capacity, int milliseconds) {
  return result(epoll_wait(epoll, events, capacity, milliseconds));
}

int contract_eventfd_create(void) { return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int contract_eventfd_signal(int fd) {
  const uint64_t one = 1;
  ssize_t count;
  do {
    count = write(fd, &one, sizeof one);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : 0;
}

int contract_eventfd_consume(int fd) {
  uint64_t count = 0;
  ssize_t length;
  do {
    length = read(fd, &count, sizeof count);
  } while (length < 0 && errno == EINTR);
  if (length < 0) return errno == EAGAIN ? 0 : -errno;
  return count > 0;
}
