package import ContractHTTP

extension ByteStream {
  /// A stream of a string in chunks of three bytes, which end in the middle of lines and characters.
  package static func crumbs(of text: String) -> ByteStream {
    let bytes = Array(text.utf8)
    let offset = Lock(0)
    return ByteStream {
      offset.withLock { offset in
        guard offset < bytes.count else { return nil }
        defer { offset += 3 }
        return Array(bytes[offset..<Swift.min(offset + 3, bytes.count)])
      }
    }
  }
}
