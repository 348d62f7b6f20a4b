#pragma once
#include <stddef.h>

/// Takes the buffer that this thread keeps, if it keeps one; `*capacity` is its size. NULL otherwise.
void *_Nullable contract_scratch_take(size_t *_Nonnull capacity);
/// Keeps a buffer from `malloc` for the next one on this thread, or frees it. It is freed when the thread ends.
void contract_scratch_give(void *_Nonnull buffer, size_t capacity);
