#pragma once

/// Binds a task-local value until `contract_task_local_pop`. Consumes `object`, a reference of the optional class `type`.
void contract_task_local_push(const void *_Nonnull key, void *_Nonnull object, const void *_Nonnull type);
/// Removes the value that was bound last.
void contract_task_local_pop(void);
