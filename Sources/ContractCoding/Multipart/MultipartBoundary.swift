import ContractHTTP

/// The boundaries of multipart bodies (RFC 2046 §5.1.1).
enum MultipartBoundary {
  /// Returns true for 1 to 70 characters of `bchars` that do not end with a space.
  static func isValid(_ boundary: String) -> Bool {
    (1...70).contains(boundary.utf8.count) && boundary.utf8.last != UInt8(ascii: " ")
      && boundary.utf8.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    // The remaining characters: ' ( ) + , - . / : = ? _ and space.
    case 0x27...0x29, 0x2B...0x2F, 0x3A, 0x3D, 0x3F, 0x5F, 0x20: true
    default: false
    }
  }

  /// Returns the boundary of a media type, which must have exactly one.
  static func boundary(of type: MediaType) throws(MultipartError) -> String {
    let boundaries = type.parameters.filter { $0.name == "boundary" }
    guard type.essence == "multipart/form-data", boundaries.count == 1 else { throw MultipartError(.mediaType) }
    return boundaries[0].value
  }

  /// Returns the media type of a body with a valid boundary.
  static func mediaType(_ boundary: String) throws(MultipartError) -> MediaType {
    guard let type = MediaType("multipart/form-data; boundary=\"\(boundary)\"") else {
      throw MultipartError(.boundary)
    }
    return type
  }

  /// Returns 30 random letters and digits.
  static func random() -> String {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<30).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Returns true when a line of the content starts like a boundary line. CR LF, CR and LF all end a line here, because
  /// readers differ.
  static func occurs(_ boundary: String, in content: [UInt8]) -> Bool {
    occurs(Array("--\(boundary)".utf8), in: content)
  }

  /// Returns true when a line of the content starts with `mark`, the two dashes and the boundary.
  ///
  /// - Parameter atLineStart: true if the content starts at the beginning of a line.
  static func occurs(_ mark: [UInt8], in content: [UInt8], atLineStart: Bool = true) -> Bool {
    if atLineStart, content.starts(with: mark) { return true }
    var index = 0
    while let dash = content[index...].firstIndex(of: UInt8(ascii: "-")) {
      if dash > 0, content[dash - 1] == 0x0A || content[dash - 1] == 0x0D, content[dash...].starts(with: mark) {
        return true
      }
      index = dash + 1
    }
    return false
  }
}
