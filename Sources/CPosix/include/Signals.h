#pragma once

/// From now on `signal` adds one to the eventfd `fd`; several descriptors may watch one signal. With `once`, if this is the
/// first of them, a second signal does what it did before the watch, also when nobody has read the first.
/// Returns 0, or the negated errno (ENOSPC: too many watches).
int contract_signal_watch(int signal, int fd, int once);

/// Ends one watch. The last one restores the disposition found by the first, and discards the signal when it is still
/// pending. No handler uses `fd` after the return.
void contract_signal_unwatch(int signal, int fd);

/// Ignores SIGPIPE unless the program has a handler for it. Returns 0 or the negated errno.
int contract_signal_ignore_broken_pipe(void);
