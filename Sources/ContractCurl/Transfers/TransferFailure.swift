internal import CCurl
internal import ContractHTTP

/// The reason why a transfer has no response.
package struct TransferFailure: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// The request is invalid.
    case invalidRequest
    /// The configuration is invalid, or unsupported by this libcurl.
    case invalidConfiguration
    /// The host name has no address.
    case couldNotResolve
    /// No connection to the host could be established.
    case couldNotConnect
    /// The TLS handshake or the certificate failed.
    case tls
    /// There was no connection within the connect timeout or the timeout of the call.
    case connectTimeout
    /// There was no response within the timeout of the call.
    case timeout
    /// The rate was below the low-speed limit, or nothing arrived within the idle timeout.
    case tooSlow
    /// The task was cancelled.
    case cancelled
    /// The connection broke before the response was complete.
    case connectionLost
    /// The received bytes are not a valid response.
    case malformedResponse
    /// The head or the body exceeds its limit.
    case responseTooLarge
    /// The body of the request could not be produced.
    case requestBodyFailed
    /// A redirect was unsafe, or exceeded the limit.
    case redirectRefused, tooManyRedirects
    /// The loop of the transfer has stopped.
    case engineStopped
    /// Any other result of libcurl.
    case other
  }

  package let code: Code
  /// A sentence fragment for error messages, without secrets.
  package let text: String
  /// libcurl's result code; nil for a failure that the engine detected.
  package let curlCode: Int?
  /// The underlying error.
  package let cause: (any Error)?

  package init(_ code: Code, _ text: String, curlCode: Int? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.text = text
    self.curlCode = curlCode
    self.cause = cause
  }

  package var description: String {
    curlCode.map { "\(text) (libcurl \($0))" } ?? text
  }

  package static let cancelled = TransferFailure(.cancelled, "the task was cancelled")
  package static let outOfMemory = TransferFailure(.other, "libcurl is out of memory")
  package static let engineStopped = TransferFailure(.engineStopped, "the event loop of the transfer has stopped")

  static let secondReader = TransferFailure(.other, SecondReaderError().description, cause: SecondReaderError())

  static let foldedFirstLine = TransferFailure(
    .malformedResponse, "the first header line of the response begins with white space")

  static let unknownEnd = TransferFailure(
    .connectionLost,
    "the server ended the HTTP/2 stream before the whole request was sent, and the end of the response is not known")

  static func tooMuchContent(_ limit: Int) -> TransferFailure {
    TransferFailure(.responseTooLarge, "the response body is longer than \(limit) bytes")
  }
}

extension TransferFailure {
  /// Creates the failure for a result of libcurl.
  ///
  /// - Parameters:
  ///   - detail: The text in libcurl's error buffer; empty for none.
  ///   - isConnected: Whether the connection was established, which distinguishes the two timeouts.
  init(_ result: CURLcode, detail: String, isConnected: Bool) {
    var code = Self.code(for: result, isConnected: isConnected)
    // With TLS 1.3, a server can refuse the client's certificate after the client has finished its part of the
    // handshake. libcurl then reports a lost connection.
    if code == .connectionLost, Self.says("SSL", detail), Self.says("alert", detail) { code = .tls }
    if result == CURLE_SSL_CONNECT_ERROR, Self.brokenHandshakes.contains(where: { Self.says($0, detail) }) {
      code = .couldNotConnect
    }
    self.init(code, Self.text(for: result, detail), curlCode: Int(result.rawValue))
  }

  /// The messages of OpenSSL and GnuTLS for a connection closed during the handshake. The server has not refused the
  /// client; it may be restarting.
  private static let brokenHandshakes = [
    "SSL_ERROR_SYSCALL", "Connection reset", "Broken pipe", "unexpected eof", "non-properly terminated",
    "Error in the pull function", "Error in the push function",
  ]

  private static func says(_ word: String, _ detail: String) -> Bool { detail.utf8.firstRange(of: word.utf8) != nil }

  /// Returns libcurl's message, unless it is about a proxy. Such a message quotes the proxy's URL with the credentials,
  /// and splits a malformed URL in unexpected ways.
  private static func text(for result: CURLcode, _ detail: String) -> String {
    let words = detail.lowercasedASCII.split(whereByte: { " ,:'\"()".utf8.contains($0) })
    if !detail.isEmpty, !detail.contains(byte: "@"), !words.contains("proxy") { return detail }
    if result == CURLE_COULDNT_RESOLVE_PROXY { return "the URL of the proxy is malformed, or its host has no address" }
    return String(cString: curl_easy_strerror(result))
  }

  private static func code(for result: CURLcode, isConnected: Bool) -> Code {
    switch result {
    case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN,
      // These codes report configured files and names that TLS cannot use. libcurl detects them before it sends anything.
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_INITFAILED:
      .invalidConfiguration
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      .couldNotResolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      .couldNotConnect
    case CURLE_OPERATION_TIMEDOUT:
      // The engine measures the timeout of the call, so libcurl reports only the timeout of the connection and the
      // low-speed limit.
      isConnected ? .tooSlow : .connectTimeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      .tls
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND,
      CURLE_HTTP2_STREAM:
      .connectionLost
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
      .malformedResponse
    case CURLE_BAD_FUNCTION_ARGUMENT where isConnected:
      // libcurl reports an invalid field line in this way.
      .malformedResponse
    case CURLE_URL_MALFORMAT:
      .invalidRequest
    default:
      .other
    }
  }
}

extension TransferFailure {
  /// Creates the failure for a result of a multi handle, which usually means that memory is short.
  init(multi result: CURLMcode) {
    self.init(.other, String(cString: curl_multi_strerror(result)), curlCode: nil)
  }
}
