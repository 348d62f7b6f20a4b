/// The parts of a `multipart/form-data` body (RFC 7578), in order. Names may be repeated.
public struct MultipartFormData: Sendable, Hashable {
  /// The parts in order.
  public var parts: [Part]

  /// The separator of the parts, without its leading `--`; nil lets the encoder choose one.
  public var boundary: String?

  /// Creates a form.
  public init(parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// The first part with this name; nil if absent.
  public subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// Returns all parts with this name, in order.
  public func parts(named name: String) -> [Part] {
    parts.filter { $0.name == name }
  }
}
