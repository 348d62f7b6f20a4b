public import ContractCurl

// The configuration is part of the engine's target; programs name its types as members of the transport.
extension CurlTransport {
  /// The options of a transport.
  public typealias Configuration = CurlConfiguration
  /// The rate below which a transfer is aborted.
  public typealias LowSpeedLimit = CurlConfiguration.LowSpeedLimit
  /// The HTTP version of a transport.
  public typealias HTTPVersionChoice = CurlConfiguration.HTTPVersionChoice
  /// The Unix socket of a server on the same machine.
  public typealias UnixSocket = CurlConfiguration.UnixSocket
  /// The fixed addresses of a host, used instead of name lookup.
  public typealias AddressOverride = CurlConfiguration.AddressOverride
  /// The address families that connections use.
  public typealias AddressFamily = CurlConfiguration.AddressFamily
  /// The handling of cookies.
  public typealias Cookies = CurlConfiguration.Cookies
  /// The proxy that requests go through.
  public typealias Proxy = CurlConfiguration.Proxy
  /// A proxy server and its protocol.
  public typealias ProxyServer = CurlConfiguration.ProxyServer
  /// The credentials for a proxy.
  public typealias ProxyCredentials = CurlConfiguration.ProxyCredentials
  /// The TLS options of a transport.
  public typealias TLS = CurlConfiguration.TLS
  /// The authorities trusted to sign server certificates.
  public typealias CertificateAuthorities = CurlConfiguration.CertificateAuthorities
  /// A version of TLS.
  public typealias TLSVersion = CurlConfiguration.TLSVersion
  /// A client certificate with its private key.
  public typealias ClientCertificate = CurlConfiguration.ClientCertificate

  /// The libcurl in use and its features.
  public static var library: CurlLibrary { .current }
}
