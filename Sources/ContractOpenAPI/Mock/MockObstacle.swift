/// The reason why a mock cannot create a response.
struct MockObstacle: Error, Hashable, CustomStringConvertible {
  /// The part that cannot be created, the reason, and the remedy.
  let description: String

  init(_ part: String, _ reason: String) {
    description = "The mock cannot generate \(part): \(reason). Add an `example` to the document."
  }
}
