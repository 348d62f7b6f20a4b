internal import Contract

/// What makes two requests the same, before credentials: who asks, what for, and how.
struct RequestKey: Hashable, Sendable {
  /// Who asks.
  struct Asker: Hashable, Sendable {
    /// Held, so that no other client gets its identity.
    let lane: Lane
    /// What the operation asks for, of all that the client has to say who it is.
    var security: [SecurityRequirement] = []
    /// Which of the tokens that the client has had, one after the other.
    var tokens = 0
  }

  private let asker: Asker
  private let name: ExactText
  private let fields: [HTTPField]

  /// The key of a request that asks for no change and has no content; nil for others.
  ///
  /// - Parameter omitted: fields that make no difference.
  init?(_ request: HTTPRequest, _ asker: Asker, without omitted: Set<HTTPFieldName>) {
    guard request.method == .get || request.method == .head, case .empty = request.body else { return nil }
    self.asker = asker
    self.name = ExactText("\(request.method) \(request.url)")
    self.fields = request.fields.lines.filter { !omitted.contains($0.name) }
  }

  /// A key of the program's own.
  init(named name: String, _ asker: Asker) {
    self.asker = asker
    self.name = ExactText(name)
    self.fields = []
  }
}
