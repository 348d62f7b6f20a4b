internal import ContractHTTP

extension TransferRequest {
  /// The content codings that the engine requests and decodes.
  static let acceptedCodings = "gzip, deflate"
  private static let range: HTTPFieldName = "Range"

  /// Returns the field lines in libcurl's syntax: `Name;` for an empty value, and `Name:` to suppress a line that libcurl
  /// would add. libcurl writes the framing.
  ///
  /// - Parameters:
  ///   - content: The way in which the body is sent. For a pulled body of a megabyte or more, libcurl would add
  ///     `Expect`.
  ///   - exceptCookie: Whether to omit `Cookie`, which is joined with the cookies of a jar.
  func fieldLines(_ content: CurlHandle.Shape.Content, exceptCookie: Bool) -> FieldLines {
    let hasContent = content != .none
    var lines = FieldLines()
    for field in fields.lines {
      let name = field.name.canonicalName
      if name == "content-length" || name == "transfer-encoding" { continue }
      if exceptCookie, name == "cookie" { continue }
      let value = field.value.rawValue
      if value.isEmpty {
        lines.append(field.name.rawName, ";")
      } else {
        lines.append(field.name.rawName, ": ", value)
      }
    }
    if decodesContent {
      // The bytes of a range are those of the representation in one coding, and part of an encoded body cannot be decoded.
      lines.append("Accept-Encoding", ": ", fields.contains(Self.range) ? "identity" : Self.acceptedCodings)
    }
    if !fields.contains(.accept) { lines.append("Accept", ":") }
    if hasContent, !fields.contains(.contentType) { lines.append("Content-Type", ":") }
    if hasTrailer, !fields.contains("Trailer") { lines.append("Trailer", ": ", "Content-Digest") }
    if content == .pulled, !fields.contains(.expect) { lines.append("Expect", ":") }
    return lines
  }
}
