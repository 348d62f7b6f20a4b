internal import ContractHTTP

/// An extension in `Sec-WebSocket-Extensions` with its parameters (RFC 6455 §9.1).
package struct WebSocketExtension: Sendable, Hashable {
  package struct Parameter: Sendable, Hashable {
    package let name: String
    /// The value without quotes; nil for a parameter without one.
    package let value: String?

    package init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  package let name: String
  package let parameters: [Parameter]

  package init(_ name: String, _ parameters: [Parameter] = []) {
    self.name = name
    self.parameters = parameters
  }

  /// Returns the extensions of a header in order; nil if it is malformed.
  package static func list(_ text: String) -> [WebSocketExtension]? {
    var scanner = Scanner(bytes: Array(text.utf8))
    var members: [WebSocketExtension] = []
    repeat {
      // Members of a list may be empty (RFC 9110 §5.6.1.2).
      while scanner.takes(",") {}
      if scanner.isAtEnd { break }
      guard let member = scanner.member() else { return nil }
      members.append(member)
    } while scanner.takes(",")
    return scanner.isAtEnd ? members : nil
  }

  /// The extension and its parameters as a list member of the header.
  package var text: String {
    parameters.reduce(name) { text, parameter in
      text + "; " + parameter.name + (parameter.value.map { "=" + $0 } ?? "")
    }
  }
}

/// A scanner of the bytes of a header.
private struct Scanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  /// Skips spaces. Returns true and advances if the next byte is `mark`.
  mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func token() -> String? {
    skipSpace()
    let start = position
    while position < bytes.count, HTTPToken.contains(bytes[position]) { position += 1 }
    return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Returns the rest of a quoted string, whose value must be a token.
  private mutating func quoted() -> String? {
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { position += 1 }
      guard position < bytes.count, HTTPToken.contains(bytes[position]) else { return nil }
      value.append(bytes[position])
      position += 1
    }
    guard position < bytes.count, !value.isEmpty else { return nil }
    position += 1
    return String(decoding: value, as: UTF8.self)
  }

  mutating func member() -> WebSocketExtension? {
    guard let name = token() else { return nil }
    var parameters: [WebSocketExtension.Parameter] = []
    while takes(";") {
      guard let name = token() else { return nil }
      guard takes("=") else {
        parameters.append(.init(name))
        continue
      }
      guard let value = takes("\"") ? quoted() : token() else { return nil }
      parameters.append(.init(name, value))
    }
    return WebSocketExtension(name, parameters)
  }
}
