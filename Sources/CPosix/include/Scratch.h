#pragma once
#include <stddef.h>

/// Returns the buffer kept by this thread, and its size in `*capacity`; NULL if there is none.
void *_Nullable contract_scratch_take(size_t *_Nonnull capacity);
/// Keeps a buffer from `malloc` until the next call of `contract_scratch_take` or the end of the thread, or frees it.
void contract_scratch_give(void *_Nonnull buffer, size_t capacity);
