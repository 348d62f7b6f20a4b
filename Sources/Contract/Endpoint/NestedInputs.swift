internal import Synchronization

/// The inputs of generated types that handwritten types read and write. Those of an operation's own type are in the
/// operation.
enum NestedInputs {
  private static let inputs = Mutex<[ObjectIdentifier: [InputDescription]]>([:])

  /// Returns the inputs of a type. They are created once.
  static func of<Request: EndpointRequest>(_ type: Request.Type) -> [InputDescription] {
    let id = ObjectIdentifier(type)
    if let found = inputs.withLock({ $0[id] }) { return found }
    let created = type.inputs
    inputs.withLock { $0[id] = created }
    return created
  }
}
