#pragma once

/// Adds one to the eventfd `fd` whenever `signal` arrives. Several descriptors may watch one signal. If the first watch
/// sets `once`, the second signal has its original effect, even if the first has not been read. The default effect also
/// ends process 1 of a container, with the status 128 plus the signal. Returns 0, or the negated errno (ENOSPC: too
/// many watches).
int contract_signal_watch(int signal, int fd, int once);

/// Ends one watch. The last one restores the disposition found by the first, and discards the signal if it is still
/// pending. After a watch with `once`, the default disposition still ends process 1. After the return, no handler uses
/// `fd`.
void contract_signal_unwatch(int signal, int fd);

/// Ignores SIGPIPE unless the program has a handler for it. Returns 0 or the negated errno.
int contract_signal_ignore_broken_pipe(void);
