#define _GNU_SOURCE
#include "CPosix.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
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
  int error = pthread_create(thread, NULL, run, start);
  if (error != 0) free(start);
  return error;
}

int contract_processor_count(void) {
  cpu_set_t allowed;
  // A machine with more processors than a set of fixed size holds says EINVAL.
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static _Thread_local void *current_loop;

__attribute__((noinline)) void *contract_thread_loop(void) { return current_loop; }

__attribute__((noinline)) void contract_thread_set_loop(void *loop) { current_loop = loop; }

static _Thread_local void *current_heads;

__attribute__((noinline)) void *contract_thread_heads(void) { return current_heads; }

__attribute__((noinline)) void contract_thread_set_heads(void *heads) { current_heads = heads; }
