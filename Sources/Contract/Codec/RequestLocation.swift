/// A property wrapper that carries a member of a request struct in a way of its own.
///
/// An attribute on a member of a `@Request` struct that is none of this package's is taken as such a wrapper. It is told
/// the name that stands as text in the attribute, else the property's name, and uses the coders as generated code does:
///
/// ```swift
/// @propertyWrapper
/// struct Signed: RequestLocation {
///   var wrappedValue: String
///   static func inputs(_ name: String) -> [InputDescription] {
///     [.init(.header, name, type: "String", isRequired: true), .init(.header, name + "-Sum", type: "Int", isRequired: true)]
///   }
///   static func encode(_ value: String, _ name: String, into encoder: inout RequestEncoder) throws {
///     try encoder.value(.header, name, value)
///     try encoder.value(.header, name + "-Sum", value.utf8.count)
///   }
///   static func decode(_ name: String, from decoder: inout RequestDecoder) -> String? {
///     let text = decoder.value(.header, name, as: String.self)
///     let sum = decoder.value(.header, name + "-Sum", as: Int.self)
///     guard let text, let sum else { return nil }
///     if sum != text.utf8.count { decoder.refuse(.header, name, expected: "a text of \(sum) bytes") }
///     return text
///   }
/// }
///
/// @Request struct Send { @Signed var token: String }
/// ```
///
/// Both directions are static, because a server has no value before it has read one: arguments of the attribute other
/// than the name have no say on the wire.
public protocol RequestLocation<Value>: Sendable {
  /// What the member holds.
  associatedtype Value: Sendable

  /// A wrapper around a value.
  init(wrappedValue: Value)

  /// The value.
  var wrappedValue: Value { get }

  /// Everything that travels for a member of this name, for routing and documentation.
  static func inputs(_ name: String) -> [InputDescription]

  /// Writes a value into a request.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot travel.
  static func encode(_ value: Value, _ name: String, into encoder: inout RequestEncoder) throws

  /// Reads the value of a request, or nil when `decoder` has recorded failures.
  static func decode(_ name: String, from decoder: inout RequestDecoder) -> Value?
}

extension RequestEncoder {
  /// Writes a member with a wrapper of the user's own.
  ///
  /// - Throws: what the wrapper throws.
  public mutating func location<Location: RequestLocation>(_ name: String, _ wrapper: Location) throws {
    try Location.encode(wrapper.wrappedValue, name, into: &self)
  }
}

extension RequestDecoder {
  /// Reads a member with a wrapper of the user's own.
  ///
  /// - Parameter member: where the wrapper is; never called, its type alone counts.
  public mutating func location<Root, Location: RequestLocation>(
    _ name: String, at member: (Root) -> Location
  ) -> Location.Value? {
    Location.decode(name, from: &self)
  }

  /// Records that a value is of its type but not allowed.
  public mutating func refuse(_ place: InputPlace, _ name: String, expected: String) {
    fail(
      InputFailure(
        place, name, .invalid, expected: expected, message: "\(place) value `\(name)` must be \(expected)"))
  }
}

extension InputDescription {
  /// What travels for a member with a wrapper of the user's own.
  ///
  /// - Parameter member: where the wrapper is; never called, its type alone counts.
  public static func list<Root, Location: RequestLocation>(
    _ name: String, at member: (Root) -> Location
  ) -> [InputDescription] {
    Location.inputs(name)
  }
}
