#pragma once
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

// Swift cannot call libcurl's variadic setters and getters. Each function below fixes the argument type of a group of
// options.

#define CONTRACT_CURL_INLINE static inline

// Easy handles

CONTRACT_CURL_INLINE CURLcode contract_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

CONTRACT_CURL_INLINE CURLcode contract_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets a string, which libcurl copies.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_text(CURL *_Nonnull easy, CURLoption option,
                                                     const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets a pointer, which libcurl keeps.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_pointer(CURL *_Nonnull easy, CURLoption option,
                                                        void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets the request body, which libcurl copies.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_content(CURL *_Nonnull easy, const void *_Nullable bytes,
                                                        size_t count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : (const char *)bytes);
}

/// Restricts requests and redirects to http and https.
CONTRACT_CURL_INLINE CURLcode contract_curl_restrict_protocols(CURL *_Nonnull easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  const long allowed = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS, allowed);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, allowed);
#endif
}

/// Lets a transfer end without waiting for its name lookup (7.87).
CONTRACT_CURL_INLINE void contract_curl_abandon_lookups(CURL *_Nonnull easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  (void)curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

/// Sets how long new connections use a CA file that was already read (7.87; earlier versions read the file for each
/// connection). libcurl's default is a day.
CONTRACT_CURL_INLINE void contract_curl_set_authorities_age(CURL *_Nonnull easy, long seconds) {
#if LIBCURL_VERSION_NUM >= 0x075700
  (void)curl_easy_setopt(easy, CURLOPT_CA_CACHE_TIMEOUT, seconds);
#else
  (void)easy;
  (void)seconds;
#endif
}

typedef size_t (*contract_curl_data_function)(char *_Nullable bytes, size_t size, size_t count,
                                              void *_Nullable context);
typedef int (*contract_curl_seek_function)(void *_Nullable context, curl_off_t offset, int origin);

/// Sets the functions that receive head lines and the body, with their context.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_receiver(CURL *_Nonnull easy,
                                                         contract_curl_data_function _Nonnull head,
                                                         contract_curl_data_function _Nonnull content,
                                                         void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, content);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

/// Sets the functions that read and rewind the request body, with their context.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_sender(CURL *_Nonnull easy, contract_curl_data_function _Nonnull read,
                                                       contract_curl_seek_function _Nonnull seek,
                                                       void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_READDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

typedef int (*contract_curl_trailer_function)(struct curl_slist *_Nullable *_Nonnull lines, void *_Nullable context);

/// Sets the function that returns the trailer section of a chunked request body, with its context (7.64).
CONTRACT_CURL_INLINE CURLcode contract_curl_set_trailer(CURL *_Nonnull easy,
                                                        contract_curl_trailer_function _Nonnull trailer,
                                                        void *_Nonnull context) {
#if LIBCURL_VERSION_NUM >= 0x074000
  CURLcode code = curl_easy_setopt(easy, CURLOPT_TRAILERFUNCTION, trailer);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_TRAILERDATA, context);
#else
  (void)easy;
  (void)trailer;
  (void)context;
  return CURLE_UNKNOWN_OPTION;
#endif
}

typedef int (*contract_curl_open_function)(void *_Nullable context, curl_socket_t socket, curlsocktype purpose);
typedef int (*contract_curl_close_function)(void *_Nullable context, curl_socket_t socket);

/// Sets the functions that are called for a new socket of a connection and that close it, with their context.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_socket_watcher(CURL *_Nonnull easy,
                                                               contract_curl_open_function _Nonnull open,
                                                               contract_curl_close_function _Nonnull close,
                                                               void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, open);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

typedef int (*contract_curl_begin_function)(void *_Nullable context, char *_Nullable remote, char *_Nullable local,
                                            int remotePort, int localPort);

/// Sets the function that is called before a request, or its repetition, is written to a connection. libcurl before 7.80 does
/// not call the function. There the request uses a new connection, on which libcurl does not repeat requests.
CONTRACT_CURL_INLINE CURLcode contract_curl_watch_beginnings(CURL *_Nonnull easy,
                                                             contract_curl_begin_function _Nonnull begin,
                                                             void *_Nonnull context) {
#if LIBCURL_VERSION_NUM >= 0x075000
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, begin);
  if (code == CURLE_OK) return curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
#else
  (void)begin;
  (void)context;
#endif
  return curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
}

/// Sets the maximum age of a connection for new requests (7.80).
CONTRACT_CURL_INLINE CURLcode contract_curl_set_connection_age(CURL *_Nonnull easy, long seconds) {
#if LIBCURL_VERSION_NUM >= 0x075000
  return curl_easy_setopt(easy, CURLOPT_MAXLIFETIME_CONN, seconds);
#else
  (void)easy;
  (void)seconds;
  return CURLE_UNKNOWN_OPTION;
#endif
}

enum contract_curl_blob_purpose {
  contract_curl_blob_authorities,
  contract_curl_blob_proxy_authorities,
  contract_curl_blob_certificate,
  contract_curl_blob_key,
};

