#include "TaskLocals.h"

// Functions of the Swift runtime that the inlined `TaskLocal.withValue` calls.
__attribute__((swiftcall)) void swift_task_localValuePush(const void *key, void *value, const void *type);
__attribute__((swiftcall)) void swift_task_localValuePop(void);

void contract_task_local_push(const void *key, void *object, const void *type) {
  swift_task_localValuePush(key, &object, type);
}

void contract_task_local_pop(void) { swift_task_localValuePop(); }
