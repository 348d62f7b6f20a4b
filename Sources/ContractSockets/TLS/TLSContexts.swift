#if TLS
  internal import CTLS
  internal import ContractHTTP
  internal import ContractLoop

  /// The certificates of one reading of the files, by host.
  final class TLSContextSet: Sendable {
    private let first: TLSContext
    private let exact: [String: TLSContext]
    /// By what stands behind `*.`.
    private let wildcards: [String: TLSContext]

    init(_ settings: ServerTLS) throws(ServerError) {
      guard let certificate = settings.certificates.first else {
        throw ServerError(.invalidCertificate, "TLS needs a certificate; give one at least")
      }
      let first = try TLSContext(certificate, settings)
      var contexts = [first]
      for certificate in settings.certificates.dropFirst() { contexts.append(try TLSContext(certificate, settings)) }
      var exact: [String: TLSContext] = [:]
      var wildcards: [String: TLSContext] = [:]
      for context in contexts {
        contract_tls_on_name(context.raw, TLSSession.chooseContext)
        for host in context.servedHosts {
          if let domain = host.rest(behindBytes: "*.").map(String.init) {
            wildcards[domain] = wildcards[domain] ?? context
          } else {
            exact[host] = exact[host] ?? context
          }
        }
      }
      self.first = first
      self.exact = exact
      self.wildcards = wildcards
    }

    /// What a handshake begins with, before the client has named a host.
    var initial: OpaquePointer { first.raw }

    /// The context for a host; a wildcard stands for one label (RFC 9525 §6.3). Nil when no certificate is for it.
    func context(for host: String) -> OpaquePointer? {
      let host = TLSContext.normalized(host)
      if let context = exact[host] { return context.raw }
      guard let (label, domain) = host.cut(atByte: "."), !label.isEmpty else { return nil }
      return wildcards[String(domain)]?.raw
    }
  }

  /// What a listener's handshakes use: the files as they were read last.
  final class TLSContexts: Sendable {
    private let settings: ServerTLS
    private let current: Lock<TLSContextSet>

    init(_ settings: ServerTLS) throws(ServerError) {
      self.settings = settings
      self.current = Lock(try TLSContextSet(settings))
    }

    /// Reads the files anew and changes nothing.
    func read() throws(ServerError) -> TLSContextSet { try TLSContextSet(settings) }

    /// Handshakes from now on use this.
    func use(_ set: TLSContextSet) { current.withLock { $0 = set } }

    /// A session for a new connection; nil without memory for it.
    func session(on descriptor: Int32, through kernel: any Kernel, received: [UInt8]) -> TLSSession? {
      TLSSession(current.withLock { $0 }, on: descriptor, through: kernel, received: received)
    }
  }
#endif
