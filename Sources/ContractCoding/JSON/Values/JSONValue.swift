/// A JSON value of any type, kept without loss: the digits of numbers and the order of members.
///
/// ```swift
/// let settings: JSONValue = ["theme": "dark", "sizes": [1, 2.5], "owner": .null]
/// settings["sizes"]?[1]                // 2.5
/// settings[pointer: "/sizes/0"]?.int   // 1
/// settings.description                 // {"theme":"dark","sizes":[1,2.5],"owner":null}
/// ```
///
/// Foundation's coders keep the values of numbers, but neither their digits nor the order of members.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its digits.
  case number(JSONDigits)
  /// A string.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Values by name, in order.
  case object(JSONObject)

  /// Parses a JSON text.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// Parses a JSON text.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    let document = try JSONDocument(bytes, limits: limits)
    self.init(document.tape, at: 0)
  }

  // MARK: - Parts

  /// True for `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean; nil for another value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The string; nil for another value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number as an integer; nil for another value and for a number that is not an `Int`.
  public var int: Int? {
    if case .number(let digits) = self { digits.integer(as: Int.self) } else { nil }
  }

  /// The number rounded to the nearest `Double`; nil for another value and out of range.
  public var double: Double? {
    if case .number(let digits) = self { digits.double } else { nil }
  }

  /// The elements; nil for another value.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members; nil for another value.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member with a name; nil if absent, or if the value is not an object. Setting a member has no effect if the
  /// value is not an object.
  public subscript(name: String) -> JSONValue? {
    get { object?[name] }
    set {
      guard case .object(var object) = self else { return }
      self = .null  // Keeps the members unique, so that they are changed in place.
      object[name] = newValue
      self = .object(object)
    }
  }

  /// The element at an index; nil if there is none, or if the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The value at a JSON Pointer (RFC 6901), such as `/owner/name`; nil if there is none.
  public subscript(pointer pointer: String) -> JSONValue? {
    guard pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    var value = self
    for step in JSONPointer.steps(of: pointer) {
      switch value {
      case .object(let object):
        guard let member = object[step] else { return nil }
        value = member
      case .array(let array):
        // RFC 6901 §4: no leading zeros, no sign.
        guard let index = Int(step), "\(index)" == step, array.indices.contains(index) else { return nil }
        value = array[index]
      default: return nil
      }
    }
    return value
  }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text.
  public var description: String {
    // Encoding cannot fail, because every part has a JSON form.
    String(decoding: (try? JSONWriter.bytes(of: self)) ?? [], as: UTF8.self)
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(JSONDigits(value)) }

  /// Creates a number; `null` for a literal out of range.
  public init(floatLiteral value: Double) { self = JSONDigits(value).map { .number($0) } ?? .null }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object. The first of several members with one name is used.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}
