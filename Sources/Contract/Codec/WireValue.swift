internal import FoundationEssentials

/// A type whose text in a path, query or header depends on the wire.
protocol WireValue {
  /// Parses a string as it is written on this wire; nil if it is invalid.
  static func read(_ text: ParameterText, on wire: Wire) -> Self?

  /// Returns the text of the value on this wire; nil if the value has no text.
  ///
  /// - Throws: Any error of a custom strategy.
  func text(on wire: Wire) throws -> String?
}

extension Bool: WireValue {
  static func read(_ text: ParameterText, on wire: Wire) -> Bool? {
    if case .custom(let yes, let no) = wire.form.bools, let string = text.string {
      if string == yes { return true }
      if string == no { return false }
    }
    return Bool(parameterText: text)
  }

  func text(on wire: Wire) -> String? {
    switch wire.form.bools {
    case .literal: self ? "true" : "false"
    case .numeric: self ? "1" : "0"
    case .custom(let yes, let no): self ? yes : no
    }
  }
}

extension Date: WireValue {
  static func read(_ text: ParameterText, on wire: Wire) -> Date? {
    text.string.flatMap { wire.dates.date(from: $0) }
  }

  func text(on wire: Wire) throws -> String? { try wire.dates.text(of: self) }
}

extension Data: WireValue {
  static func read(_ text: ParameterText, on wire: Wire) -> Data? {
    guard case .custom(_, let decode) = wire.form.data else { return Data(parameterText: text) }
    return text.string.flatMap(decode)
  }

  func text(on wire: Wire) throws -> String? {
    guard case .custom(let encode, _) = wire.form.data else { return parameterText }
    return try encode(self)
  }
}

extension Wire {
  /// True for the default format of queries: percent-encoded strings, repeated names for arrays, and no custom
  /// format of values. This common case needs no checks per value.
  var isPlain: Bool {
    guard case .repeated = form.arrays, case .literal = form.bools, case .rfc3339 = form.dates,
      case .base64 = form.data, case .percentEncoded = form.space, case .unreserved = form.unescaped
    else { return false }
    return !form.sortsKeys
  }
}
