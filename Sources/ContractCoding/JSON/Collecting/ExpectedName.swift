import FoundationEssentials

/// Readable names of types for clients of an API: `Int`, `[Int]`, `one of "open", "done"`.
package enum ExpectedName {
  /// Returns the name of a type. An optional has the name of its wrapped type.
  package static func of(_ type: any Any.Type) -> String {
    if let named = type as? any ExpectedNameProviding.Type { return named.expectedName }
    if let choices = choices(of: type) ?? cases(of: type) { return choices }
    return String(describing: type)
  }

  /// Returns the cases of an enumeration with associated values that has a schema; nil for other types.
  private static func cases(of type: any Any.Type) -> String? {
    guard let schema = (type as? any Schema.Type)?.schema, schema.discriminator == nil else { return nil }
    let alternatives = schema.oneOf
    guard !alternatives.isEmpty else { return nil }
    var names: [String] = []
    for alternative in alternatives {
      guard alternative.types == [.object], alternative.properties.count == 1 else { return nil }
      names.append("\"\(alternative.properties[0].name)\"")
    }
    return "an object with one of " + listed(names)
  }

  /// Returns the raw values of an enumeration that lists its cases; nil for other types.
  static func choices(of type: any Any.Type) -> String? {
    guard let enumeration = type as? any CaseIterable.Type else { return nil }
    let values = rawValues(of: enumeration, upTo: maxListed + 1)
    return values.isEmpty ? nil : "one of " + listed(values)
  }

  /// The maximum number of listed names.
  private static let maxListed = 20

  private static func listed(_ names: [String]) -> String {
    names.prefix(maxListed).joined(separator: ", ") + (names.count > maxListed ? ", …" : "")
  }

  private static func rawValues<C: CaseIterable>(of type: C.Type, upTo limit: Int) -> [String] {
    C.allCases.prefix(limit).compactMap { value in
      guard let value = value as? any RawRepresentable else { return nil }
      if let text = value.rawValue as? String { return "\"\(text)\"" }
      return (value.rawValue as? any BinaryInteger).map { "\($0)" }
    }
  }
}

/// A type with a readable name that differs from the name of the Swift type, such as `[Int]`.
protocol ExpectedNameProviding {
  static var expectedName: String { get }
}

extension Optional: ExpectedNameProviding {
  static var expectedName: String { ExpectedName.of(Wrapped.self) }
}

extension Array: ExpectedNameProviding {
  static var expectedName: String { "[\(ExpectedName.of(Element.self))]" }
}

extension Set: ExpectedNameProviding {
  static var expectedName: String { "[\(ExpectedName.of(Element.self))]" }
}

extension Dictionary: ExpectedNameProviding {
  static var expectedName: String { "[\(ExpectedName.of(Key.self)): \(ExpectedName.of(Value.self))]" }
}
