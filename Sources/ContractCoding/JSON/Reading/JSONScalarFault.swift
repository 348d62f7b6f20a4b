/// The reason why a value could not be decoded as the requested scalar.
enum JSONScalarFault: Error {
  /// The value is of another kind, or a number with a fraction for an integer.
  case type
  /// The number is out of range for the type.
  case range
  /// The string has an invalid format.
  case format
}
