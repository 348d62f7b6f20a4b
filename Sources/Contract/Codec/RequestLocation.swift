/// A property wrapper that encodes a member of a request struct in a custom way.
///
/// On a member of a `@Request` struct, any attribute that this package does not declare is treated as such a wrapper.
/// The wrapper gets the name from the attribute's string argument, or else from the property, and uses the coders like
/// generated code:
///
/// ```swift
/// @propertyWrapper
/// struct Signed: RequestLocation {
///   var wrappedValue: String
///   static func inputs(_ name: String) -> [InputDescription] {
///     [
///       .init(.header, name, type: "String", isRequired: true),
///       .init(.header, name + "-Sum", type: "Int", isRequired: true),
///     ]
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
/// Both directions are static, because a server has no value before it has decoded one. Arguments of the attribute
/// other than the name therefore have no effect on the wire.
public protocol RequestLocation<Value>: Sendable {
  /// The type of the member's value.
  associatedtype Value: Sendable

  /// Creates a wrapper around a value.
  init(wrappedValue: Value)

  /// The wrapped value.
  var wrappedValue: Value { get }

  /// Returns all inputs of a member with this name, for routing and documentation.
  static func inputs(_ name: String) -> [InputDescription]

  /// Writes a value into a request.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent.
  static func encode(_ value: Value, _ name: String, into encoder: inout RequestEncoder) throws

  /// Reads the value from a request; nil if `decoder` has recorded failures.
  static func decode(_ name: String, from decoder: inout RequestDecoder) -> Value?
}

extension RequestEncoder {
  /// Writes a member with a custom wrapper.
  ///
  /// - Throws: Any error of the wrapper.
  public mutating func location<Location: RequestLocation>(_ name: String, _ wrapper: Location) throws {
    // The wrapper may write a generated type, which has other inputs.
    let inputs = inputs
    defer { self.inputs = inputs }
    try Location.encode(wrapper.wrappedValue, name, into: &self)
  }
}

extension RequestDecoder {
  /// Reads a member with a custom wrapper.
  ///
  /// - Parameter member: determines the type of the wrapper; never called.
  public mutating func location<Root, Location: RequestLocation>(
    _ name: String, at member: (Root) -> Location
  ) -> Location.Value? {
    // The wrapper may read a generated type, which has other inputs.
    let inputs = inputs
    defer { self.inputs = inputs }
    return Location.decode(name, from: &self)
  }

  /// Records a value that has the right type but violates a constraint.
  public mutating func refuse(_ location: ParameterLocation, _ name: String, expected: String) {
    let subject = location == .body && name.isEmpty ? "the body" : "\(location) value `\(name)`"
    fail(
      InputFailure(
        location, location == .body ? pointer(name) : name, .invalid, expected: expected,
        message: "\(subject) must be \(expected)"))
  }
}

extension InputDescription {
  /// Returns the inputs of a member with a custom wrapper.
  ///
  /// - Parameter member: determines the type of the wrapper; never called.
  public static func list<Root, Location: RequestLocation>(
    _ name: String, at member: (Root) -> Location
  ) -> [InputDescription] {
    Location.inputs(name)
  }
}
