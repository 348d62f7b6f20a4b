#pragma once
#include <stdint.h>

// A mutex and a condition on the heap: their addresses never move. What the kernel's time is made of stays out of this
// header, because Swift wants to know which module it comes from.
typedef struct contract_monitor contract_monitor;

contract_monitor *_Nonnull contract_monitor_create(void);
void contract_monitor_destroy(contract_monitor *_Nonnull monitor);
void contract_monitor_lock(contract_monitor *_Nonnull monitor);
void contract_monitor_unlock(contract_monitor *_Nonnull monitor);
void contract_monitor_signal(contract_monitor *_Nonnull monitor);
void contract_monitor_broadcast(contract_monitor *_Nonnull monitor);
/// Waits, with the mutex held, for a signal or for a moment of the monotonic clock. Returns 1 when the time is over, 0
/// otherwise, also for no reason.
int contract_monitor_wait(contract_monitor *_Nonnull monitor, int64_t nanoseconds);
