#if TLS
  internal import CTLS
  internal import ContractHTTP

  /// The names in a certificate.
  enum TLSNames {
    enum Kind: Int32 {
      case host = 1
      case mail
      case uri
    }

    /// Returns the alternative names that are hosts, email addresses or URIs. A name with a NUL byte is omitted, because a
    /// reader that stops at the NUL would see another name.
    static func alternativeNames(of certificate: OpaquePointer) -> [(kind: Kind, text: String)] {
      var names: [(kind: Kind, text: String)] = []
      var buffer = [CChar](repeating: 0, count: 1024)
      for index: Int32 in 0..<1000 {
        var count: Int32 = 0
        let kind = contract_tls_alternative_name(certificate, index, &buffer, Int32(buffer.count), &count)
        if kind < 0 { break }
        let bytes = buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }
        guard let kind = Kind(rawValue: kind), !bytes.contains(0) else { continue }
        names.append((kind, String(decoding: bytes, as: UTF8.self)))
      }
      return names
    }

    /// Returns the verified certificate of the client; nil if absent.
    static func clientCertificate(of ssl: OpaquePointer) -> ClientCertificate? {
      guard let certificate = contract_tls_client_certificate(ssl) else { return nil }
      defer { X509_free(certificate) }
      var digest = [UInt8](repeating: 0, count: 32)
      guard contract_tls_fingerprint(certificate, &digest) == 1 else { return nil }
      var subject = [CChar](repeating: 0, count: 4096)
      let count = contract_tls_subject(certificate, &subject, Int32(subject.count))
      return ClientCertificate(
        subject: String(decoding: subject.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self),
        names: alternativeNames(of: certificate).map(\.text),
        fingerprint: HexDigit.lowercase(digest))
    }
  }
#endif
