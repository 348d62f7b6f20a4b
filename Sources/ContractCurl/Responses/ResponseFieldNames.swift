internal import ContractHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The usual header names of responses, created once. Any other name costs two strings and a check of each byte.
enum ResponseFieldNames {
  // The memory is never freed. An array would be reference-counted at each lookup.

  /// The names, shorter ones first.
  // SAFETY: the memory is initialized once and never changed.
  private nonisolated(unsafe) static let usual: UnsafeBufferPointer<HTTPFieldName> = kept(
    spellings.sorted { $0.rawName.utf8.count < $1.rawName.utf8.count })
  /// The bytes of each name.
  // SAFETY: the memory is initialized once and never changed.
  private nonisolated(unsafe) static let texts: UnsafeBufferPointer<UnsafePointer<UInt8>> = kept(
    usual.map { kept(Array($0.rawName.utf8)).baseAddress.unsafelyUnwrapped })
  /// The index of the first name of each length, followed by the number of names.
  // SAFETY: the memory is initialized once and never changed.
  private nonisolated(unsafe) static let starts: UnsafeBufferPointer<Int> = {
    let longest = usual.last?.rawName.utf8.count ?? 0
    return kept((0...longest + 1).map { length in usual.prefix { $0.rawName.utf8.count < length }.count })
  }()

  private static func kept<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  private static var spellings: [HTTPFieldName] {
    let names: [HTTPFieldName] = [
      .contentType, .contentLength, .contentEncoding, .transferEncoding, .connection, .date, .server, .location,
      .setCookie, .requestID, "Cache-Control", "ETag", "Last-Modified", "Keep-Alive", "Vary", "Age", "Expires",
      "X-Content-Type-Options", "Strict-Transport-Security",
    ]
    // HTTP/2 uses lowercase names.
    return names + names.map { HTTPFieldName(unchecked: $0.canonicalName) }
  }

  /// Returns the name with these bytes; nil for an invalid header name (RFC 9110 §5.1).
  static func name(_ bytes: UnsafeRawBufferPointer) -> HTTPFieldName? {
    if bytes.count < starts.count - 1, let start = bytes.baseAddress {
      for index in starts[bytes.count]..<starts[bytes.count + 1] where memcmp(texts[index], start, bytes.count) == 0 {
        return usual[index]
      }
    }
    return HTTPFieldName(String(decoding: bytes, as: UTF8.self))
  }
}
