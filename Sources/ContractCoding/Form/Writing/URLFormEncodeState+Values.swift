import FoundationEssentials

extension URLFormEncodeState {
  /// Any value as a tree: those known here directly, the rest through `Encodable`.
  func box<T: Encodable>(_ value: T, at path: @autoclosure () -> [JSONPath]) throws -> URLFormValue {
    if let kind = try scalar(value, at: path()) {
      let scalar = URLFormValue()
      scalar.kind = kind
      return scalar
    }
    let box = URLFormValue()
    try value.encode(to: URLFormValueEncoder(state: self, value: box, path: path()))
    // A dictionary has another order in each process; equal values are to make equal queries, which caches compare.
    if T.self is any MembersWithoutOrder.Type { box.sortMembers() }
    return box
  }

  /// A value of a type known here; nil for every other type.
  private func scalar<T>(_ value: T, at path: @autoclosure () -> [JSONPath]) throws -> URLFormValue.Kind? {
    guard let type = JSONScalarType(T.self), !type.isArray else { return nil }
    switch type {
    case .string: return (value as? String).map { .text($0) }
    case .bool: return (value as? Bool).map { .bool($0) }
    case .uuid: return (value as? UUID).map { .text(UUIDText.text($0)) }
    case .url: return (value as? URL).map { .text($0.relativeString) }
    case .date: return try (value as? Date).map { try text(of: $0, at: path()) }
    case .data: return try (value as? Data).map { .text(try text(of: $0)) }
    case .decimal: return try (value as? Decimal).map { try number(of: $0, at: path()) }
    default: return .number(String(describing: value))
    }
  }

  private func number(of decimal: Decimal, at path: [JSONPath]) throws -> URLFormValue.Kind {
    guard decimal.isFinite else {
      throw EncodingError.invalidValue(
        decimal, .init(codingPath: path, debugDescription: "The decimal is no number, so it has no text."))
    }
    return .number(decimal.description)
  }

  private func text(of date: Date, at path: [JSONPath]) throws -> URLFormValue.Kind {
    if case .custom(let encode, _) = options.dates { return .text(try encode(date)) }
    guard let text = try options.dates.text(of: date) else {
      // The error has the interval, not the date: describing a date that is not finite traps.
      throw EncodingError.invalidValue(
        date.timeIntervalSinceReferenceDate,
        .init(codingPath: path, debugDescription: "The date has no text in this strategy; send another date."))
    }
    if case .rfc3339 = options.dates { return .text(text) }
    return .number(text)
  }

  private func text(of data: Data) throws -> String {
    switch options.data {
    case .base64: data.base64EncodedString()
    case .custom(let encode, _): try encode(data)
    }
  }
}

/// Marks the types that encode their members in no order of their own.
private protocol MembersWithoutOrder {}

extension Dictionary: MembersWithoutOrder {}
