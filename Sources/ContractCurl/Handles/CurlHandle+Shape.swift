internal import ContractHTTP

extension CurlHandle {
  /// The properties of a transfer that determine the lasting options of a handle. Transfers of one shape differ only in
  /// target, headers and body.
  struct Shape: Equatable {
    enum Content: Equatable {
      /// No body is sent.
      case none
      /// libcurl has a copy of the body.
      case copied
      /// libcurl pulls the body.
      case pulled
      /// The engine moves all bytes itself, once libcurl has opened the connection.
      case upgrade
    }

    let method: HTTPMethod
    let content: Content
    let isSecure: Bool
    let authority: String
    let avoidsProxy: Bool
    let mayRepeat: Bool
    /// True if a trailer section follows the body.
    let hasTrailer: Bool
    /// True if HTTP/2 must not be negotiated.
    let isHTTP1: Bool

    /// The HTTP version requested from libcurl.
    enum Version {
      case http1
      /// The version negotiated during the TLS handshake.
      case negotiated
      /// HTTP/2 from the first byte.
      case http2
    }

    /// Returns the version to request. Connections of Unix sockets cannot be distinguished, so they never carry
    /// concurrent requests.
    func version(_ configuration: CurlConfiguration) -> Version {
      if isHTTP1 || configuration.httpVersion == .http1 { return .http1 }
      if isSecure { return CurlLibrary.current.supportsHTTP2 && configuration.unixSocket == nil ? .negotiated : .http1 }
      return configuration.httpVersion == .http2PriorKnowledge ? .http2 : .http1
    }

    /// True if libcurl gets the origin's URL once, and for each transfer only the target, which it sends unchanged.
    /// Otherwise libcurl parses and rebuilds a URL per transfer.
    ///
    /// False if a proxy may read the whole URL (RFC 9112 §3.2.2), or if libcurl selects cookies by path.
    func sendsTarget(_ options: CurlOptions) -> Bool { (isSecure || avoidsProxy) && options.cookieJar == nil }

    /// True if the response is unencrypted HTTP/1.
    func readsHTTP1(_ configuration: CurlConfiguration) -> Bool { !isSecure && version(configuration) == .http1 }
  }
}

extension Transfer {
  /// Returns the shape for which the transfer's handle is set up.
  func shape(_ options: CurlOptions) -> CurlHandle.Shape {
    let content: CurlHandle.Shape.Content
    if request.isUpgrade {
      content = .upgrade
    } else if upload != nil {
      content = .pulled
    } else if case .bytes = request.content {
      content = .copied
    } else {
      content = .none
    }
    return CurlHandle.Shape(
      method: request.method, content: content, isSecure: request.isSecure, authority: request.authority,
      avoidsProxy: options.avoidsProxy(isLoopback: request.isLoopback),
      mayRepeat: request.mayRepeat && !request.hasTrailer,
      hasTrailer: request.hasTrailer,
      // libcurl sends trailer fields only in chunked bodies, which HTTP/2 does not have.
      isHTTP1: sending.isLimitedToHTTP1 || request.hasTrailer)
  }
}
