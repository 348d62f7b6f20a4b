internal import Contract
internal import ContractHTTP

/// Everything a client is, in one allocation that copies share, and what follows from it, found out once.
final class ClientSettings: Sendable {
  /// Where requests go, and what all of them say.
  struct Values: Sendable {
    var base: BaseURL?
    var configuration: ClientConfiguration
    var draft = RequestDraft()
    /// What is wrong with the base URL.
    var baseMistake: ClientError?
    /// What is wrong with the values of fields, until they are replaced.
    var fieldMistakes: [HTTPFieldName: ClientError] = [:]
    /// The first other mistake.
    private var otherMistake: ClientError?

    /// A mistake in the settings, thrown by every call.
    var mistake: ClientError? {
      baseMistake ?? otherMistake ?? fieldMistakes.min { $0.key.canonicalName < $1.key.canonicalName }?.value
    }

    /// An error for a setting that cannot be used.
    static func mistake(_ message: String) -> ClientError { ClientError(.invalidInput, stage: .encode, message) }

    /// Keeps a mistake unless there is one already.
    mutating func refuse(_ message: String) {
      if otherMistake == nil { otherMistake = Self.mistake(message) }
    }

    /// Sends a field no more, nor complains about a value that it should have had.
    mutating func forget(_ name: HTTPFieldName) {
      configuration.fields.remove(name)
      fieldMistakes[name] = nil
    }

    init(configuration: ClientConfiguration) {
      self.configuration = configuration
    }
  }

  let values: Values
  /// The base URL, and behind it the path that the client has been given.
  let base: BaseURL?
  /// True when every call throws, without a look at the error itself.
  let hasMistake: Bool
  /// True when nothing stands between a request and the transport.
  let isPlain: Bool
  let middleware: ClientMiddlewareChain
  let attemptMiddleware: ClientMiddlewareChain
  /// True when calls may have the response of another one.
  let sharesResponses: Bool
  /// True when a host that is left alone keeps calls from more than being sent.
  let asksBreakerEarly: Bool
  private let merged: MergedFields
  /// The query of the draft, once it has been encoded; nil for a draft without one.
  private let query: Lock<Result<String, ClientError>?>?

  init(_ values: Values, after previous: ClientSettings? = nil) {
    self.values = values
    let draft = values.draft
    self.base = draft.path.isEmpty ? values.base : values.base?.appending(draft.path.text)
    let configuration = values.configuration
    self.hasMistake = values.mistake != nil
    self.isPlain =
      configuration.isPlain && draft.changes.isEmpty && draft.queries.isEmpty
      && draft.links.isEmpty
    self.middleware = ClientMiddlewareChain(configuration.middleware)
    self.attemptMiddleware = ClientMiddlewareChain(configuration.attemptMiddleware)
    self.sharesResponses = configuration.throttle != nil || configuration.coalescing != nil
    self.asksBreakerEarly = configuration.cache != nil || configuration.auth?.runsCode == true
    if let previous, previous.configuration.fields.isSpelledLike(configuration.fields) {
      self.merged = previous.merged
    } else {
      self.merged = MergedFields()
    }
    self.query = draft.queries.isEmpty ? nil : Lock(nil)
  }

  var configuration: ClientConfiguration { values.configuration }

  /// The fields of a request, and those of the client that it does not have itself.
  func fields(for request: HTTPRequest, _ operation: APIOperation) -> HTTPFields {
    let fields = values.configuration.fields
    // A field that credentials replace depends on more than the operation's own fields.
    if values.configuration.auth == nil, values.configuration.credentials.isEmpty {
      return merged.fields(for: operation, request.fields, adding: fields) ?? request.fields.adding(fields)
    }
    let replaced = replacedFields(in: request, operation)
    if !replaced.contains(where: fields.contains),
      let merged = merged.fields(for: operation, request.fields, adding: fields)
    {
      return merged
    }
    return request.fields.adding(fields, except: replaced)
  }

  /// The fields of the client that its credentials take the place of.
  private func replacedFields(in request: HTTPRequest, _ operation: APIOperation) -> [HTTPFieldName] {
    guard values.configuration.isAuthEnabled else { return [] }
    var replaced: [HTTPFieldName] = []
    if let name = values.configuration.credentials.replacedField(in: request, for: operation) { replaced.append(name) }
    if let auth = values.configuration.auth, auth.applies(to: operation), let name = auth.fieldName {
      replaced.append(name)
    }
    return replaced
  }

  /// The query that the client has been given, encoded; nil without one.
  ///
  /// - Throws: ``/Contract/ClientError`` for a value that cannot travel there.
  func draftQuery() throws(ClientError) -> String? {
    guard let query else { return nil }
    if let known = query.withLock({ $0 }) { return try known.get() }
    let made: Result<String, ClientError>
    do throws(ClientError) {
      made = .success(try values.draft.query(spelledBy: configuration.wire.form))
    } catch {
      made = .failure(error)
    }
    query.withLock { $0 = made }
    return try made.get()
  }
}
