#include "CPosix.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct contract_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
};

contract_monitor *contract_monitor_create(void) {
  contract_monitor *monitor = malloc(sizeof *monitor);
  if (monitor == NULL) abort();
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&monitor->mutex, NULL);
  pthread_cond_init(&monitor->condition, &attributes);
  pthread_condattr_destroy(&attributes);
  return monitor;
}

void contract_monitor_destroy(contract_monitor *monitor) {
  pthread_cond_destroy(&monitor->condition);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void contract_monitor_lock(contract_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }
void contract_monitor_unlock(contract_monitor *monitor) {
  pthread_mutex_unlock(&monitor->mutex);
}
void contract_monitor_signal(contract_monitor *monitor) {
  pthread_cond_signal(&monitor->condition);
}
void contract_monitor_broadcast(contract_monitor *monitor) {
  pthread_cond_broadcast(&monitor->condition);
}

int contract_monitor_wait(contract_monitor *monitor, int64_t nanoseconds) {
  struct timespec moment = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  return pthread_cond_timedwait(&monitor->condition, &monitor->mutex, &moment) == ETIMEDOUT;
}
