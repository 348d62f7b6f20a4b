internal import Contract
internal import ContractHTTP

/// The complete state of a client, shared by its copies, with values derived from it once.
final class ClientSettings: Sendable {
  /// The base URL, configuration and request draft of a client.
  struct Values: Sendable {
    var base: BaseURL?
    var configuration: ClientConfiguration
    var draft = RequestDraft()
    /// The error of an invalid base URL.
    var baseError: ClientError?
    /// The errors of invalid header values, until the headers are replaced.
    var fieldErrors: [HTTPFieldName: ClientError] = [:]
    /// The first other error.
    private var otherError: ClientError?

    /// The error that every call throws because of invalid settings.
    var settingsError: ClientError? {
      baseError ?? otherError ?? fieldErrors.min { $0.key.canonicalName < $1.key.canonicalName }?.value
    }

    /// Returns an error for an invalid setting.
    static func invalidSetting(_ message: String) -> ClientError { ClientError(.invalidInput, stage: .encode, message) }

    /// Records an error unless an error is already recorded.
    mutating func refuse(_ message: String) {
      if otherError == nil { otherError = Self.invalidSetting(message) }
    }

    /// Removes a header and the error of its value.
    mutating func forget(_ name: HTTPFieldName) {
      configuration.fields.remove(name)
      fieldErrors[name] = nil
    }

    init(configuration: ClientConfiguration) {
      self.configuration = configuration
    }
  }

  let values: Values
  /// The base URL with the path of the draft appended.
  let base: BaseURL?
  /// True if every call throws. Reading this is cheaper than reading the error.
  let hasSettingsError: Bool
  /// The steps of each call between the request and the transport.
  let steps: CallSteps
  let middleware: ClientMiddlewareChain
  let attemptMiddleware: ClientMiddlewareChain
  private let merged: MergedFields
  /// The encoded query of the draft, computed on first use; nil for a draft without a query.
  private let query: Lock<Result<String, ClientError>?>?

  init(_ values: Values, after previous: ClientSettings? = nil) {
    self.values = values
    let draft = values.draft
    self.base = draft.path.isEmpty ? values.base : values.base?.appending(draft.path.text)
    let configuration = values.configuration
    self.hasSettingsError = values.settingsError != nil
    self.steps = CallSteps(configuration, draft)
    self.middleware = ClientMiddlewareChain(configuration.middleware)
    self.attemptMiddleware = ClientMiddlewareChain(configuration.attemptMiddleware)
    if let previous, previous.configuration.fields.isSpelledLike(configuration.fields) {
      self.merged = previous.merged
    } else {
      self.merged = MergedFields()
    }
    self.query = draft.queries.isEmpty ? nil : Lock(nil)
  }

  var configuration: ClientConfiguration { values.configuration }

  /// True if calls have no steps, so that only headers and credentials are added to a request before it is sent.
  var isPlain: Bool { steps.isEmpty }

  /// Returns the headers of a request, completed with the client's headers.
  func fields(for request: HTTPRequest, _ operation: APIOperation) -> HTTPFields {
    let fields = values.configuration.fields
    // The headers merged for each operation are used unless credentials replace some of them, which depends on more than the
    // operation.
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

  /// Returns the names of the client's headers that its credentials replace.
  private func replacedFields(in request: HTTPRequest, _ operation: APIOperation) -> [HTTPFieldName] {
    guard values.configuration.isAuthEnabled else { return [] }
    var replaced: [HTTPFieldName] = []
    if let name = values.configuration.credentials.replacedField(in: request, for: operation) { replaced.append(name) }
    if let auth = values.configuration.auth, auth.applies(to: operation), let name = auth.fieldName {
      replaced.append(name)
    }
    return replaced
  }

  /// Returns the encoded query of the draft; nil if it has none.
  ///
  /// - Throws: ``/Contract/ClientError`` for a value that a query cannot contain.
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
