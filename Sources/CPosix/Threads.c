#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct start {
  void (*body)(void *);
  void *context;
  char name[16];
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  start.body(start.context);
  return NULL;
}

int contract_thread_start(pthread_t *thread, const char *name, void (*body)(void *), void *context) {
  struct start *start = calloc(1, sizeof *start);
  if (start == NULL) return ENOMEM;
  start->body = body;
  start->context = context;
  strncpy(start->name, name, sizeof start->name - 1);
  pthread_t detached;
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) {
    free(start);
    return error;
  }
  if (thread == NULL) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  error = pthread_create(thread == NULL ? &detached : thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (error != 0) free(start);
  return error;
}

int contract_thread_number(void) { return (int)syscall(SYS_gettid); }

int64_t contract_thread_time(int number) {
  // The clock ID is computed as by pthread_getcpuclockid, but from the kernel's thread ID. The ID of a thread that has ended
  // results in an error, while its pthread_t would be a dangling pointer.
  clockid_t clock = (clockid_t)((~(unsigned int)number << 3) | 6);
  struct timespec time;
  if (number <= 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool contract_thread_waits(int number) {
  char path[64];
  char text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  // The format is `7 (name) S …`. The last parenthesis ends the name, because the name may contain parentheses.
  const char *end = strrchr(text, ')');
  return end != NULL && end[1] == ' ' && (end[2] == 'S' || end[2] == 'D');
}

int contract_processor_count(void) {
  cpu_set_t allowed;
  // On a machine with more processors than fit in the set, the call fails with EINVAL, and all processors that are online
  // count.
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static _Thread_local void *current_loop;

__attribute__((noinline)) void *contract_thread_loop(void) { return current_loop; }

__attribute__((noinline)) void contract_thread_set_loop(void *loop) { current_loop = loop; }

static _Thread_local void *current_memory;

__attribute__((noinline)) void *contract_thread_memory(void) { return current_memory; }

__attribute__((noinline)) void contract_thread_set_memory(void *memory) { current_memory = memory; }
