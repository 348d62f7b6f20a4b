#pragma once
#include <stddef.h>
#include <stdint.h>

// What listening sockets need beyond a bind: files of Unix sockets, inherited descriptors, a shared port, and the word
// to the service manager. Every function returns a value >= 0, or the negated errno.

/// What tells one file from another that stands at the same path later.
struct contract_file {
  uint64_t device;
  uint64_t inode;
  /// When its content changed last, which for a socket is when it was made.
  int64_t seconds;
  int64_t nanoseconds;
  int is_socket;
};

/// Looks at the file at a path, without following a symbolic link.
int contract_file_at(const char *_Nonnull path, struct contract_file *_Nonnull file);
/// The mode that the socket's file will be made with, less what the umask takes away.
int contract_set_file_mode(int fd, unsigned mode);
/// Sets the mode of a socket's file; ENOTSOCK when something else stands there.
int contract_change_socket_mode(const char *_Nonnull path, unsigned mode);
int contract_rename(const char *_Nonnull from, const char *_Nonnull to);
/// Opens a folder and takes the lock that everybody who sets up a socket in it takes; EWOULDBLOCK when somebody has it.
/// Closing the descriptor gives the lock back.
int contract_lock_folder(const char *_Nonnull path);

/// Keeps a descriptor out of programs that this one starts; EBADF when it is not open.
int contract_set_close_on_exec(int fd);

/// Sends the connections to a port that sockets share (SO_REUSEPORT) to the socket with this number, in the order in which
/// they began to listen; when there is none, the kernel chooses as without it.
int contract_prefer_shared_socket(int fd, unsigned number);
/// Lets the kernel choose again.
int contract_prefer_no_shared_socket(int fd);
/// From here on a listening TCP socket does not see who begins a connection; those that have begun go on.
int contract_ignore_new_connections(int fd);
/// The inodes of the sockets that listen at the address to which a TCP socket is bound, whosever they are; how many.
int contract_listeners_at_address_of(int fd, uint64_t *_Nonnull inodes, int capacity);

/// Sends one datagram to a Unix socket. A name that begins with `@` is an abstract one.
int contract_send_datagram(const char *_Nonnull name, const void *_Nonnull bytes, size_t count);
