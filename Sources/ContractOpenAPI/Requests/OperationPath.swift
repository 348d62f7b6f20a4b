internal import ContractHTTP

/// The path of an operation, with placeholders such as `/todos/{id}`.
struct OperationPath: Sendable {
  private enum Piece: Sendable, Equatable {
    case literal(String)
    case placeholder(String)
  }

  private let segments: [[Piece]]

  /// The number of placeholders. A path with fewer of them takes precedence.
  var placeholderCount: Int {
    segments.joined().reduce(0) { if case .placeholder = $1 { $0 + 1 } else { $0 } }
  }

  init(_ template: String) {
    segments = template.split(atByte: "/", keepsEmpty: true).map { Self.pieces(of: $0) }
  }

  private static func pieces(of segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let (front, back) = rest.cut(atByte: "{"), let (name, next) = back.cut(atByte: "}") {
      if !front.isEmpty { pieces.append(.literal(encoded(front))) }
      pieces.append(.placeholder(String(name)))
      rest = next
    }
    if !rest.isEmpty { pieces.append(.literal(encoded(rest))) }
    return pieces
  }

  /// Returns a literal in the form that is sent: characters that a path cannot contain (RFC 3986 §3.3) are percent-encoded.
  private static func encoded(_ literal: Substring) -> String {
    let bytes = Array(literal.utf8)
    var encoded: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isTriplet = byte == UInt8(ascii: "%") && bytes[index...].dropFirst().prefix(2).count(where: isDigit) == 2
      if isTriplet || PercentEncoding.isPathCharacter(byte) {
        encoded.append(byte)
      } else {
        HexDigit.appendEncoded(byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { HexDigit.value(byte) != nil }

  /// Returns the path with the placeholders replaced.
  ///
  /// - Parameters:
  ///   - pointer: the location of the operation, for errors.
  ///   - value: returns the percent-encoded value of a placeholder; nil if the placeholder has none.
  /// - Throws: ``OperationRequestError`` if a placeholder has no value, an empty one, or one that makes a dot segment.
  func filled(at pointer: String, _ value: (String) -> String?) throws(OperationRequestError) -> String {
    var texts: [String] = []
    for pieces in segments {
      var text = ""
      var last: String?
      for piece in pieces {
        switch piece {
        case .literal(let literal): text += literal
        case .placeholder(let name):
          guard let value = value(name), !value.isEmpty else {
            throw OperationRequestError("The path needs a value for `\(name)`", at: pointer)
          }
          text += value
          last = name
        }
      }
      // A dot segment would change the path (RFC 3986 §5.2.4).
      if let last, text == "." || text == ".." {
        throw OperationRequestError(
          "The path cannot contain the segment `\(text)`, which clients and servers remove; change the value of `\(last)`",
          at: pointer)
      }
      texts.append(text)
    }
    return texts.joined(separator: "/")
  }

  /// Returns the percent-encoded values of the placeholders; nil if the path does not match.
  func values(in path: some StringProtocol) -> [String: String]? {
    let parts = path.split(atByte: "/", keepsEmpty: true)
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (pieces, part) in zip(segments, parts) {
      guard Self.match(pieces[...], Array(part.utf8)[...], &values) else { return nil }
    }
    return values
  }

  private static func match(
    _ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>, _ values: inout [String: String]
  ) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let rest = pieces.dropFirst()
    switch piece {
    case .literal(let literal):
      guard text.starts(with: literal.utf8) else { return false }
      return match(rest, text.dropFirst(literal.utf8.count), &values)
    case .placeholder(let name):
      guard !text.isEmpty else { return false }
      var end = text.endIndex
      if case .literal(let next)? = rest.first {
        guard let range = text.dropFirst().firstRange(of: Array(next.utf8)) else { return false }
        end = range.lowerBound
      }
      values[name] = String(decoding: text[..<end], as: UTF8.self)
      return match(rest, text[end...], &values)
    }
  }
}
