import FoundationEssentials

extension URLFormEncodeState {
  /// Converts a value to a tree: known types directly, others through `Encodable`.
  func box<T: Encodable>(_ value: T, at path: @autoclosure () -> [JSONPath]) throws -> URLFormValue {
    if let kind = try scalar(value, at: path()) {
      let scalar = URLFormValue()
      scalar.kind = kind
      return scalar
    }
    let box = URLFormValue()
    try value.encode(to: URLFormValueEncoder(state: self, value: box, path: path()))
    if keepsEmpty, case .object(let members) = box.kind, members.contains(where: { $0.value.isLost }),
      let type = T.self as? any Schema.Type
    {
      try keepEmpty(type, box, at: path())
    }
    if box.hasOnlyNil, T.self is any SchemaOptional.Type { try refuseOnlyNil(box, at: path()) }
    // Members of dictionaries are sorted, because their order differs between processes and caches compare queries.
    if T.self is any MembersWithoutOrder.Type {
      box.sortMembers()
      try keepKeys(of: box, at: path())
    }
    return box
  }

  /// Converts a value of a known type; nil for other types.
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
        decimal, .init(codingPath: path, debugDescription: "The decimal is not finite; send a number."))
    }
    return .number(decimal.description)
  }

  private func text(of date: Date, at path: [JSONPath]) throws -> URLFormValue.Kind {
    if case .custom(let encode, _) = options.dates { return .text(try encode(date)) }
    guard let text = try options.dates.text(of: date) else {
      // The error holds the interval, because the description of a date that is not finite traps.
      throw EncodingError.invalidValue(
        date.timeIntervalSinceReferenceDate,
        .init(codingPath: path, debugDescription: "The date is outside the range of its format; send another date."))
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

/// A marker for types that encode their members in an unspecified order.
protocol MembersWithoutOrder {}

extension Dictionary: MembersWithoutOrder {}
