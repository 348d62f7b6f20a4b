internal import ContractHTTP

/// The names that responses usually have, made once: a name costs two strings and a check of every byte.
enum ResponseFieldNames {
  private static let usual: [[HTTPFieldName]] = {
    let names: [HTTPFieldName] = [
      .contentType, .contentLength, .contentEncoding, .transferEncoding, .connection, .date, .server, .location,
      .setCookie, .requestID, "Cache-Control", "ETag", "Last-Modified", "Keep-Alive", "Vary", "Age", "Expires",
      "X-Content-Type-Options", "Strict-Transport-Security",
    ]
    // Servers of HTTP/2 send lower case.
    let spellings = names + names.map { HTTPFieldName(unchecked: $0.canonicalName) }
    let longest = spellings.reduce(0) { max($0, $1.rawName.utf8.count) }
    return (0...longest).map { length in spellings.filter { $0.rawName.utf8.count == length } }
  }()

  /// The name that `bytes` spell, or nil when they are no field name (RFC 9110 §5.1).
  static func name(_ bytes: UnsafeRawBufferPointer) -> HTTPFieldName? {
    let usual = Self.usual
    if bytes.count < usual.count {
      for name in usual[bytes.count] where isSpelled(name, bytes) { return name }
    }
    return HTTPFieldName(String(decoding: bytes, as: UTF8.self))
  }

  private static func isSpelled(_ name: HTTPFieldName, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var text = name.rawName
    return text.withUTF8 { text in
      for index in 0..<text.count where text[index] != bytes[index] { return false }
      return true
    }
  }
}
