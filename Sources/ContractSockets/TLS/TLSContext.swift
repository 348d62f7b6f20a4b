#if TLS
  internal import CTLS
  internal import ContractHTTP
  internal import ContractLoop

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A certificate with its private key, as an OpenSSL context.
  final class TLSContext:
    // SAFETY: the context does not change after `init`, and OpenSSL counts its references atomically.
    @unchecked Sendable
  {
    let raw: OpaquePointer
    /// The configured hosts of the certificate, in lowercase.
    let hosts: [String]

    init(_ certificate: ServerTLS.Certificate, _ settings: ServerTLS) throws(ServerError) {
      guard let raw = SSL_CTX_new(TLS_server_method()) else {
        throw ServerError(.system, "OpenSSL cannot create a context: \(String(cString: contract_tls_reason()))")
      }
      // All properties are set, so a later failure runs `deinit`.
      self.raw = raw
      self.hosts = certificate.hosts.map { Self.normalized($0) }
      guard contract_tls_prepare(raw, settings.minimumVersion == .v13 ? 1 : 0) == 1 else {
        throw ServerError(.system, "OpenSSL refuses the TLS settings: \(String(cString: contract_tls_reason()))")
      }
      try Self.load(certificate.chain, "certificate", "give a PEM file with the certificate and its chain") {
        SSL_CTX_use_certificate_chain_file(raw, $0)
      }
      var isMismatch = false
      try Self.load(certificate.key, "private key", "give a PEM file with an unencrypted private key") {
        if contract_tls_use_key(raw, $0) == 1 { return SSL_CTX_check_private_key(raw) }
        isMismatch = contract_tls_is_mismatch() != 0
        return isMismatch ? 1 : 0
      }
      if isMismatch {
        ERR_clear_error()
        throw ServerError(
          .invalidCertificate, "the private key \(certificate.key) is not the key of \(certificate.chain)")
      }
      switch settings.clients {
      case .none: break
      case .optional(let file): try Self.requestCertificates(raw, file, isRequired: false)
      case .required(let file): try Self.requestCertificates(raw, file, isRequired: true)
      }
    }

    deinit { SSL_CTX_free(raw) }

    /// The configured hosts; by default those that the certificate names.
    var servedHosts: [String] {
      guard hosts.isEmpty, let certificate = SSL_CTX_get0_certificate(raw) else { return hosts }
      return TLSNames.alternativeNames(of: certificate).filter { $0.kind == .host }.map { Self.normalized($0.text) }
    }

    /// Returns a host in lowercase and without a final dot, for comparison.
    static func normalized(_ host: String) -> String {
      let host = host.lowercasedASCII
      return host.ends(withBytes: ".") ? String(decoding: host.utf8.dropLast(), as: UTF8.self) : host
    }

    private static func requestCertificates(_ raw: OpaquePointer, _ file: String, isRequired: Bool) throws(ServerError)
    {
      try load(file, "list of authorities", "give a PEM file with their certificates") {
        contract_tls_ask_clients(raw, $0, isRequired ? 1 : 0)
      }
    }

    /// Calls a function of OpenSSL with a file. Its errors contain the path and the reason, but no part of the file.
    private static func load(
      _ file: String, _ what: String, _ remedy: String, _ body: (String) -> Int32
    ) throws(ServerError) {
      ERR_clear_error()
      guard access(file, R_OK) == 0 else {
        let reason =
          switch errno {
          case ENOENT: "there is no such file"
          case EACCES, EPERM: "this process has no permission to read it"
          case let other: String(errno: other)
          }
        throw ServerError(.invalidCertificate, "the \(what) \(file) cannot be used: \(reason)")
      }
      guard body(file) == 1 else {
        let reason = String(cString: contract_tls_reason())
        throw ServerError(.invalidCertificate, "the \(what) \(file) cannot be used (\(reason)); \(remedy)")
      }
    }
  }
#endif
