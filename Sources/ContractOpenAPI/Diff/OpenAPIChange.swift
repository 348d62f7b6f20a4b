/// A difference between two versions of a document, with its severity.
public struct OpenAPIChange: Sendable, Hashable {
  /// The severity of a difference.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// A client of the old version may fail with the new version, or lose values.
    case breaking
    /// Clients of the old version work with the new version.
    case safe
    /// Only readers and generated names are affected.
    case documentation
  }

  /// The direction in which a value is sent. In webhooks and callbacks, the server of the API is the client.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From the client to the server.
    case request
    /// From the server to the client.
    case response
  }

  /// The kind of difference.
  public let rule: DiffRule
  /// The severity.
  public let severity: Severity
  /// The direction of the affected values.
  public private(set) var direction: Direction
  /// Whether the API sends the request, as in webhooks and callbacks. Such requests are classified like responses of
  /// other operations, and their responses like requests.
  public private(set) var isCallback = false
  /// The affected operations, such as `GET /todos/{id}`, in the order of the documents; empty for a difference of the
  /// whole document.
  public internal(set) var operations: [String]
  /// The JSON pointer of the difference.
  public let pointer: String
  /// Whether ``pointer`` refers to the new document instead of the old one.
  public let isInNew: Bool
  /// The difference and its consequence, in one sentence.
  public let reason: String
}

extension OpenAPIChange {
  /// The severity and consequence of a change of a webhook or callback.
  struct Effect {
    let severity: Severity
    let consequence: String

    static func breaking(_ consequence: String) -> Effect { Effect(severity: .breaking, consequence: consequence) }
    static func safe(_ consequence: String) -> Effect { Effect(severity: .safe, consequence: consequence) }
  }

  /// Creates a change of a webhook or callback.
  init(
    callback rule: DiffRule, _ direction: Direction, at pointer: String, isInNew: Bool, _ difference: String,
    _ effect: Effect
  ) {
    self.rule = rule
    self.direction = direction
    severity = effect.severity
    operations = []
    self.pointer = pointer
    self.isInNew = isInNew
    isCallback = true
    reason = "\(difference); \(effect.consequence)."
  }

  /// The change with the directions of webhooks and callbacks.
  var ofCallback: OpenAPIChange {
    var change = self
    change.direction = direction.opposite
    change.isCallback = true
    return change
  }

  /// Creates a change, and explains its consequence.
  init(_ rule: DiffRule, _ direction: Direction, at pointer: String, isInNew: Bool, _ difference: String) {
    self.rule = rule
    self.direction = direction
    severity = rule.severity(direction)
    operations = []
    self.pointer = pointer
    self.isInNew = isInNew
    let consequence =
      switch (rule.effect, direction) {
      case (.narrows, .request): "clients may send values that are refused now"
      case (.widens, .response): "clients may receive values that they do not expect"
      case (.narrows, .response), (.widens, .request): "all values that clients know remain valid"
      case (.drops, .request): "the value that clients send is ignored"
      case (.drops, .response): "clients already expect its absence"
      default: ""
      }
    reason = consequence.isEmpty ? "\(difference)." : "\(difference); \(consequence)."
  }
}

extension OpenAPIChange.Direction {
  /// The other direction.
  var opposite: Self { self == .request ? .response : .request }
}
