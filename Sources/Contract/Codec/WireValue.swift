internal import FoundationEssentials

/// A type whose text in a path, query or header field depends on the wire.
protocol WireValue {
  /// The value that a text spells on this wire, or nil when it spells none.
  static func read(_ text: ParameterText, on wire: Wire) -> Self?

  /// The text of the value on this wire; nil when it has none.
  ///
  /// - Throws: what a strategy of the user's own throws.
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
  /// True when a query's names and texts are percent-encoded as everywhere else, arrays are repeated names, and no value
  /// has a spelling of its own: the common case, in which nothing of this has to be looked at for each value.
  var isPlain: Bool {
    guard case .repeated = form.arrays, case .literal = form.bools, case .rfc3339 = form.dates,
      case .base64 = form.data, case .percentEncoded = form.space, case .unreserved = form.unescaped
    else { return false }
    return !form.sortsKeys
  }
}
