#pragma once
#include <stddef.h>
#include <stdint.h>

// Support for listening sockets: files of Unix sockets, inherited descriptors, shared ports, and messages to the service
// manager. Every function returns a value >= 0, or the negated errno.

/// The identity of a file, which distinguishes it from a later file with the same path.
struct contract_file {
  uint64_t device;
  uint64_t inode;
  /// The time of the last change of its content; for a socket, of its creation.
  int64_t seconds;
  int64_t nanoseconds;
  int is_socket;
};

/// Reads the identity of the file at a path, without following a symbolic link.
int contract_file_at(const char *_Nonnull path, struct contract_file *_Nonnull file);
/// Sets the mode with which the socket's file will be created, before the umask is applied.
int contract_set_file_mode(int fd, unsigned mode);
/// Sets the mode of a socket's file; ENOTSOCK for other files.
int contract_change_socket_mode(const char *_Nonnull path, unsigned mode);
int contract_rename(const char *_Nonnull from, const char *_Nonnull to);
/// Opens a folder and takes the lock for creating sockets in it; EWOULDBLOCK when it is taken. Closing the descriptor
/// releases the lock.
int contract_lock_folder(const char *_Nonnull path);

/// Marks a descriptor to be closed in programs that this process starts; EBADF when it is not open.
int contract_set_close_on_exec(int fd);

/// Directs connections to a shared port (SO_REUSEPORT) to the socket with this number, counted in the order in which the
/// sockets began to listen. Without such a socket, the kernel chooses one.
int contract_prefer_shared_socket(int fd, unsigned number);
/// Lets the kernel choose the socket again.
int contract_prefer_no_shared_socket(int fd);
/// Makes a listening TCP socket ignore new connection attempts. Those that have begun continue.
int contract_ignore_new_connections(int fd);
/// Stores the inodes of all sockets that listen on the address of a bound TCP socket, in any process. Returns their
/// number.
int contract_listeners_at_address_of(int fd, uint64_t *_Nonnull inodes, int capacity);

/// Sends one datagram to a Unix socket. A name that begins with `@` is abstract.
int contract_send_datagram(const char *_Nonnull name, const void *_Nonnull bytes, size_t count);
