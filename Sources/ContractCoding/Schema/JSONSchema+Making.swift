extension JSONSchema {
  /// Returns the schema of a type, resolved when a document is written.
  ///
  /// The schema of a type that is only `Codable` is found by decoding it from a decoder that records the requested
  /// values. Its ``problem`` is set if the form depends on the data.
  public static func of(_ type: any Any.Type) -> JSONSchema {
    SchemaRecorder().schema(of: type)
  }

  /// Returns the schema of an array.
  public static func array(of element: any Any.Type) -> JSONSchema {
    .array(of: .of(element))
  }

  static func array(of items: JSONSchema) -> JSONSchema {
    var schema = JSONSchema(.array)
    schema.items = items
    return schema
  }

  /// Returns the schema of an object whose members all have the same type.
  public static func dictionary(of value: any Any.Type) -> JSONSchema {
    .dictionary(of: .of(value))
  }

  static func dictionary(of values: JSONSchema) -> JSONSchema {
    var schema = JSONSchema(.object)
    schema.additionalProperties = values
    return schema
  }

  /// Returns the schema of an integer with its bounds, such as 0 to 255.
  public static func integer<T: FixedWidthInteger>(_ type: T.Type) -> JSONSchema {
    var schema = JSONSchema(.integer)
    switch T.bitWidth {
    case 64: schema.format = T.isSigned ? "int64" : "uint64"
    case 32: schema.format = T.isSigned ? "int32" : "uint32"
    default: break
    }
    // Signed 32-bit and 64-bit integers get no bounds, because OpenAPI registers formats that imply the bounds.
    if T.bitWidth < 32 || (T.bitWidth <= 64 && !T.isSigned) { schema.bounds.maximum = "\(T.max)" }
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
    schema.isInteger64 = T.RawValue.self == Int64.self || T.RawValue.self == UInt64.self
    // 64-bit integers are encoded with the options of each document; the encoding of other raw values does not depend on these
    // options.
    schema.choices = values.compactMap { value in
      let raw = value.rawValue
      if let raw = raw as? Int64 { return JSONSample { raw } }
      if let raw = raw as? UInt64 { return JSONSample { raw } }
      return JSONSample(encoding: raw)
    }
    let isInteger = T.RawValue.self is any BinaryInteger.Type
    schema.types = isInteger ? [.integer] : T.RawValue.self is any BinaryFloatingPoint.Type ? [.number] : [.string]
    return schema
  }

  /// Creates a schema named after a type: `Todo`, `PageOfTodo` for `Page<Todo>`.
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
  /// `Pair<A, B>` is `PairOfAAndB`.
  static func name(of type: any Any.Type) -> String {
    var words: [String] = []
    var word = ""
    for scalar in String(describing: type).unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": word.unicodeScalars.append(scalar)
      case "<" where !word.isEmpty: words.append(word + "Of"); word = ""
      case "," where !word.isEmpty: words.append(word + "And"); word = ""
      default:
        if !word.isEmpty { words.append(word) }
        word = ""
      }
    }
    let name = words.joined() + word
    return name.isEmpty ? "Type" : name
  }

  /// Returns a code or tag as a part of the name of a schema: `NotFound` for `not-found`.
  package static func word(of code: String) -> String {
    var name = ""
    var startsWord = true
    for scalar in code.unicodeScalars {
      switch scalar {
      case "a"..."z" where startsWord:
        name += String(scalar).uppercased()
        startsWord = false
      case "a"..."z", "A"..."Z", "0"..."9":
        name.unicodeScalars.append(scalar)
        startsWord = false
      default: startsWord = true
      }
    }
    return name
  }
}

extension JSONSample {
  /// Creates a value that does not depend on the options of a document; nil when it cannot be encoded.
  package init?(encoding value: some Encodable, options: JSONOptions = JSONOptions()) {
    var writer = JSONWriter(options: options)
    writer.hasStableOrder = true
    guard (try? writer.encode(value)) != nil else { return nil }
    self.init(json: String(decoding: writer.bytes, as: UTF8.self))
  }
}

/// Standard library types that contain values of another type, even of a type without a schema.
protocol SchemaContainer {
  /// Returns the schema, with those of contained types from a recorder.
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema
}

extension SchemaContainer {
  static var containerSchema: JSONSchema { schema(recordedBy: SchemaRecorder()) }
}

extension Optional: SchemaContainer {
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema {
    var schema = recorder.schema(of: Wrapped.self)
    schema.isNullable = true
    return schema
  }
}

extension Array: SchemaContainer {
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema {
    .array(of: recorder.schema(of: Element.self))
  }
}

extension Set: SchemaContainer {
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema {
    // Readers accept an element twice, so the elements need not be unique.
    .array(of: recorder.schema(of: Element.self))
  }
}

extension Dictionary: SchemaContainer {
  /// Returns an object schema if keys are strings, integers or `CodingKeyRepresentable`, otherwise that of an array of
  /// alternating keys and values.
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema {
    let isObject = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    guard isObject else { return JSONSchema(.array) }
    var schema = JSONSchema.dictionary(of: recorder.schema(of: Value.self))
    if Key.self == Int.self { schema.namePattern = JSONSchema.integerNames }
    return schema
  }
}
