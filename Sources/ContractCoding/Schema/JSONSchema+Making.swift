extension JSONSchema {
  /// Returns the schema of a type, resolved when a document is written.
  ///
  /// Types that are only `Codable` allow any value, except arrays, dictionaries, optionals and enumerations that list
  /// their cases.
  public static func of(_ type: any Any.Type) -> JSONSchema {
    var schema = JSONSchema()
    if let described = type as? any Schema.Type {
      schema.type = described
    } else if let container = type as? any SchemaContainer.Type {
      schema = container.containerSchema
    } else if let list = type as? any CaseIterable.Type {
      schema.choices = samples(of: list)
    }
    return schema
  }

  /// Returns the schema of an array.
  public static func array(of element: any Any.Type) -> JSONSchema {
    var schema = JSONSchema(.array)
    schema.items = .of(element)
    return schema
  }

  /// Returns the schema of an object whose members all have the same type.
  public static func dictionary(of value: any Any.Type) -> JSONSchema {
    var schema = JSONSchema(.object)
    schema.additionalProperties = .of(value)
    return schema
  }

  /// Returns the schema of an integer with its bounds, such as 0 to 255.
  public static func integer<T: FixedWidthInteger>(_ type: T.Type) -> JSONSchema {
    var schema = JSONSchema(.integer)
    switch T.bitWidth {
    case 64: schema.format = T.isSigned ? "int64" : "uint64"
    case 32: schema.format = T.isSigned ? "int32" : "uint32"
    default: schema.bounds.maximum = T.bitWidth < 32 ? "\(T.max)" : nil
    }
    if T.isSigned {
      schema.bounds.minimum = T.bitWidth < 32 ? "\(T.min)" : nil
    } else {
      schema.bounds.minimum = "0"
    }
    return schema
  }

  /// The schema of a date.
  public static var date: JSONSchema {
    var schema = JSONSchema()
    schema.isDate = true
    return schema
  }

  /// Returns the schema of an enumeration with raw values.
  ///
  /// - Parameters:
  ///   - type: the type, after which the schema is named.
  ///   - values: all allowed values.
  public static func choices<T: RawRepresentable>(
    _ type: T.Type, _ values: [T], description: String? = nil
  ) -> JSONSchema where T.RawValue: Encodable {
    var schema = JSONSchema(named: type)
    schema.description = description
    // Raw values do not depend on the options of a document.
    schema.choices = values.compactMap { JSONSample(raw: $0.rawValue) }
    let isInteger = T.RawValue.self is any BinaryInteger.Type
    schema.types = isInteger ? [.integer] : T.RawValue.self is any BinaryFloatingPoint.Type ? [.number] : [.string]
    return schema
  }

  /// Creates a schema named after a type: `Todo`, `Page_Todo` for `Page<Todo>`.
  public init(named type: any Any.Type) {
    self.init()
    name = JSONSchema.name(of: type)
  }

  /// Creates a schema named after a type, with the contents of another type's schema.
  public init(named type: any Any.Type, of content: any Any.Type) {
    self = JSONSchema.of(content).resolved
    name = JSONSchema.name(of: type)
  }

  /// Returns the name of a type, restricted to the characters that OpenAPI allows: letters, digits, `.`, `-` and `_`.
  static func name(of type: any Any.Type) -> String {
    let words = String(describing: type).split { character in
      !(character.isASCII && (character.isLetter || character.isNumber) || "._-".contains(character))
    }
    return words.isEmpty ? "Type" : words.joined(separator: "_")
  }

  private static func samples<C: CaseIterable>(of type: C.Type) -> [JSONSample] {
    // A truncated list would make the other values invalid.
    guard type.allCases.prefix(1001).count <= 1000 else { return [] }
    return type.allCases.compactMap { value in
      ((value as? any RawRepresentable)?.rawValue as? any Encodable).flatMap { JSONSample(raw: $0) }
    }
  }
}

extension JSONSample {
  /// Creates a raw value, which does not depend on the options of a document.
  fileprivate init?(raw value: some Encodable) {
    guard let bytes = try? JSONWriter.bytes(of: value) else { return nil }
    self.init(json: String(decoding: bytes, as: UTF8.self))
  }
}

/// Standard library types that contain values of another type, which need not have a schema.
protocol SchemaContainer {
  static var containerSchema: JSONSchema { get }
}

extension Optional: SchemaContainer {
  static var containerSchema: JSONSchema {
    var schema = JSONSchema.of(Wrapped.self)
    schema.isNullable = true
    return schema
  }
}

extension Array: SchemaContainer {
  static var containerSchema: JSONSchema { .array(of: Element.self) }
}

extension Set: SchemaContainer {
  static var containerSchema: JSONSchema {
    var schema = JSONSchema.array(of: Element.self)
    schema.hasUniqueItems = true
    return schema
  }
}

extension Dictionary: SchemaContainer {
  /// An object if keys are strings, integers or `CodingKeyRepresentable`, otherwise an array of alternating keys and
  /// values.
  static var containerSchema: JSONSchema {
    let isObject = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    return isObject ? .dictionary(of: Value.self) : JSONSchema(.array)
  }
}
