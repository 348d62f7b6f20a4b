internal import CCurl
internal import ContractHTTP

/// The transport's configuration as libcurl's options, set when a handle is set up for a shape.
extension EasyHandle {
  func setLimits(_ configuration: CurlConfiguration) {
    set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.curlMilliseconds)
    set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, configuration.happyEyeballsTimeout.curlMilliseconds)
    set(CURLOPT_MAXAGE_CONN, configuration.idleConnectionTimeout.curlSeconds)
    if let age = configuration.maxConnectionAge { note(contract_curl_set_connection_age(pointer, age.curlSeconds)) }
    if let lowSpeed = configuration.lowSpeedLimit {
      set(CURLOPT_LOW_SPEED_LIMIT, lowSpeed.bytesPerSecond)
      set(CURLOPT_LOW_SPEED_TIME, lowSpeed.duration.curlSeconds)
    }
    // The kernel probes silent peers, because a stream without idle timeout would wait for a vanished peer forever.
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_TCP_KEEPIDLE, 60)
    set(CURLOPT_TCP_KEEPINTVL, 10)
  }

  // MARK: Route

  func setRoute(_ configuration: CurlConfiguration, _ shape: CurlHandle.Shape) {
    setVersion(shape.version(configuration))
    switch configuration.addressFamily {
    case .any: break
    case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .ipv6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    }
    switch configuration.unixSocket {
    case .path(let path): set(CURLOPT_UNIX_SOCKET_PATH, path)
    case .abstract(let name): set(CURLOPT_ABSTRACT_UNIX_SOCKET, name)
    case nil: break
    }
    setOverrides(configuration.addressOverrides)
    if shape.avoidsProxy { return set(CURLOPT_PROXY, "") }
    if case .server(let proxy) = configuration.proxy { setProxy(proxy) }
  }

  private func setVersion(_ version: CurlHandle.Shape.Version) {
    switch version {
    case .http1:
      // The version is always set: with any other value, libcurl believes an HTTP/2 status line and sends concurrent
      // requests on connections to the host.
      return set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    case .negotiated:
      set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
      set(CURLOPT_PIPEWAIT, 1)
    case .http2:
      set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
      // Through a proxy without a tunnel libcurl would send HTTP/1.1.
      set(CURLOPT_HTTPPROXYTUNNEL, 1)
      if CurlLibrary.current.reusesCleartextHTTP2 {
        set(CURLOPT_PIPEWAIT, 1)
      } else {
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
      }
    }
    // libcurl 7.88 reads 32 KiB of HTTP/2 at once, and misses the end of a stream that does not fit its buffer.
    set(CURLOPT_BUFFERSIZE, 64 * 1024)
  }

  private func setProxy(_ proxy: CurlConfiguration.ProxyServer) {
    let host = proxy.host.contains(byte: ":") ? "[\(proxy.host)]" : proxy.host
    set(CURLOPT_PROXY, "\(proxy.kind.rawValue)://\(host):\(proxy.port)")
    // The option is set even if empty, because it overrides `no_proxy` of the environment.
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
    setAuthorities(tls.authorities, CURLOPT_CAINFO, contract_curl_blob_authorities, folder: CURLOPT_CAPATH)
    if let certificate = tls.clientCertificate { setCertificate(certificate) }
    if proxy.usesTLS {
      set(CURLOPT_PROXY_SSLVERSION, oldest)
      setAuthorities(
        tls.authorities, CURLOPT_PROXY_CAINFO, contract_curl_blob_proxy_authorities, folder: CURLOPT_PROXY_CAPATH)
    }
  }

  private func setAuthorities(
    _ authorities: CurlConfiguration.CertificateAuthorities, _ file: CURLoption, _ blob: contract_curl_blob_purpose,
    folder: CURLoption
  ) {
    switch authorities {
    case .system: return
    case .file(let path):
      set(file, path)
      // With a maximum age, a long-running process notices that the file has changed.
      contract_curl_set_authorities_age(pointer, 60)
    case .pem(let bytes): setBlob(blob, bytes)
    }
    // The system's folder of authorities applies in addition to a file, unless it is reset.
    set(folder, pointer: nil)
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
    // Without a password, OpenSSL would ask for the password of an encrypted key on the terminal, and libcurl would
    // crash if the key is in memory.
    set(CURLOPT_KEYPASSWD, certificate.password ?? "")
  }

  private func setBlob(_ purpose: contract_curl_blob_purpose, _ bytes: [UInt8]) {
    // SAFETY: `contract_curl_set_blob` has libcurl copy the bytes during the call.
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return note(CURLE_SSL_CERTPROBLEM) }
      note(contract_curl_set_blob(pointer, purpose, start, buffer.count))
    }
  }

  // MARK: Cookies

  /// Sets the request's own cookies, which libcurl joins with the jar's cookies in one header (RFC 6265 §5.4).
  func setCookie(_ fields: HTTPFields) {
    let own = fields.values(.cookie).map(\.rawValue).joined(separator: "; ")
    setText(CURLOPT_COOKIE, own.isEmpty ? nil : own)
  }
}
