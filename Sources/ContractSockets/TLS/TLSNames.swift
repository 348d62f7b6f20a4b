#if TLS
  internal import CTLS
  internal import ContractHTTP

  /// What a certificate says about its owner.
  enum TLSNames {
    enum Kind: Int32 {
      case host = 1
      case mail
      case uri
    }

    /// The alternative names of the kinds that can be written as text. A name with a NUL byte, which is an attempt to be taken
    /// for another, is left out.
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

    /// The client's certificate, when there is one that was verified.
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
        fingerprint: digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
  }
#endif
