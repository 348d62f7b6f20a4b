internal import Contract

/// The identity of a request to which no credentials were added yet: the requester, the method and URL, and the headers.
struct RequestKey: Hashable, Sendable {
  /// The client and its credentials.
  struct Requester: Hashable, Sendable {
    /// The sharing scope of the client, retained so that no other client gets its identity.
    let sharingScope: SharingScope
    /// The credentials that the operation requires.
    var security: [SecurityRequirement] = []
    /// The generation of the client's token.
    var tokens = 0
  }

  private let requester: Requester
  private let name: ExactText
  private let fields: [HTTPField]

  /// Creates the key of a GET or HEAD request without a body; nil for others.
  ///
  /// - Parameter omitted: The headers to ignore.
  init?(_ request: HTTPRequest, _ requester: Requester, without omitted: Set<HTTPFieldName>) {
    guard request.method == .get || request.method == .head, case .empty = request.body else { return nil }
    self.requester = requester
    self.name = ExactText("\(request.method) \(request.url)")
    self.fields = request.fields.lines.filter { !omitted.contains($0.name) }
  }

  /// Creates a key with a name chosen by the program.
  init(named name: String, _ requester: Requester) {
    self.requester = requester
    self.name = ExactText(name)
    self.fields = []
  }
}
