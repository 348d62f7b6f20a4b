#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { watch_capacity = 64, signal_limit = 65 };

// A watch packs the signal (high half) and the descriptor plus one (low half); 0 marks a free slot. The handler finds the
// watches only here, in atomic variables, so installing and removing a watch need not block the signal.
static _Atomic unsigned long long watches[watch_capacity];
static atomic_int handlers_running;

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int watch_count[signal_limit];
static struct sigaction previous[signal_limit];
static atomic_bool is_once[signal_limit];

static unsigned long long packed(int signal, int fd) {
  return ((unsigned long long)signal << 32) | ((unsigned)fd + 1u);
}

static void end(int signal) { _exit(128 + signal); }

// Gives the next signal its original effect. In process 1 of a container, the kernel ignores signals with the default action,
// so a handler ends the process instead.
static void restore_once(int signal) {
  const struct sigaction *action = &previous[signal];
  struct sigaction ending = {.sa_handler = end};
  if (getpid() == 1 && (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL) action = &ending;
  sigaction(signal, action, NULL);
}

static void deliver(int signal) {
  int saved = errno;
  atomic_fetch_add(&handlers_running, 1);
  // The next signal has its original effect, even if no watcher has handled this one.
  if (atomic_load(&is_once[signal])) restore_once(signal);
  for (int index = 0; index < watch_capacity; index++) {
    unsigned long long watch = atomic_load(&watches[index]);
    if (watch != 0 && (int)(watch >> 32) == signal) contract_eventfd_signal((int)(watch & 0xffffffffu) - 1);
  }
  atomic_fetch_sub(&handlers_running, 1);
  errno = saved;
}

static int install(int signal) {
  struct sigaction action = {.sa_handler = deliver, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, &previous[signal]) < 0 ? -errno : 0;
}

static int take_slot(int signal, int fd) {
  for (int index = 0; index < watch_capacity; index++) {
    unsigned long long free_slot = 0;
    if (atomic_compare_exchange_strong(&watches[index], &free_slot, packed(signal, fd))) return index;
  }
  return -ENOSPC;
}

// A signal sent during the watch may still be pending. Ignoring the signal discards it, so that the restored action, which
// may end the process, does not receive it. After a watch once, the next signal ends process 1 too: a watch often ends
// because of the first signal.
static void restore(int signal) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(signal, &ignore, NULL);
  if (atomic_load(&is_once[signal])) {
    restore_once(signal);
  } else {
    sigaction(signal, &previous[signal], NULL);
  }
}

int contract_signal_watch(int signal, int fd, int once) {
  if (signal <= 0 || signal >= signal_limit || fd < 0) return -EINVAL;
  pthread_mutex_lock(&guard);
  int index = take_slot(signal, fd);
  int error = index < 0 ? index : 0;
  if (error == 0 && watch_count[signal] == 0) {
    atomic_store(&is_once[signal], once != 0);
    error = install(signal);
    if (error != 0) atomic_store(&watches[index], 0);
  }
  if (error == 0) watch_count[signal]++;
  pthread_mutex_unlock(&guard);
  return error;
}

void contract_signal_unwatch(int signal, int fd) {
  if (signal <= 0 || signal >= signal_limit || fd < 0) return;
  pthread_mutex_lock(&guard);
  for (int index = 0; index < watch_capacity; index++) {
    unsigned long long wanted = packed(signal, fd);
    if (!atomic_compare_exchange_strong(&watches[index], &wanted, 0)) continue;
    if (--watch_count[signal] == 0) restore(signal);
    break;
  }
  pthread_mutex_unlock(&guard);
  // Waits for handlers on other threads that have read the descriptor before its removal, because the caller closes it next.
  while (atomic_load(&handlers_running) != 0) sched_yield();
}

int contract_signal_ignore_broken_pipe(void) {
  struct sigaction current;
  if (sigaction(SIGPIPE, NULL, &current) < 0) return -errno;
  if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) return 0;
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  return sigaction(SIGPIPE, &ignore, NULL) < 0 ? -errno : 0;
}
