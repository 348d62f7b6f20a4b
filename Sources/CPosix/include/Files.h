#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Files that are sent and received. Every function returns a value >= 0, or the negated errno.

/// The errnos that programs can distinguish by name.
extern const int contract_file_missing, contract_file_no_folder, contract_file_no_space, contract_file_no_quota;

/// The kind of a file.
enum contract_file_kind { CONTRACT_FILE_REGULAR, CONTRACT_FILE_FOLDER, CONTRACT_FILE_OTHER };

struct contract_file_facts {
  uint64_t inode;
  /// The number of names; 0 for a removed file.
  uint64_t links;
  int64_t size;
  /// The time since 1970 at which the contents last changed.
  int64_t modified_seconds;
  int64_t modified_nanoseconds;
  enum contract_file_kind kind;
};

/// Opens a folder only to resolve paths in it.
int contract_file_open_folder(const char *_Nonnull path);
/// Opens a file for reading. Neither waits for the writer of a pipe nor makes a terminal the controlling one.
int contract_file_open(const char *_Nonnull path);
/// Opens a file below a folder. Returns -EXDEV when a symbolic link or `..` leaves the folder, and -ENOSYS before Linux 5.6.
int contract_file_open_beneath(int folder, const char *_Nonnull path);
/// Opens a file below a folder on kernels without `contract_file_open_beneath`: opens the file, then checks its real path.
int contract_file_open_checked(int folder, const char *_Nonnull path);

int contract_file_facts(int fd, struct contract_file_facts *_Nonnull facts);
/// Reads at an offset, and continues after signals.
ssize_t contract_file_read(int fd, void *_Nullable bytes, size_t count, int64_t offset);
/// Sends a part of a file to a socket without copying it to this process; returns 0 at the end of the file. Never
/// raises SIGPIPE.
ssize_t contract_file_send(int socket, int file, int64_t offset, size_t count);
/// Writes all bytes at an offset, and continues after signals.
ssize_t contract_file_write(int fd, const void *_Nullable bytes, size_t count, int64_t offset);
/// Creates a file for reading and writing; -EEXIST if the path exists.
int contract_file_create(const char *_Nonnull path);
/// Creates a file without a name, which disappears when its descriptor is closed.
int contract_file_create_unnamed(const char *_Nonnull folder);
/// Opens an existing file for reading and writing; -ELOOP for a symbolic link.
int contract_file_open_for_writing(const char *_Nonnull path);
int contract_file_truncate(int fd, int64_t size);
/// Waits until the bytes are on the disk.
int contract_file_sync(int fd);
/// Renames a file. A file that has the new name is replaced.
int contract_file_rename(const char *_Nonnull from, const char *_Nonnull to);
/// Opens a folder to list its names; NULL on failure.
void *_Nullable contract_folder_open(const char *_Nonnull path);
/// Returns the next name, valid until the next call; NULL at the end.
const char *_Nullable contract_folder_next(void *_Nonnull folder);
void contract_folder_close(void *_Nonnull folder);
/// Locks a file for one open file description, against all others; -EWOULDBLOCK while another description has the lock.
int contract_file_lock(int fd);
/// Ends the lock at once. Otherwise a child process that is being started may keep the lock with its copy of the descriptor.
void contract_file_unlock(int fd);
int contract_file_close(int fd);
