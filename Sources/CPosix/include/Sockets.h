#pragma once
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

// Calls whose constants have other types in glibc and musl, or that need _GNU_SOURCE.
// Every function returns a value >= 0, or the negated errno, and retries nothing.

/// A non-blocking, close-on-exec stream socket.
int contract_stream_socket(int family);
/// Accepts one connection, non-blocking and close-on-exec.
int contract_accept(int fd, struct sockaddr_storage *_Nonnull peer);
/// A connected pair of non-blocking Unix stream sockets.
int contract_stream_pair(int *_Nonnull first, int *_Nonnull second);

ssize_t contract_receive(int fd, void *_Nullable bytes, size_t count);
/// Never raises SIGPIPE.
ssize_t contract_send(int fd, const void *_Nullable bytes, size_t count);
ssize_t contract_send_parts(int fd, const struct iovec *_Nullable parts, size_t count);

int contract_bind(int fd, const struct sockaddr *_Nonnull address, socklen_t length);
int contract_listen(int fd, int backlog);
int contract_connect(int fd, const struct sockaddr *_Nonnull address, socklen_t length);
int contract_local_address(int fd, struct sockaddr_storage *_Nonnull address);
int contract_peer_address(int fd, struct sockaddr_storage *_Nonnull address);
int contract_unlink(const char *_Nonnull path);
int contract_chmod(const char *_Nonnull path, unsigned mode);

int contract_shutdown_writing(int fd);
int contract_set_nonblocking(int fd, int on);

enum contract_socket_option {
  CONTRACT_REUSE_ADDRESS,
  CONTRACT_REUSE_PORT,
  CONTRACT_KEEP_ALIVE,
  CONTRACT_NO_DELAY,
  CONTRACT_V6_ONLY,
  CONTRACT_SEND_BUFFER,
  CONTRACT_RECEIVE_BUFFER,
  CONTRACT_IS_LISTENING,
  CONTRACT_FAMILY,
  CONTRACT_TYPE,
  CONTRACT_NOT_SENT_LOW_WATER,
  CONTRACT_KEEP_ALIVE_IDLE,
  CONTRACT_KEEP_ALIVE_INTERVAL,
  CONTRACT_KEEP_ALIVE_COUNT,
};

int contract_set_socket_option(int fd, int option, int value);
int contract_get_socket_option(int fd, int option, int *_Nonnull value);
/// Returns 1 when data can be read or the input has ended, otherwise 0.
int contract_has_input(int fd);
/// Makes `close` reset the connection instead of sending queued data.
int contract_reset_on_close(int fd);

/// Copies the message for an errno in the C locale.
void contract_error_text(int code, char *_Nonnull text, size_t capacity);
