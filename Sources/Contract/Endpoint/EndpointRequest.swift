/// The inputs of an endpoint, with their encoding and decoding.
///
/// `@API` generates these types. They can also be written by hand:
///
/// ```swift
/// struct Search: EndpointRequest {
///   let text: String
///   static var inputs: [InputDescription] { [.init(.query, "text", type: "String", isRequired: true)] }
///   func encode(into encoder: inout RequestEncoder) throws { try encoder.value(.query, "text", text) }
///   static func decode(from decoder: inout RequestDecoder) -> Search? {
///     decoder.value(.query, "text", as: String.self).map(Search.init)
///   }
/// }
/// ```
public protocol EndpointRequest: Sendable {
  /// The inputs in declaration order.
  static var inputs: [InputDescription] { get }

  /// The kind of body. Default: ``RequestContent/none``.
  static var content: RequestContent { get }

  /// Writes all inputs into a request.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent, or an error of `JSONWriter`. Functions of the encoder that do
  ///   not throw keep the first such error, which ends the call.
  func encode(into encoder: inout RequestEncoder) throws

  /// Reads all inputs of a request.
  ///
  /// Implementations read all of them even if one is invalid, so that the decoder records all failures.
  ///
  /// - Returns: the inputs, or nil if one of them was refused. The result is not used if `decoder` has recorded failures.
  static func decode(from decoder: inout RequestDecoder) -> Self?
}

extension EndpointRequest {
  /// No inputs.
  public static var inputs: [InputDescription] { [] }

  /// No body.
  public static var content: RequestContent { .none }
}

/// The request of an endpoint without inputs, and the result of an endpoint without a body.
public struct Empty: EndpointRequest, Codable, Hashable {
  /// The only value.
  public static let value = Empty()

  /// Creates the only value.
  public init() {}

  /// Writes nothing.
  public func encode(into encoder: inout RequestEncoder) throws {}

  /// Reads nothing.
  public static func decode(from decoder: inout RequestDecoder) -> Empty? { Empty() }
}

/// A request that is itself the JSON body.
///
/// ```swift
/// struct NewTodo: BodyRequest { var title: String }
/// let create = Endpoint<NewTodo, Todo>(.post, "/todos")
/// ```
public protocol BodyRequest: EndpointRequest, Codable {}

extension BodyRequest {
  /// The body as a single input.
  public static var inputs: [InputDescription] {
    [InputDescription(.body, "body", type: String(describing: Self.self), isRequired: true)]
  }

  /// JSON.
  public static var content: RequestContent { .json }

  /// Writes this value as the body.
  public func encode(into encoder: inout RequestEncoder) throws { try encoder.body(self) }

  /// Reads the body.
  public static func decode(from decoder: inout RequestDecoder) -> Self? { decoder.body(as: Self.self) }
}

extension BodyRequest where Self: Schema {
  /// Writes this value as the body.
  public func encode(into encoder: inout RequestEncoder) throws { try encoder.body(self) }

  /// Reads the body.
  public static func decode(from decoder: inout RequestDecoder) -> Self? { decoder.body(as: Self.self) }
}
