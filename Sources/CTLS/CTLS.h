#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>

// Functions for Swift, which cannot call OpenSSL's macros: its setters are macros over `ctrl` functions, and its lists are
// macros over untyped stacks.

#define CONTRACT_TLS_INLINE static inline

// Contexts

/// Refuses to ask for the password of a key. By default OpenSSL would ask on the terminal.
CONTRACT_TLS_INLINE int contract_tls_no_password(char *_Nullable buffer, int size, int rwflag, void *_Nullable context) {
  (void)buffer, (void)size, (void)rwflag, (void)context;
  return -1;
}

/// Chooses `http/1.1`, and ends the handshake with a client that offers only other protocols (RFC 7301 §3.2).
CONTRACT_TLS_INLINE int contract_tls_choose_http1(SSL *_Nullable ssl, const unsigned char *_Nullable *_Nullable out,
                                                  unsigned char *_Nullable out_length,
                                                  const unsigned char *_Nullable offered, unsigned length,
                                                  void *_Nullable context) {
  (void)ssl, (void)context;
  for (unsigned index = 0; index < length; index += offered[index] + 1u) {
    if (offered[index] != 8 || index + 9 > length || memcmp(offered + index + 1, "http/1.1", 8) != 0) continue;
    *out = offered + index + 1;
    *out_length = 8;
    return SSL_TLSEXT_ERR_OK;
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

/// Ignores a session whose client certificate is no longer valid, because resumption does not verify certificates. The client
/// then makes a full handshake, in which it may send another certificate.
CONTRACT_TLS_INLINE SSL_TICKET_RETURN contract_tls_check_ticket(SSL *_Nullable ssl, SSL_SESSION *_Nullable session,
                                                                const unsigned char *_Nullable name, size_t length,
                                                                SSL_TICKET_STATUS status, void *_Nullable context) {
  (void)ssl, (void)name, (void)length, (void)context;
  if (session == NULL || (status != SSL_TICKET_SUCCESS && status != SSL_TICKET_SUCCESS_RENEW)) {
    return SSL_TICKET_RETURN_IGNORE_RENEW;
  }
  const X509 *certificate = SSL_SESSION_get0_peer(session);
  if (certificate != NULL && (X509_cmp_current_time(X509_get0_notBefore(certificate)) >= 0 ||
                              X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0)) {
    return SSL_TICKET_RETURN_IGNORE_RENEW;
  }
  return status == SSL_TICKET_SUCCESS ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW;
}

/// Applies the settings of all contexts. Returns 0 on failure.
CONTRACT_TLS_INLINE int contract_tls_prepare(SSL_CTX *_Nonnull context, int only_1_3) {
  if (!SSL_CTX_set_min_proto_version(context, only_1_3 ? TLS1_3_VERSION : TLS1_2_VERSION)) return 0;
  // Only suites with forward secrecy and authenticated encryption. All suites of TLS 1.3, which this list does not affect, have
  // both.
  if (!SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")) return 0;
  uint64_t options = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE;
#ifdef SSL_OP_IGNORE_UNEXPECTED_EOF
  // An end without close_notify is not an error: HTTP/1.1 delimits requests itself, so a truncated request is detected.
  options |= SSL_OP_IGNORE_UNEXPECTED_EOF;
#endif
  SSL_CTX_set_options(context, options);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  // The server caches no sessions, because they are resumed with tickets, which clients store.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  if (!SSL_CTX_set_session_ticket_cb(context, NULL, contract_tls_check_ticket, NULL)) return 0;
  SSL_CTX_set_default_passwd_cb(context, contract_tls_no_password);
  SSL_CTX_set_alpn_select_cb(context, contract_tls_choose_http1, NULL);
  const unsigned char name[] = "contract";
  return SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
}

typedef int (*contract_tls_name_function)(SSL *_Nullable ssl, int *_Nullable alert, void *_Nullable context);

/// Sets the function that is called after the client has named a host or omitted the name.
CONTRACT_TLS_INLINE void contract_tls_on_name(SSL_CTX *_Nonnull context, contract_tls_name_function _Nonnull body) {
  SSL_CTX_set_tlsext_servername_callback(context, body);
}

/// Requests client certificates issued by the authorities in a file. Returns 0 if the file cannot be used.
CONTRACT_TLS_INLINE int contract_tls_ask_clients(SSL_CTX *_Nonnull context, const char *_Nonnull path, int required) {
  if (SSL_CTX_load_verify_locations(context, path, NULL) != 1) return 0;
  STACK_OF(X509_NAME) *names = SSL_load_client_CA_file(path);
  if (names == NULL) return 0;
  SSL_CTX_set_client_CA_list(context, names);
  // Without this flag, an authority of the file that is not a root would not be trusted.
  if (!X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN)) return 0;
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), NULL);
  return 1;
}

CONTRACT_TLS_INLINE int contract_tls_use_key(SSL_CTX *_Nonnull context, const char *_Nonnull path) {
  return SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM);
}

