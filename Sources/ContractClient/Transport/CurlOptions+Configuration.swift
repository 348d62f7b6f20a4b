internal import CCurl

extension CurlOptions {
  /// What a configuration means to the engine.
  init(_ configuration: CurlTransport.Configuration) {
    self.init(
      connectTimeout: configuration.connectTimeout, happyEyeballsTimeout: configuration.happyEyeballsTimeout,
      maxConnections: configuration.maxConnections, maxConnectionsPerHost: configuration.maxConnectionsPerHost,
      maxConcurrentStreams: configuration.maxConcurrentStreams,
      idleConnectionTimeout: configuration.idleConnectionTimeout, maxConnectionAge: configuration.maxConnectionAge,
      maxResponseHeadBytes: configuration.maxResponseHeadBytes,
      lowSpeed: configuration.lowSpeedLimit.map { ($0.bytesPerSecond, $0.duration) },
      httpVersion: configuration.httpVersion, proxy: configuration.proxy, unixSocket: configuration.unixSocket,
      resolvedHosts: configuration.addressOverrides.map(\.line), addressFamily: configuration.addressFamily,
      tls: configuration.tls)
    do throws(TransferFailure) {
      try configuration.check()
      cookieJar = try CookieJar(configuration.cookies)
    } catch {
      mistake = error
    }
  }
}

extension CurlTransport.AddressOverride {
  /// As libcurl reads it.
  fileprivate var line: String {
    let addresses = addresses.map { $0.contains(byte: ":") ? "[\($0)]" : $0 }
    return "\(host):\(port):\(addresses.joined(separator: ","))"
  }
}

extension CurlTransport.Configuration {
  private static func invalid(_ text: String) -> TransferFailure {
    TransferFailure(.invalidConfiguration, text)
  }

  /// Finds what no libcurl could use, or would understand as something else, and what this one cannot do.
  fileprivate func check() throws(TransferFailure) {
    switch unixSocket {
    case .path(let name), .abstract(let name):
      // sockaddr_un has 108 bytes, one of which ends a path and begins a name.
      guard (1...107).contains(name.utf8.count), !name.utf8.contains(0) else {
        throw Self.invalid("the Unix socket needs a path or name of 1 to 107 bytes")
      }
    case nil: break
    }
    if unixSocket != nil, !CurlLibrary.current.supportsUnixSockets {
      throw Self.invalid("this libcurl has no Unix sockets")
    }
    guard maxConnections >= 0, maxConnectionsPerHost >= 0, maxConcurrentStreams >= 0, maxResponseHeadBytes > 0 else {
      throw Self.invalid("no limit of connections or streams is negative, and a head has a byte at least")
    }
    for override in addressOverrides where !override.isValid {
      throw Self.invalid("an address override needs a host, a port from 1 to 65535, and addresses in numbers")
    }
    for pin in tls.pinnedKeys where !Self.isPin(pin) {
      throw Self.invalid("a pinned key is the SHA-256 of a public key in base64, which has 44 characters")
    }
    if case .server(let proxy) = proxy, !proxy.isValid {
      throw Self.invalid("a proxy needs a host, a port from 1 to 65535, and credentials without control characters")
    }
    if proxy.usesTLS, !CurlLibrary.current.supportsHTTPSProxies {
      throw Self.invalid("this libcurl does not speak TLS to proxies")
    }
    if httpVersion == .http2PriorKnowledge, !CurlLibrary.current.speaksHTTP2 {
      throw Self.invalid("this libcurl has no HTTP/2; choose HTTP/1.1 or a libcurl that is built with nghttp2")
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

extension CurlTransport.AddressOverride {
  fileprivate var isValid: Bool {
    HostText.isHost(host) && !host.contains(byte: ":") && (1...65535).contains(port) && !addresses.isEmpty
      && addresses.allSatisfy(HostText.isAddress)
  }
}

extension CurlTransport.ProxyServer {
  fileprivate var isValid: Bool {
    let texts = [credentials?.username ?? "", credentials?.password ?? ""]
    return HostText.isHost(host) && (1...65535).contains(port)
      && texts.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
      && exceptions.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") } }
  }
}
