#pragma once
#include <stdint.h>

// A mutex and a condition variable on the heap, so that their addresses never change. The type is opaque, because with visible
// members Swift would require the modules of the members' types.
typedef struct contract_monitor contract_monitor;

contract_monitor *_Nonnull contract_monitor_create(void);
void contract_monitor_destroy(contract_monitor *_Nonnull monitor);
void contract_monitor_lock(contract_monitor *_Nonnull monitor);
void contract_monitor_unlock(contract_monitor *_Nonnull monitor);
void contract_monitor_signal(contract_monitor *_Nonnull monitor);
void contract_monitor_broadcast(contract_monitor *_Nonnull monitor);
/// Waits, with the mutex held, for a signal or until a time of the monotonic clock. Returns 1 after that time; otherwise 0,
/// which may be spurious.
int contract_monitor_wait(contract_monitor *_Nonnull monitor, int64_t nanoseconds);
