#include "Scratch.h"
#include <pthread.h>
#include <stdlib.h>

enum { largest_kept = 1 << 16 };

static __thread void *kept;
static __thread size_t kept_capacity;
static __thread int is_ending_watched;
static pthread_key_t ending;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void thread_ends(void *unused) {
  (void)unused;
  free(kept);
  kept = NULL;
}

static void make_key(void) { pthread_key_create(&ending, thread_ends); }

void *contract_scratch_take(size_t *capacity) {
  void *buffer = kept;
  *capacity = kept_capacity;
  kept = NULL;
  return buffer;
}

void contract_scratch_give(void *buffer, size_t capacity) {
  if (kept != NULL || capacity > largest_kept) {
    free(buffer);
    return;
  }
  if (!is_ending_watched) {
    is_ending_watched = 1;
    pthread_once(&once, make_key);
    pthread_setspecific(ending, &kept);
  }
  kept = buffer;
  kept_capacity = capacity;
}