/// Returns true if the last call failed because the key does not match the certificate.
CONTRACT_TLS_INLINE int contract_tls_is_mismatch(void) {
  unsigned long code = ERR_peek_last_error();
  return ERR_GET_LIB(code) == ERR_LIB_X509 && ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH;
}

/// Returns the text of the first error of the last call, and clears the error queue.
CONTRACT_TLS_INLINE const char *_Nonnull contract_tls_reason(void) {
  unsigned long code = ERR_peek_error();
  const char *text = code == 0 ? NULL : ERR_reason_error_string(code);
  ERR_clear_error();
  return text == NULL ? "unknown reason" : text;
}

// Sessions

CONTRACT_TLS_INLINE void contract_tls_set_owner(SSL *_Nonnull ssl, void *_Nonnull owner) {
  SSL_set_ex_data(ssl, 0, owner);
}

CONTRACT_TLS_INLINE void *_Nullable contract_tls_owner(const SSL *_Nonnull ssl) { return SSL_get_ex_data(ssl, 0); }

/// A function called for every sent and received message (`SSL_set_msg_callback`).
typedef void (*contract_tls_message_function)(int is_sent, int version, int kind, const void *_Nullable bytes, size_t count,
                                              SSL *_Nullable ssl, void *_Nullable context);

/// Returns the host that the client has named, or NULL.
CONTRACT_TLS_INLINE const char *_Nullable contract_tls_name(const SSL *_Nonnull ssl) {
  return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
}

/// Tells OpenSSL that the transfer would block, so that it returns and the caller retries when the socket is ready.
CONTRACT_TLS_INLINE void contract_tls_retry(BIO *_Nonnull bio, int writes) {
  BIO_clear_retry_flags(bio);
  if (writes) {
    BIO_set_retry_write(bio);
  } else {
    BIO_set_retry_read(bio);
  }
}

CONTRACT_TLS_INLINE void contract_tls_no_retry(BIO *_Nonnull bio) { BIO_clear_retry_flags(bio); }

// Certificates

/// Returns the verified certificate of the client, or NULL. The caller frees it.
CONTRACT_TLS_INLINE X509 *_Nullable contract_tls_client_certificate(const SSL *_Nonnull ssl) {
  if (SSL_get_verify_result(ssl) != X509_V_OK) return NULL;
#if OPENSSL_VERSION_MAJOR >= 3
  return SSL_get1_peer_certificate(ssl);
#else
  return SSL_get_peer_certificate(ssl);
#endif
}

/// Writes the subject in RFC 4514 format and returns its length.
CONTRACT_TLS_INLINE int contract_tls_subject(const X509 *_Nonnull certificate, char *_Nonnull text, int capacity) {
  BIO *bio = BIO_new(BIO_s_mem());
  if (bio == NULL) return 0;
  int count = 0;
  if (X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) >= 0) {
    count = BIO_read(bio, text, capacity);
  }
  BIO_free(bio);
  return count < 0 ? 0 : count;
}

/// Copies the alternative name at `index` and stores its length in `count`. Returns its kind: 1 for a host, 2 for an email
/// address, 3 for a URI, 0 for any other, -1 after the last name.
CONTRACT_TLS_INLINE int contract_tls_alternative_name(const X509 *_Nonnull certificate, int index, char *_Nonnull text,
                                                      int capacity, int *_Nonnull count) {
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  int kind = -1;
  *count = 0;
  if (names != NULL && index < sk_GENERAL_NAME_num(names)) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    kind = 0;
    if (name->type == GEN_DNS || name->type == GEN_EMAIL || name->type == GEN_URI) {
      int length = ASN1_STRING_length(name->d.ia5);
      if (length <= capacity) {
        memcpy(text, ASN1_STRING_get0_data(name->d.ia5), (size_t)length);
        *count = length;
        kind = name->type == GEN_DNS ? 1 : name->type == GEN_EMAIL ? 2 : 3;
      }
    }
  }
  GENERAL_NAMES_free(names);
  return kind;
}

/// Computes the SHA-256 hash of a certificate. Returns 0 on failure.
CONTRACT_TLS_INLINE int contract_tls_fingerprint(const X509 *_Nonnull certificate, unsigned char digest[_Nonnull 32]) {
  unsigned length = 0;
  return X509_digest(certificate, EVP_sha256(), digest, &length) == 1 && length == 32;
}

// Constants that are macros with casts

static const int contract_tls_error_want_read = SSL_ERROR_WANT_READ;
static const int contract_tls_error_want_write = SSL_ERROR_WANT_WRITE;
static const int contract_tls_error_zero_return = SSL_ERROR_ZERO_RETURN;
static const int contract_tls_error_syscall = SSL_ERROR_SYSCALL;
static const int contract_tls_error_ssl = SSL_ERROR_SSL;
static const int contract_tls_handshake = SSL3_RT_HANDSHAKE;
static const int contract_tls_name_taken = SSL_TLSEXT_ERR_OK;
static const int contract_tls_name_ignored = SSL_TLSEXT_ERR_NOACK;
static const int contract_tls_flush = BIO_CTRL_FLUSH;
static const int contract_tls_eof = BIO_CTRL_EOF;
