/// The reason why a value could not be decoded as the requested type.
enum URLFormFault: Error {
  /// The value is absent.
  case missing
  /// The value is of another kind, or the string does not represent the type.
  case type
  /// There are several strings for one value.
  case repeated
  /// The string is not percent-encoded UTF-8.
  case syntax
  /// The number is out of range for the type, or the string has an invalid format.
  case invalid
}
