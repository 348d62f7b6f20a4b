#pragma once
#include <pthread.h>

/// Starts a joinable thread called `name` (cut to 15 bytes). Returns 0 or an error number.
int contract_thread_start(pthread_t *_Nonnull thread, const char *_Nonnull name,
                          void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);

/// The processors that the calling thread may run on.
int contract_processor_count(void);

/// The loop that the calling thread runs, or NULL. Never inlined: a compiler may keep the address of a thread-local
/// variable across a suspension point, after which the code runs on another thread.
void *_Nullable contract_thread_loop(void);
void contract_thread_set_loop(void *_Nullable loop);

/// The memory for heads that belongs to the calling thread, or NULL.
void *_Nullable contract_thread_heads(void);
void contract_thread_set_heads(void *_Nullable heads);
