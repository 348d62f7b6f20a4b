/// One event of an event stream (WHATWG HTML §9.2).
public struct ServerEvent: Hashable, Sendable {
  /// The event type. Default: `message`.
  public var name: String
  /// The data lines, joined by LF.
  public var data: String
  /// The last ID sent by the server, for `Last-Event-ID`; nil before the first.
  public var id: String?

  /// Creates an event.
  public init(name: String = "message", data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}

extension ServerEvent {
  /// Decodes the data as JSON: `for try await event in events { let tick = try event.value(of: Tick.self) }`.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `decoding`.
  public func value<Value: Decodable>(
    of type: Value.Type = Value.self, options: JSONOptions = JSONOptions()
  ) throws(ClientError) -> Value {
    do throws(JSONContent.Unreadable) {
      return try JSONContent.value(Value.self, in: Array(data.utf8), options)
    } catch {
      throw ClientError(decoding: error.failures, error.cause ?? error, subject: "the data of an event", for: nil)
    }
  }
}
