internal import ContractHTTP

extension CurlConfiguration.AddressOverride {
  /// The override in libcurl's format.
  var line: String {
    let addresses = addresses.map { $0.contains(byte: ":") ? "[\($0)]" : $0 }
    return "\(host):\(port):\(addresses.joined(separator: ","))"
  }
}

extension CurlConfiguration {
  private static func invalid(_ text: String) -> TransferFailure {
    TransferFailure(.invalidConfiguration, text)
  }

  /// Throws if libcurl would reject or misread a value, or lacks a required feature.
  func check() throws(TransferFailure) {
    switch unixSocket {
    case .path(let name), .abstract(let name):
      // `sockaddr_un` has 108 bytes for the path or name. One of them is the NUL at the end of a path, or at the start
      // of an abstract name.
      guard (1...107).contains(name.utf8.count), !name.utf8.contains(0) else {
        throw Self.invalid("the Unix socket path or name is empty, exceeds 107 bytes or contains NUL")
      }
    case nil: break
    }
    if unixSocket != nil, !CurlLibrary.current.supportsUnixSockets {
      throw Self.invalid("this libcurl does not support Unix sockets; use another build")
    }
    let limits = [maxConnections, maxConnectionsPerHost, maxConcurrentStreams, lowSpeedLimit?.bytesPerSecond ?? 0]
    guard limits.allSatisfy({ $0 >= 0 }), maxResponseHeadBytes > 0 else {
      throw Self.invalid("a connection, stream or speed limit is negative, or maxResponseHeadBytes is below 1")
    }
    for override in addressOverrides where !override.isValid {
      throw Self.invalid("an address override has an invalid host or port, or an address that is not numeric")
    }
    for pin in tls.pinnedKeys where !Self.isPin(pin) {
      throw Self.invalid("a pinned key is invalid; use the base64 SHA-256 of a public key, with 44 characters")
    }
    if case .server(let proxy) = proxy, !proxy.isValid {
      throw Self.invalid("the proxy has an invalid host, port or exception, or credentials with control characters")
    }
    if proxy.usesTLS, !CurlLibrary.current.supportsHTTPSProxies {
      throw Self.invalid("this libcurl does not support HTTPS proxies; use another build")
    }
    if httpVersion == .http2PriorKnowledge, !CurlLibrary.current.speaksHTTP2 {
      throw Self.invalid("this libcurl does not support HTTP/2; choose HTTP/1.1 or a libcurl built with nghttp2")
    }
  }

  private static func isPin(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 44 && bytes[43] == UInt8(ascii: "=")
      && bytes[..<43].allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
      }
  }
}

extension CurlConfiguration.AddressOverride {
  fileprivate var isValid: Bool {
    HostText.isHost(host) && !host.contains(byte: ":") && (1...65535).contains(port) && !addresses.isEmpty
      && addresses.allSatisfy(HostText.isAddress)
  }
}

extension CurlConfiguration.ProxyServer {
  fileprivate var isValid: Bool {
    let texts = [credentials?.username ?? "", credentials?.password ?? ""]
    return HostText.isHost(host) && (1...65535).contains(port)
      && texts.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
      && exceptions.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") } }
  }
}
