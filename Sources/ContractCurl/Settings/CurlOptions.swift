/// A checked configuration with the state that all engines of a transport share.
package struct CurlOptions: Sendable {
  let configuration: CurlConfiguration
  /// The cookies that all handles share; nil for none.
  package let cookieJar: CookieJar?
  /// The reason why nothing can be sent; nil for a valid configuration.
  let error: TransferFailure?

  /// Checks a configuration and opens its cookies. ``CurlEngines`` throws a failure when the first request is sent.
  package init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
    var (jar, failure): (CookieJar?, TransferFailure?)
    do throws(TransferFailure) {
      try configuration.check()
      jar = try CookieJar(configuration.cookies)
    } catch {
      failure = error
    }
    (cookieJar, error) = (jar, failure)
  }

  /// True if requests bypass proxies, so that libcurl need not look for a proxy.
  func avoidsProxy(isLoopback: Bool) -> Bool {
    if configuration.unixSocket != nil { return true }
    return switch configuration.proxy {
    case .none: true
    case .environment: isLoopback
    case .server: false
    }
  }
}
