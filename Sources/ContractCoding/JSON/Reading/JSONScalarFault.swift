/// Why a value is not the scalar that was asked for.
enum JSONScalarFault: Error {
  /// Another kind of value, or a number with a fraction for an integer.
  case type
  /// A number that the type cannot hold.
  case range
  /// A string that does not spell such a value.
  case format
}