/// Sets certificates or keys in memory, which libcurl copies (7.71, authorities 7.77).
CONTRACT_CURL_INLINE CURLcode contract_curl_set_blob(CURL *_Nonnull easy, enum contract_curl_blob_purpose purpose,
                                                     const void *_Nonnull bytes, size_t count) {
#if LIBCURL_VERSION_NUM >= 0x074700
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  switch (purpose) {
  case contract_curl_blob_authorities:
#if LIBCURL_VERSION_NUM >= 0x074d00
    return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
  case contract_curl_blob_proxy_authorities:
    return curl_easy_setopt(easy, CURLOPT_PROXY_CAINFO_BLOB, &blob);
#else
  case contract_curl_blob_proxy_authorities:
    return CURLE_UNKNOWN_OPTION;
#endif
  case contract_curl_blob_certificate:
    return curl_easy_setopt(easy, CURLOPT_SSLCERT_BLOB, &blob);
  case contract_curl_blob_key:
    return curl_easy_setopt(easy, CURLOPT_SSLKEY_BLOB, &blob);
  }
#else
  (void)easy;
  (void)purpose;
  (void)bytes;
  (void)count;
#endif
  return CURLE_UNKNOWN_OPTION;
}

CONTRACT_CURL_INLINE CURLcode contract_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

CONTRACT_CURL_INLINE CURLcode contract_curl_get_offset(CURL *_Nonnull easy, CURLINFO info,
                                                       curl_off_t *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

/// Returns the socket of a connection opened with CURLOPT_CONNECT_ONLY.
CONTRACT_CURL_INLINE CURLcode contract_curl_get_socket(CURL *_Nonnull easy, curl_socket_t *_Nonnull socket) {
  return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, socket);
}

/// Returns the TLS session of a transfer's connection and its TLS library; NULL without TLS.
struct contract_curl_tls {
  curl_sslbackend backend;
  void *_Nullable session;
};

CONTRACT_CURL_INLINE struct contract_curl_tls contract_curl_get_tls(CURL *_Nonnull easy) {
  struct contract_curl_tls result = {CURLSSLBACKEND_NONE, NULL};
  struct curl_tlssessioninfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) == CURLE_OK && info != NULL) {
    result.backend = info->backend;
    result.session = info->internals;
  }
  return result;
}

/// Returns whether a transfer reuses a connection.
CONTRACT_CURL_INLINE int contract_curl_is_reusing(CURL *_Nonnull easy) {
  long connections = 0;
  return curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &connections) == CURLE_OK && connections == 0;
}

/// The ends of a transfer's steps in microseconds since its start; 0 for skipped steps.
struct contract_curl_times {
  curl_off_t lookup, connect, tls, firstByte, total;
  /// The number of new connections; 0 for a reused connection, whose first three steps are 0.
  long connections;
};

CONTRACT_CURL_INLINE struct contract_curl_times contract_curl_get_times(CURL *_Nonnull easy) {
  struct contract_curl_times times = {0, 0, 0, 0, 0, 0};
  (void)curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &times.connections);
  if (times.connections > 0) {
    (void)curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &times.lookup);
    (void)curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &times.connect);
    (void)curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &times.tls);
  }
  (void)curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME_T, &times.firstByte);
  (void)curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &times.total);
  return times;
}

/// Returns the pointer set with CURLOPT_PRIVATE.
CONTRACT_CURL_INLINE void *_Nullable contract_curl_private(CURL *_Nonnull easy) {
  void *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&value);
  return value;
}

// Connections

/// Returns whether a socket has unread bytes, or its connection has ended.
CONTRACT_CURL_INLINE int contract_curl_has_arrivals(curl_socket_t socket) {
  char byte;
  const int error = errno;
  const ssize_t count = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  const int isQuiet = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  errno = error;
  return !isQuiet;
}

/// Closes the connection of a descriptor. The descriptor then refers to a socket whose other end is closed. If no descriptors
/// are free, the connection is only shut down.
CONTRACT_CURL_INLINE void contract_curl_end_connection(curl_socket_t socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
    (void)shutdown(socket, SHUT_RDWR);
    return;
  }
  (void)close(ends[1]);
  // O_CLOEXEC, because a program that another thread starts would otherwise keep the descriptor open.
  (void)dup3(ends[0], socket, O_CLOEXEC);
  (void)close(ends[0]);
}

/// Returns the local port of a connection; 0 for none.
CONTRACT_CURL_INLINE int contract_curl_local_port(curl_socket_t socket) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address;
  socklen_t length = sizeof address;
  if (getsockname(socket, &address.any, &length) != 0) return 0;
  if (address.any.sa_family == AF_INET) return ntohs(address.v4.sin_port);
  return address.any.sa_family == AF_INET6 ? ntohs(address.v6.sin6_port) : 0;
}

// Multi handles

