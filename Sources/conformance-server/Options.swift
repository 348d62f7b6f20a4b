import ContractServer

/// The command line.
struct Options {
  var addresses: [BindAddress] = []
  var threads = 1
  var notice = Duration.zero

  /// Parses the arguments; nil if they are invalid.
  init?(_ arguments: some Sequence<String>) {
    var host = "127.0.0.1"
    var ports: [Int] = []
    var isShared = false
    var certificate: String?
    var key: String?
    var proxies: [IPNetwork] = []
    var iterator = arguments.makeIterator()
    while let name = iterator.next() {
      switch name {
      case "--shared":
        isShared = true
        continue
      case "--inherited":
        addresses.append(.inherited())
        continue
      default: break
      }
      guard let value = iterator.next() else { return nil }
      switch name {
      case "--port":
        guard let port = Int(value) else { return nil }
        ports.append(port)
      case "--certificate": certificate = value
      case "--key": key = value
      case "--threads": threads = Int(value) ?? 1
      case "--host": host = value
      case "--unix": addresses.append(.unix(value, mode: 0o660))
      case "--notice":
        guard let seconds = Int(value) else { return nil }
        notice = .seconds(seconds)
      case "--proxies":
        guard let network = IPNetwork(value) else { return nil }
        proxies.append(network)
      default: return nil
      }
    }
    let proxyProtocol = proxies.isEmpty ? ProxyProtocol.none : .from(proxies)
    for port in ports { addresses.append(.tcp(host, port: port, shared: isShared, proxyProtocol: proxyProtocol)) }
    #if TLS
      if let certificate {
        addresses = addresses.map { $0.secured(by: ServerTLS(chain: certificate, key: key ?? certificate)) }
      }
    #else
      if certificate != nil || key != nil { return nil }
    #endif
    if addresses.isEmpty { return nil }
  }
}
