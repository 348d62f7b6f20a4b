// Preloaded under valgrind, which writes into the mask of sigsuspend(2); libdispatch passes one in read-only memory when
// an asynchronous main waits.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
