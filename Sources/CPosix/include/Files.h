#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Files that a server sends. Every function returns a value >= 0, or the negated errno.

/// The kind of a file.
enum contract_file_kind { CONTRACT_FILE_REGULAR, CONTRACT_FILE_FOLDER, CONTRACT_FILE_OTHER };

struct contract_file_facts {
  uint64_t inode;
  int64_t size;
  /// The time of the last change of the contents since 1970.
  int64_t modified_seconds;
  int64_t modified_nanoseconds;
  enum contract_file_kind kind;
};

/// Opens a folder only to resolve paths in it.
int contract_file_open_folder(const char *_Nonnull path);
/// Opens a file for reading. Neither waits for the writer of a pipe nor makes a terminal the controlling one.
int contract_file_open(const char *_Nonnull path);
/// Opens a file below a folder; -EXDEV when a symbolic link or `..` leaves the folder. -ENOSYS before Linux 5.6.
int contract_file_open_beneath(int folder, const char *_Nonnull path);
/// Opens a file below a folder like `contract_file_open_beneath`, on kernels without it: opens the file and then checks its real path.
int contract_file_open_checked(int folder, const char *_Nonnull path);

int contract_file_facts(int fd, struct contract_file_facts *_Nonnull facts);
/// Reads at an offset, and continues after signals.
ssize_t contract_file_read(int fd, void *_Nullable bytes, size_t count, int64_t offset);
/// Sends a part of a file to a socket without copying it to this process. 0 at the end of the file. Never raises SIGPIPE.
ssize_t contract_file_send(int socket, int file, int64_t offset, size_t count);
int contract_file_close(int fd);
