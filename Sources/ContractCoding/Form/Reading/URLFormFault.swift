/// Why what came for a name is not the value that was asked for.
enum URLFormFault: Error {
  /// Nothing came.
  case missing
  /// Something of another kind, or a text that does not spell such a value.
  case type
  /// Several texts for one value.
  case repeated
  /// A text that is not percent-encoded UTF-8.
  case syntax
  /// A number that the type cannot hold, or a text in another format.
  case invalid
}
