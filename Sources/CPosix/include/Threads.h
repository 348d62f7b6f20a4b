#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/// Starts a thread with a name, truncated to 15 bytes. It is joinable, or detached if `thread` is null. Returns 0 or an error
/// number.
int contract_thread_start(pthread_t *_Nullable thread, const char *_Nonnull name,
                          void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);

/// Returns the kernel's ID of the calling thread.
int contract_thread_number(void);

/// Returns the processor time of a thread of this process in nanoseconds; -1 if unknown.
int64_t contract_thread_time(int number);

/// Returns true if a thread of this process is blocked: it neither runs nor waits for a processor. Returns false if unknown.
bool contract_thread_waits(int number);

/// Returns the number of processors on which the calling thread may run.
int contract_processor_count(void);

/// Returns the loop of the calling thread, or NULL. Never inlined, because a compiler may keep the address of a
/// thread-local variable across a suspension point, after which the code may run on another thread.
void *_Nullable contract_thread_loop(void);
void contract_thread_set_loop(void *_Nullable loop);

/// Returns the `MessageMemory` of the calling thread, or NULL.
void *_Nullable contract_thread_memory(void);
void contract_thread_set_memory(void *_Nullable memory);
