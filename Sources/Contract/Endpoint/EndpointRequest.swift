/// The inputs of an endpoint: knows how it travels in a request, in both directions.
///
/// `@API` generates these types; a hand-written one is as good:
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

  /// What the content is; ``RequestContent/none`` unless said otherwise.
  static var content: RequestContent { get }

  /// Writes every input into a request.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot travel, or an error of `JSONWriter`.
  func encode(into encoder: inout RequestEncoder) throws

  /// Reads every input of a request.
  ///
  /// Reads all of them even when one is at fault, so that the decoder has all failures.
  ///
  /// - Returns: the inputs, or nil when `decoder` has recorded failures.
  static func decode(from decoder: inout RequestDecoder) -> Self?
}

extension EndpointRequest {
  /// No inputs.
  public static var inputs: [InputDescription] { [] }

  /// No content.
  public static var content: RequestContent { .none }
}

/// The request of an endpoint without inputs, and the response of one without content.
public struct Empty: EndpointRequest, Codable, Hashable {
  /// The one value.
  public init() {}

  /// Writes nothing.
  public func encode(into encoder: inout RequestEncoder) throws {}

  /// Reads nothing.
  public static func decode(from decoder: inout RequestDecoder) -> Empty? { Empty() }
}

/// A request that is its own JSON content.
///
/// ```swift
/// struct NewTodo: BodyRequest { var title: String }
/// let create = Endpoint<NewTodo, Todo>(.post, "/todos")
/// ```
public protocol BodyRequest: EndpointRequest, Codable {}

extension BodyRequest {
  /// The content as one input.
  public static var inputs: [InputDescription] {
    [InputDescription(.body, "body", type: String(describing: Self.self), isRequired: true)]
  }

  /// JSON.
  public static var content: RequestContent { .json }

  /// Writes this value as the content.
  public func encode(into encoder: inout RequestEncoder) throws { try encoder.body(self) }

  /// Reads the content.
  public static func decode(from decoder: inout RequestDecoder) -> Self? { decoder.body(as: Self.self) }
}

extension BodyRequest where Self: Schema {
  /// Writes this value as the content.
  public func encode(into encoder: inout RequestEncoder) throws { try encoder.body(self) }

  /// Reads the content.
  public static func decode(from decoder: inout RequestDecoder) -> Self? { decoder.body(as: Self.self) }
}
