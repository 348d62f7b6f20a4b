internal import CCurl
internal import ContractHTTP

/// What the transport's options mean to libcurl, set whenever a handle takes on a shape.
extension CurlHandle {
  func setLimits(_ options: CurlOptions) {
    set(CURLOPT_CONNECTTIMEOUT_MS, options.configuration.connectTimeout.curlMilliseconds)
    set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, options.configuration.happyEyeballsTimeout.curlMilliseconds)
    set(CURLOPT_MAXAGE_CONN, options.configuration.idleConnectionTimeout.curlSeconds)
    if let age = options.configuration.maxConnectionAge {
      note(contract_curl_set_connection_age(easy, age.curlSeconds))
    }
    if let lowSpeed = options.configuration.lowSpeedLimit {
      set(CURLOPT_LOW_SPEED_LIMIT, lowSpeed.bytesPerSecond)
      set(CURLOPT_LOW_SPEED_TIME, lowSpeed.duration.curlSeconds)
    }
  }

  // MARK: The way to the server

  func setRoute(_ options: CurlOptions, _ shape: Shape) {
    switch shape.version(options) {
    case .http1:
      // Never what libcurl does unasked: with any other version it believes a status line that says HTTP/2, and sends several
      // requests at a time on connections of that host.
      set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    case .negotiated:
      set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
      set(CURLOPT_PIPEWAIT, 1)
    case .http2:
      set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
      // Through a proxy that reads the request libcurl would speak HTTP/1.1.
      set(CURLOPT_HTTPPROXYTUNNEL, 1)
      if CurlLibrary.current.reusesCleartextHTTP2 {
        set(CURLOPT_PIPEWAIT, 1)
      } else {
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
      }
    }
    // libcurl 7.88 reads 32 KiB of HTTP/2 at once, and misses the end of a stream when that does not fit its buffer.
    if shape.version(options) != .http1 { set(CURLOPT_BUFFERSIZE, 64 * 1024) }
    switch options.configuration.addressFamily {
    case .any: break
    case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .ipv6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    }
    switch options.configuration.unixSocket {
    case .path(let path): set(CURLOPT_UNIX_SOCKET_PATH, path)
    case .abstract(let name): set(CURLOPT_ABSTRACT_UNIX_SOCKET, name)
    case nil: break
    }
    setOverrides(options.configuration.addressOverrides)
    if shape.avoidsProxy { return set(CURLOPT_PROXY, "") }
    if case .server(let proxy) = options.configuration.proxy { setProxy(proxy) }
  }

  private func setOverrides(_ overrides: [CurlConfiguration.AddressOverride]) {
    if resolvedHosts == nil {
      for override in overrides {
        guard let longer = override.line.withCString({ curl_slist_append(resolvedHosts, $0) }) else {
          return note(CURLE_OUT_OF_MEMORY)
        }
        resolvedHosts = longer
      }
    }
    if resolvedHosts != nil { set(CURLOPT_RESOLVE, pointer: resolvedHosts) }
  }

  private func setProxy(_ proxy: CurlConfiguration.ProxyServer) {
    let host = proxy.host.contains(byte: ":") ? "[\(proxy.host)]" : proxy.host
    set(CURLOPT_PROXY, "\(proxy.kind.rawValue)://\(host):\(proxy.port)")
    // An empty list, so that no_proxy of the environment does not count.
    set(CURLOPT_NOPROXY, proxy.exceptions.joined(separator: ","))
    if let credentials = proxy.credentials {
      set(CURLOPT_PROXYUSERNAME, credentials.username)
      set(CURLOPT_PROXYPASSWORD, credentials.password)
    }
    if proxy.tunnelsEverything { set(CURLOPT_HTTPPROXYTUNNEL, 1) }
  }

  // MARK: TLS

  func setTLS(_ tls: CurlConfiguration.TLS, _ proxy: CurlConfiguration.Proxy) {
    let oldest = tls.minimumVersion == .tls13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
    set(CURLOPT_SSLVERSION, oldest)
    if !tls.pinnedKeys.isEmpty {
      set(CURLOPT_PINNEDPUBLICKEY, tls.pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";"))
    }
    setAuthorities(tls.authorities)
    if let certificate = tls.clientCertificate { setCertificate(certificate) }
    if proxy.usesTLS {
      set(CURLOPT_PROXY_SSLVERSION, oldest)
      setProxyAuthorities(tls.authorities)
    }
  }

  private func setAuthorities(_ authorities: CurlConfiguration.CertificateAuthorities) {
    // The folder of the system's authorities counts besides a file unless it is taken away.
    switch authorities {
    case .system:
      return
    case .file(let path):
      set(CURLOPT_CAINFO, path)
    case .pem(let bytes):
      setBlob(contract_curl_blob_authorities, bytes)
    }
    set(CURLOPT_CAPATH, pointer: nil)
  }

  private func setProxyAuthorities(_ authorities: CurlConfiguration.CertificateAuthorities) {
    switch authorities {
    case .system:
      return
    case .file(let path):
      set(CURLOPT_PROXY_CAINFO, path)
    case .pem(let bytes):
      setBlob(contract_curl_blob_proxy_authorities, bytes)
    }
    set(CURLOPT_PROXY_CAPATH, pointer: nil)
  }

  private func setCertificate(_ certificate: CurlConfiguration.ClientCertificate) {
    set(CURLOPT_SSLCERTTYPE, certificate.form == .pem ? "PEM" : "P12")
    switch certificate.certificate {
    case .file(let path): set(CURLOPT_SSLCERT, path)
    case .bytes(let bytes): setBlob(contract_curl_blob_certificate, bytes)
    }
    switch certificate.key ?? (certificate.form == .pem ? certificate.certificate : nil) {
    case .file(let path): set(CURLOPT_SSLKEY, path)
    case .bytes(let bytes): setBlob(contract_curl_blob_key, bytes)
    case nil: break
    }
    if let password = certificate.password { set(CURLOPT_KEYPASSWD, password) }
  }

  private func setBlob(_ purpose: contract_curl_blob_purpose, _ bytes: [UInt8]) {
    // SAFETY: `contract_curl_set_blob` has libcurl copy the bytes during the call.
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return note(CURLE_SSL_CERTPROBLEM) }
      note(contract_curl_set_blob(easy, purpose, start, buffer.count))
    }
  }

  // MARK: Cookies

  func setCookies(_ options: CurlOptions) {
    guard let jar = options.cookieJar else { return }
    cookieJar = jar
    set(CURLOPT_SHARE, pointer: jar.share)
    // No file, but libcurl takes cookies only from whoever has asked for some.
    set(CURLOPT_COOKIEFILE, "")
  }

  /// A request's own cookies, which libcurl puts behind the jar's: two `Cookie` lines are one too many (RFC 6265
  /// §5.4).
  func setCookie(_ fields: HTTPFields) {
    let own = fields.values(.cookie).map(\.rawValue).joined(separator: "; ")
    if own.isEmpty {
      note(contract_curl_set_text(easy, CURLOPT_COOKIE, nil))
    } else {
      set(CURLOPT_COOKIE, own)
    }
  }
}
