/// The parts of a `multipart/form-data` body (RFC 7578), in order; names may repeat.
public struct MultipartFormData: Sendable, Hashable {
  /// The parts in order.
  public var parts: [Part]

  /// The line that separates the parts, without its leading `--`; nil lets the encoder choose one.
  public var boundary: String?

  /// A form of these parts.
  public init(parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// The first part with a name.
  public subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// Every part with a name, in order.
  public func parts(named name: String) -> [Part] {
    parts.filter { $0.name == name }
  }
}
