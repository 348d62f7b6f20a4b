#if TLS
  internal import CTLS
  internal import ContractHTTP
  internal import ContractLoop

  /// The certificates by host, as read from their files.
  final class TLSContextSet: Sendable {
    private let first: TLSContext
    private let exact: [String: TLSContext]
    /// The certificates of wildcards, by the domain after `*.`.
    private let wildcards: [String: TLSContext]

    init(_ settings: ServerTLS) throws(ServerError) {
      guard let certificate = settings.certificates.first else {
        throw ServerError(.invalidCertificate, "TLS has no certificate; add at least one")
      }
      let first = try TLSContext(certificate, settings)
      var contexts = [first]
      for certificate in settings.certificates.dropFirst() { contexts.append(try TLSContext(certificate, settings)) }
      var exact: [String: TLSContext] = [:]
      var wildcards: [String: TLSContext] = [:]
      for context in contexts {
        contract_tls_on_name(context.raw, TLSSession.chooseContext)
        for host in context.servedHosts {
          if let domain = host.rest(afterBytes: "*.").map(String.init) {
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

    /// The context at the start of a handshake, before the client has named a host.
    var initial: OpaquePointer { first.raw }

    /// Returns the context for a host; nil if no certificate matches. A wildcard matches one label (RFC 9525 §6.3).
    func context(for host: String) -> OpaquePointer? {
      let host = TLSContext.normalized(host)
      if let context = exact[host] { return context.raw }
      guard let (label, domain) = host.cut(atByte: "."), !label.isEmpty else { return nil }
      return wildcards[String(domain)]?.raw
    }
  }

  /// The certificates of a listener, which can be replaced while it runs.
  final class TLSContexts: Sendable {
    private let settings: ServerTLS
    private let current: Lock<TLSContextSet>

    init(_ settings: ServerTLS) throws(ServerError) {
      self.settings = settings
      self.current = Lock(try TLSContextSet(settings))
    }

    /// Reads the files again, without using the result for connections.
    func read() throws(ServerError) -> TLSContextSet { try TLSContextSet(settings) }

    /// Uses the certificates for all later handshakes.
    func use(_ set: TLSContextSet) { current.withLock { $0 = set } }

    /// Creates the session of a new connection; nil if memory is short.
    func session(on descriptor: Int32, through kernel: any Kernel, received: [UInt8]) -> TLSSession? {
      TLSSession(current.withLock { $0 }, on: EncryptedSocket(descriptor, through: kernel, received: received))
    }
  }
#endif