CONTRACT_CURL_INLINE CURLMcode contract_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

typedef int (*contract_curl_socket_function)(CURL *_Nullable easy, curl_socket_t socket, int what,
                                             void *_Nullable context, void *_Nullable socketContext);
typedef int (*contract_curl_timer_function)(CURLM *_Nullable multi, long milliseconds, void *_Nullable context);

/// Sets the functions that watch sockets and set the timer, with their context.
CONTRACT_CURL_INLINE CURLMcode contract_curl_multi_set_watcher(CURLM *_Nonnull multi,
                                                               contract_curl_socket_function _Nonnull socket,
                                                               contract_curl_timer_function _Nonnull timer,
                                                               void *_Nonnull context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  return code != CURLM_OK ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// Sets the maximum number of concurrent requests on an HTTP/2 connection (7.67).
CONTRACT_CURL_INLINE void contract_curl_multi_set_streams(CURLM *_Nonnull multi, long count) {
#if LIBCURL_VERSION_NUM >= 0x074300
  (void)curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, count);
#else
  (void)multi;
  (void)count;
#endif
}

/// Returns the next finished transfer and its result; NULL for none.
CONTRACT_CURL_INLINE CURL *_Nullable contract_curl_multi_next_finished(CURLM *_Nonnull multi,
                                                                       CURLcode *_Nonnull result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

// Shared cookies

/// A share with the locks that libcurl uses: one for the share itself, one for its contents.
struct contract_curl_jar {
  CURLSH *_Nullable handle;
  pthread_mutex_t locks[2];
};

CONTRACT_CURL_INLINE void contract_curl_jar_lock(CURL *_Nullable easy, curl_lock_data data, curl_lock_access access,
                                                 void *_Nullable jar) {
  (void)easy;
  (void)access;
  pthread_mutex_lock(&((struct contract_curl_jar *)jar)->locks[data == CURL_LOCK_DATA_SHARE]);
}

CONTRACT_CURL_INLINE void contract_curl_jar_unlock(CURL *_Nullable easy, curl_lock_data data, void *_Nullable jar) {
  (void)easy;
  pthread_mutex_unlock(&((struct contract_curl_jar *)jar)->locks[data == CURL_LOCK_DATA_SHARE]);
}

/// Destroys a jar that no handle uses.
CONTRACT_CURL_INLINE void contract_curl_jar_destroy(struct contract_curl_jar *_Nonnull jar) {
  if (jar->handle != NULL) (void)curl_share_cleanup(jar->handle);
  pthread_mutex_destroy(&jar->locks[0]);
  pthread_mutex_destroy(&jar->locks[1]);
  free(jar);
}

/// Creates an empty jar; returns NULL if there is not enough memory.
CONTRACT_CURL_INLINE struct contract_curl_jar *_Nullable contract_curl_jar_create(void) {
  struct contract_curl_jar *jar = calloc(1, sizeof *jar);
  if (jar == NULL) return NULL;
  pthread_mutex_init(&jar->locks[0], NULL);
  pthread_mutex_init(&jar->locks[1], NULL);
  jar->handle = curl_share_init();
  if (jar->handle == NULL ||
      curl_share_setopt(jar->handle, CURLSHOPT_USERDATA, jar) != CURLSHE_OK ||
      curl_share_setopt(jar->handle, CURLSHOPT_LOCKFUNC, contract_curl_jar_lock) != CURLSHE_OK ||
      curl_share_setopt(jar->handle, CURLSHOPT_UNLOCKFUNC, contract_curl_jar_unlock) != CURLSHE_OK ||
      curl_share_setopt(jar->handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) != CURLSHE_OK) {
    contract_curl_jar_destroy(jar);
    return NULL;
  }
  return jar;
}

/// Returns the cookies as lines of a cookie file; NULL for none. The caller frees them with `curl_slist_free_all`.
CONTRACT_CURL_INLINE struct curl_slist *_Nullable contract_curl_get_cookies(CURL *_Nonnull easy) {
  struct curl_slist *cookies = NULL;
  (void)curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &cookies);
  return cookies;
}

// Constants that are macros with casts

static const long contract_curl_global_default = CURL_GLOBAL_DEFAULT;
static const curl_socket_t contract_curl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const size_t contract_curl_readfunc_abort = CURL_READFUNC_ABORT;
static const size_t contract_curl_readfunc_pause = CURL_READFUNC_PAUSE;
#if LIBCURL_VERSION_NUM >= 0x074000
static const int contract_curl_trailerfunc_ok = CURL_TRAILERFUNC_OK;
static const int contract_curl_trailerfunc_abort = CURL_TRAILERFUNC_ABORT;
#else
static const int contract_curl_trailerfunc_ok = 0;
static const int contract_curl_trailerfunc_abort = 1;
#endif
static const size_t contract_curl_writefunc_pause = CURL_WRITEFUNC_PAUSE;

CONTRACT_CURL_INLINE const curl_version_info_data *_Nonnull contract_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW);
}
