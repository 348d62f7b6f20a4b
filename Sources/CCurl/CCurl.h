#pragma once
#include <curl/curl.h>

// libcurl's setters and getters are variadic, which Swift cannot call, and type-check their argument in macros. Each
// shim below fixes the type of the one argument that its group of options takes.

#define CONTRACT_CURL_INLINE static inline

// Easy handles

CONTRACT_CURL_INLINE CURLcode contract_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

CONTRACT_CURL_INLINE CURLcode contract_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/// libcurl copies the text.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_text(CURL *_Nonnull easy, CURLoption option,
                                                     const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

/// libcurl keeps the pointer.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_pointer(CURL *_Nonnull easy, CURLoption option,
                                                        void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sends `count` bytes, which libcurl copies, as the content.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_content(CURL *_Nonnull easy, const void *_Nullable bytes,
                                                        size_t count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : (const char *)bytes);
}

/// Requests and redirects stay on http and https. Fails where libcurl cannot promise that.
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

/// Abandoning a transfer does not wait for its name lookup, where libcurl knows how (7.87).
CONTRACT_CURL_INLINE void contract_curl_abandon_lookups(CURL *_Nonnull easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  (void)curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

typedef size_t (*contract_curl_data_function)(char *_Nullable bytes, size_t size, size_t count,
                                              void *_Nullable context);
typedef int (*contract_curl_seek_function)(void *_Nullable context, curl_off_t offset, int origin);

/// One context for the functions that receive head lines and content.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_receiver(CURL *_Nonnull easy,
                                                         contract_curl_data_function _Nonnull head,
                                                         contract_curl_data_function _Nonnull content,
                                                         void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, content);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

/// One context for the functions that give and rewind the request's content.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_sender(CURL *_Nonnull easy, contract_curl_data_function _Nonnull read,
                                                       contract_curl_seek_function _Nonnull seek,
                                                       void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_READDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

typedef int (*contract_curl_open_function)(void *_Nullable context, curl_socket_t socket, curlsocktype purpose);
typedef int (*contract_curl_close_function)(void *_Nullable context, curl_socket_t socket);

/// One context for the functions that hear of a connection's new socket and close it.
CONTRACT_CURL_INLINE CURLcode contract_curl_set_socket_watcher(CURL *_Nonnull easy,
                                                               contract_curl_open_function _Nonnull open,
                                                               contract_curl_close_function _Nonnull close,
                                                               void *_Nonnull context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, open);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

CONTRACT_CURL_INLINE CURLcode contract_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

CONTRACT_CURL_INLINE CURLcode contract_curl_get_offset(CURL *_Nonnull easy, CURLINFO info,
                                                       curl_off_t *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

/// The pointer set with CURLOPT_PRIVATE.
CONTRACT_CURL_INLINE void *_Nullable contract_curl_private(CURL *_Nonnull easy) {
  void *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&value);
  return value;
}

// Multi handles

CONTRACT_CURL_INLINE CURLMcode contract_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

typedef int (*contract_curl_socket_function)(CURL *_Nullable easy, curl_socket_t socket, int what,
                                             void *_Nullable context, void *_Nullable socketContext);
typedef int (*contract_curl_timer_function)(CURLM *_Nullable multi, long milliseconds, void *_Nullable context);

/// One context for the functions that watch sockets and the clock.
CONTRACT_CURL_INLINE CURLMcode contract_curl_multi_set_watcher(CURLM *_Nonnull multi,
                                                               contract_curl_socket_function _Nonnull socket,
                                                               contract_curl_timer_function _Nonnull timer,
                                                               void *_Nonnull context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  return code != CURLM_OK ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// The next finished transfer and its result, or NULL when there is none.
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

// Constants behind macros with casts

static const long contract_curl_global_default = CURL_GLOBAL_DEFAULT;
static const curl_socket_t contract_curl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const size_t contract_curl_readfunc_abort = CURL_READFUNC_ABORT;
static const size_t contract_curl_readfunc_pause = CURL_READFUNC_PAUSE;

CONTRACT_CURL_INLINE const curl_version_info_data *_Nonnull contract_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW);
}
