internal import Contract

/// What makes two requests the same, before credentials: who asks, what for, and how.
struct RequestKey: Hashable, Sendable {
  /// Held, so that no other client gets its identity.
  private let lane: Lane
  private let name: String
  private let fields: [HTTPField]

  /// The key of a request that asks for no change and has no content; nil for others.
  init?(_ request: HTTPRequest, _ lane: Lane) {
    guard request.method == .get || request.method == .head, case .empty = request.body else { return nil }
    self.lane = lane
    self.name = "\(request.method) \(request.url)"
    self.fields = request.fields.lines
  }

  /// A key of the program's own.
  init(named name: String, _ lane: Lane) {
    self.lane = lane
    self.name = name
    self.fields = []
  }

  static func == (left: Self, right: Self) -> Bool {
    left.lane === right.lane && left.name == right.name && left.fields == right.fields
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(lane))
    hasher.combine(name)
    hasher.combine(fields)
  }
}
