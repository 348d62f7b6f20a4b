#pragma once
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// epoll_event is packed on some architectures and contains a union; these accessors hide both from Swift.
// Every function returns a value >= 0, or the negated errno.

int contract_epoll_create(void);
int contract_epoll_add(int epoll, int fd, uint32_t events, uint64_t data);
int contract_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data);
int contract_epoll_remove(int epoll, int fd);
int contract_epoll_wait(int epoll, struct epoll_event *_Nonnull events, int capacity, int milliseconds);

int contract_eventfd_create(void);
/// Adds one to the counter.
int contract_eventfd_signal(int fd);
/// Resets the counter. Returns 1 if it was signalled, otherwise 0.
int contract_eventfd_consume(int fd);

static inline uint32_t contract_event_mask(const struct epoll_event *_Nonnull events, int index) {
  return events[index].events;
}

static inline uint64_t contract_event_data(const struct epoll_event *_Nonnull events, int index) {
  return events[index].data.u64;
}
