internal import CCurl
internal import ContractHTTP

/// Why a transfer brought no response.
package struct TransferFailure: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// The request cannot be sent as it is.
    case invalidRequest
    /// What the transport is configured with is invalid, or more than this libcurl can do.
    case invalidConfiguration
    /// The host name has no address.
    case couldNotResolve
    /// No connection to the host.
    case couldNotConnect
    /// The TLS handshake or the certificate failed.
    case tls
    /// No connection within the connect timeout, or within the time for the whole call.
    case connectTimeout
    /// No response within the time for the whole call.
    case timeout
    /// Fewer bytes per second than the low-speed limit allows, or none for longer than the idle timeout.
    case tooSlow
    /// The task was cancelled.
    case cancelled
    /// The connection broke before the response was complete.
    case connectionLost
    /// What arrived is not a response, or contradicts itself.
    case malformedResponse
    /// The head or the content is longer than allowed.
    case responseTooLarge
    /// The content of the request could not be produced.
    case requestBodyFailed
    /// A redirect that is not followed for safety, or one too many.
    case redirectRefused, tooManyRedirects
    /// The WebSocket is closed, by whichever end.
    case webSocketClosed
    /// The loop that ran the transfer has stopped.
    case engineStopped
    /// Any other result of libcurl.
    case other
  }

  package let code: Code
  /// One sentence fragment for people, without secrets.
  package let text: String
  /// libcurl's own result code, where it decided.
  package let curlCode: Int?
  /// The error behind this one.
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
  package static let engineStopped = TransferFailure(.engineStopped, "the loop that ran the transfer has stopped")

  static let foldedFirstLine = TransferFailure(
    .malformedResponse, "the first field line of the response begins with white space")

  static func tooMuchContent(_ limit: Int) -> TransferFailure {
    TransferFailure(.responseTooLarge, "the content of the response is longer than \(limit) bytes")
  }
}

extension TransferFailure {
  /// The meaning of libcurl's result for a transfer that libcurl itself gave up.
  ///
  /// - Parameters:
  ///   - detail: the text in libcurl's error buffer, empty when there is none.
  ///   - isConnected: true when the connection was up, which tells the two time limits apart.
  init(_ result: CURLcode, detail: String, isConnected: Bool) {
    var code = Self.code(for: result, isConnected: isConnected)
    // With TLS 1.3 a server refuses a client's certificate after the handshake, as far as the client can see.
    if code == .connectionLost, Self.says("SSL", detail), Self.says("alert", detail) { code = .tls }
    if result == CURLE_SSL_CONNECT_ERROR, Self.brokenHandshakes.contains(where: { Self.says($0, detail) }) {
      code = .couldNotConnect
    }
    self.init(code, Self.text(for: result, detail), curlCode: Int(result.rawValue))
  }

  /// What libcurl says of a handshake that breaks off, with OpenSSL and GnuTLS. The server has not refused anything then,
  /// but is gone, as one may be that starts again.
  private static let brokenHandshakes = [
    "SSL_ERROR_SYSCALL", "Connection reset", "Broken pipe", "unexpected eof", "non-properly terminated",
    "Error in the pull function", "Error in the push function",
  ]

  private static func says(_ word: String, _ detail: String) -> Bool { detail.utf8.firstRange(of: word.utf8) != nil }

  /// libcurl's own words, unless they are about a proxy: it quotes that of the environment as it stands there, with its
  /// credentials, and takes a malformed one apart in other places than one would think.
  private static func text(for result: CURLcode, _ detail: String) -> String {
    let words = detail.lowercased().split(whereByte: { " ,:'\"()".utf8.contains($0) })
    if !detail.isEmpty, !detail.contains(byte: "@"), !words.contains("proxy") { return detail }
    if result == CURLE_COULDNT_RESOLVE_PROXY { return "the URL of the proxy is malformed, or its host has no address" }
    return String(cString: curl_easy_strerror(result))
  }

  private static func code(for result: CURLcode, isConnected: Bool) -> Code {
    switch result {
    case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN,
      // Files and names of this end that TLS cannot use: found before the peer is spoken to.
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_INITFAILED:
      .invalidConfiguration
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      .couldNotResolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      .couldNotConnect
    case CURLE_OPERATION_TIMEDOUT:
      // The time for the whole call is the engine's own timer, so libcurl's are these two.
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
      // libcurl's own reader of fields says so to field lines it cannot place.
      .malformedResponse
    case CURLE_URL_MALFORMAT:
      .invalidRequest
    default:
      .other
    }
  }
}

extension TransferFailure {
  /// A multi handle that does not do what it is told, which means that memory is short.
  init(multi result: CURLMcode) {
    self.init(.other, String(cString: curl_multi_strerror(result)), curlCode: nil)
  }
}
