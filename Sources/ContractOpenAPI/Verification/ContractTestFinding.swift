/// A difference between a server and its document, with the smallest request that shows it.
public struct ContractTestFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a difference.
  public enum Kind: String, Sendable, CaseIterable {
    /// The status is not declared.
    case undeclaredStatus
    /// The status is 500, or an undeclared status above 500.
    case serverError
    /// The body breaks its schema, cannot be parsed, or is absent.
    case invalidBody
    /// The media type is not declared.
    case wrongMediaType
    /// A required header is absent.
    case missingHeader
    /// A header breaks its schema.
    case invalidHeader
    /// An invalid request succeeded.
    case acceptedInvalidRequest
    /// A valid request was refused as invalid.
    case refusedValidRequest
    /// A request without valid credentials was not refused with 401.
    case missingAuthentication
    /// Valid credentials were refused with 401.
    case refusedCredentials
    /// There was no response.
    case noResponse
  }

  /// The kind of the difference.
  public let kind: Kind
  /// Method and path of the operation, such as `GET /todos/{id}`.
  public let operation: String
  /// The `operationId`; nil if absent.
  public let operationID: String?
  /// The difference, as a sentence.
  public let description: String
  /// The expected response, as a sentence.
  public let expected: String
  /// The JSON pointer of the declaration in the document.
  public let pointer: String
  /// The smallest request that was found, as a command for curl. Credentials and sensitive headers are placeholders.
  public let command: String
  /// The beginning of the response: status, and up to 400 bytes of the body. Credentials that the server repeats are
  /// placeholders.
  public let response: String
  /// The seed of the run.
  public let seed: UInt64
  /// The number of the case in the run, from 0.
  public let number: Int

  /// The finding on several lines.
  public var text: String {
    """
    \(kind.rawValue): \(operation)
      \(description)
      expected: \(expected)
      response: \(response)
      declared: \(pointer)
      repeat:   \(command)
      seed \(seed), case \(number)
    """
  }
}
