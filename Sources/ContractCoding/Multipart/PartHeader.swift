import ContractHTTP

/// The parsed header of a part.
struct PartHeader {
  private(set) var disposition: ContentDisposition?
  private(set) var mimeType: String?
  /// The headers for which ``Part`` has no property.
  private(set) var fields = HTTPFields()
  private var hasType = false

  /// Parses a line without its line end.
  mutating func add(_ line: ArraySlice<UInt8>) throws(MultipartError.Reason) {
    guard line.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }), let colon = line.firstIndex(of: 0x3A),
      let name = HTTPFieldName(String(decoding: line[..<colon], as: UTF8.self))
    else { throw .malformedHeader }
    let value = line[(colon + 1)...].withoutOuterSpace
    switch name.canonicalName {
    case "content-disposition":
      guard disposition == nil else { throw .malformedHeader }
      disposition = ContentDisposition(value)
      if disposition == nil { throw .disposition }
    case "content-type":
      guard !hasType, let text = String(validating: value, as: UTF8.self) else { throw .malformedHeader }
      hasType = true
      if Self.isMultipart(text) { throw .nested }
      mimeType = text.isEmpty ? nil : text
    default:
      guard let text = String(validating: value, as: UTF8.self), let value = HTTPFieldValue(text) else {
        throw .malformedHeader
      }
      fields.append(name, value)
    }
  }

  /// Creates a part from this header and its content.
  func part(_ content: ArraySlice<UInt8>) -> Part {
    Part(
      data: Array(content), name: disposition?.name, fileName: disposition?.fileName, mimeType: mimeType, fields: fields
    )
  }

  /// Returns true for headers for which ``Part`` has a property.
  static func isOwn(_ name: HTTPFieldName) -> Bool {
    name.canonicalName == "content-disposition" || name.canonicalName == "content-type"
  }

  /// Returns true for all `multipart` types.
  static func isMultipart(_ mimeType: String) -> Bool {
    mimeType.utf8.prefix(10).elementsEqual("multipart/".utf8, by: { HTTPToken.lowercased($0) == $1 })
  }

  /// Returns true when the content is not encoded: without a transfer encoding, or with an identity encoding.
  static func isPlain(_ fields: HTTPFields) -> Bool {
    fields.values(transferEncoding).allSatisfy { ["7bit", "8bit", "binary"].contains($0.rawValue.lowercasedASCII) }
  }

  private static let transferEncoding = HTTPFieldName(unchecked: "Content-Transfer-Encoding")
}

extension MultipartError.Reason: Error {}
