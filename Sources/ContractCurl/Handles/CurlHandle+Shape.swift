internal import ContractHTTP

extension CurlHandle {
  /// What options that stay are set for: transfers of one shape differ in target, fields, content and nothing else.
  struct Shape: Equatable {
    enum Content: Equatable {
      /// Nothing is sent.
      case none
      /// libcurl has a copy of it.
      case copied
      /// libcurl pulls it.
      case pulled
      /// The engine moves all bytes itself, once libcurl has the connection.
      case upgrade
    }

    let method: HTTPMethod
    let content: Content
    let isSecure: Bool
    let authority: String
    let avoidsProxy: Bool
    let mayRepeat: Bool
    /// True when nothing else is to be negotiated.
    let isHTTP1: Bool

    /// What is asked of libcurl.
    enum Version {
      case http1
      /// What both ends agree on during the TLS handshake.
      case negotiated
      /// HTTP/2 from the first byte.
      case http2
    }

    /// The version that is spoken. Connections of Unix sockets are not told apart, so none of them carries several requests.
    func version(_ options: CurlOptions) -> Version {
      let isUnixSocket = options.configuration.unixSocket != nil
      if isHTTP1 || options.configuration.httpVersion == .http1 { return .http1 }
      if isSecure { return CurlLibrary.current.supportsHTTP2 && !isUnixSocket ? .negotiated : .http1 }
      return options.configuration.httpVersion == .http2PriorKnowledge ? .http2 : .http1
    }

    /// False when the request may go to a proxy that reads the whole URL (RFC 9112 §3.2.2). Otherwise libcurl gets the
    /// URL of the origin once and, for each transfer, the target as it is sent: it takes a URL apart byte by byte and
    /// puts it together again, for every transfer.
    ///
    /// With cookies libcurl has to know the path, to which they may belong.
    func sendsTarget(_ options: CurlOptions) -> Bool { (isSecure || avoidsProxy) && options.cookieJar == nil }

    /// Whether the response is HTTP/1 for sure, and in clear.
    func readsHTTP1(_ options: CurlOptions) -> Bool { !isSecure && version(options) == .http1 }
  }
}

extension Transfer {
  /// What the handle for this transfer has to be set up for.
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
      avoidsProxy: options.avoidsProxy(isLoopback: request.isLoopback), mayRepeat: request.mayRepeat,
      isHTTP1: isLimitedToHTTP1)
  }
}
