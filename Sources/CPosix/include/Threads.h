#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/// Starts a joinable thread called `name` (cut to 15 bytes). Returns 0 or an error number.
int contract_thread_start(pthread_t *_Nonnull thread, const char *_Nonnull name,
                          void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);

/// The system's number of the calling thread.
int contract_thread_number(void);

/// The processor time that a thread of this process has used, in nanoseconds; -1 when the system does not tell.
int64_t contract_thread_time(int number);

/// True when a thread of this process waits for something else than a processor; false too when the system does not tell.
bool contract_thread_waits(int number);

/// The processors that the calling thread may run on.
int contract_processor_count(void);

/// The loop that the calling thread runs, or NULL. Never inlined: a compiler may keep the address of a thread-local
/// variable across a suspension point, after which the code runs on another thread.
void *_Nullable contract_thread_loop(void);
void contract_thread_set_loop(void *_Nullable loop);

/// The memory for heads that belongs to the calling thread, or NULL.
void *_Nullable contract_thread_heads(void);
void contract_thread_set_heads(void *_Nullable heads);
