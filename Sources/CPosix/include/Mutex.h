#pragma once
#include <pthread.h>
#include <stdlib.h>

// A pthread mutex on the heap, because the address of a Swift stored property may change.
static inline pthread_mutex_t *_Nonnull contract_mutex_create(void) {
  pthread_mutex_t *mutex = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
  if (mutex == NULL) abort();
  pthread_mutex_init(mutex, NULL);
  return mutex;
}

static inline void contract_mutex_destroy(pthread_mutex_t *_Nonnull mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}

static inline void contract_mutex_lock(pthread_mutex_t *_Nonnull mutex) { pthread_mutex_lock(mutex); }
static inline void contract_mutex_unlock(pthread_mutex_t *_Nonnull mutex) { pthread_mutex_unlock(mutex); }
