/// What a client's log says of each call.
public struct ClientLogComponents: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Components by their bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The method.
  public static let method = Self(rawValue: 1 << 0)
  /// Scheme, host and port.
  public static let baseURL = Self(rawValue: 1 << 1)
  /// The path.
  public static let path = Self(rawValue: 1 << 2)
  /// The query, with the values of secret members masked.
  public static let query = Self(rawValue: 1 << 3)
  /// The fields, with the values of secret ones masked.
  public static let headers = Self(rawValue: 1 << 4)
  /// The content, when it is text in memory, with the values of secret members masked.
  public static let body = Self(rawValue: 1 << 5)
  /// The number of bytes of the content.
  public static let bodySize = Self(rawValue: 1 << 6)
  /// The status.
  public static let statusCode = Self(rawValue: 1 << 7)
  /// The time that the call took.
  public static let duration = Self(rawValue: 1 << 8)
  /// When name lookup, connection, handshake and first byte were there.
  public static let timings = Self(rawValue: 1 << 9)
  /// The number of the attempt from the second on, repetitions, attempts beside slow ones, and redirects.
  public static let attempt = Self(rawValue: 1 << 10)
  /// The error in place of a response.
  public static let error = Self(rawValue: 1 << 11)
  /// The call's name, ``ClientCall/id``.
  public static let uuid = Self(rawValue: 1 << 12)
  /// Where the call stands in the program.
  public static let location = Self(rawValue: 1 << 13)
  /// The operation's name.
  public static let operation = Self(rawValue: 1 << 14)
  /// A record when the request is sent, beside the one at the end; without it the last record tells both.
  public static let onRequest = Self(rawValue: 1 << 15)
  /// The request as a command for curl.
  public static let cURL = Self(rawValue: 1 << 16)

  /// The whole URL.
  public static let url: Self = [.baseURL, .path, .query]
  /// One line at the end: what was asked, and what came of it.
  public static let basic: Self = [.method, .path, .statusCode, .duration, .error]
  /// Two records with the fields of both, without content.
  public static let standard: Self = [
    .method, .path, .query, .headers, .bodySize, .statusCode, .duration, .attempt, .error, .uuid, .location, .onRequest,
  ]
  /// Everything but the cURL command.
  public static let full: Self = [
    .standard, .url, .body, .timings, .operation,
  ]
}
