public import Contract

extension APIClient {
  /// Makes the call with a caller and reads its result with a reader.
  ///
  /// ```swift
  /// let user: User = try await client("users")(7).call(.http, as: .decodable)
  /// let page = try await client("users").call(.http, as: .decodable(Page.self, \.items))
  /// for try await event in try await client("ticks").call(.stream, as: .events) { … }
  /// ```
  ///
  /// - Throws: The error of the client's error decoder, an error of a middleware, or ``/Contract/ClientError``.
  public func call<Received: Sendable, Value>(
    _ caller: ClientCaller<Received>, as serializer: ResponseReader<Received, Value>,
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Value {
    let settings = ClientModifiers.settings(of: self)
    var call = try settings.outgoingCall(
      accepting: serializer.accept(settings.configuration),
      at: CallLocation(fileID: fileID, line: line, function: function))
    if settings.configuration.looksForExamples {
      call.example = serializer.decoded.map { CallExample(decoding: $0, settings.configuration) }
    }
    return try await serializer.read(try await caller.receive(call), call)
  }

  /// Makes the call and decodes the response body: `let user: User = try await client("users")(7).call()`.
  ///
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``.
  public func call<Value: Decodable & SendableMetatype>(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Value {
    try await call(.http, as: .decodable, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and throws if the response is not a success.
  ///
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``.
  public func call(fileID: String = #fileID, line: Int = #line, function: String = #function) async throws {
    try await call(.http, as: .void, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and decodes the response body: `client.get()` is short for `client.get.call()`.
  ///
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``.
  public func callAsFunction<Value: Decodable & SendableMetatype>(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Value {
    try await call(.http, as: .decodable, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and throws if the response is not a success: `client.delete()` is short for `client.delete.call()`.
  ///
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``.
  public func callAsFunction(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws {
    try await call(.http, as: .void, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and returns its response, regardless of its status.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, or an error of a middleware.
  public func response(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> HTTPResponse {
    try await call(.http, as: .response, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and returns a response whose body is read while it arrives; see ``StreamedResponse``.
  ///
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``.
  public func stream(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> StreamedResponse {
    try await call(.stream, as: .instance, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and writes the response body to a file, without holding it in memory.
  ///
  /// The body is written to a temporary file next to `path`. Once complete, this file replaces any file at `path`.
  ///
  /// - Parameter resuming: Whether to resume an interrupted download of the same URL if the file on the server is
  ///   unchanged.
  /// - Throws: The errors of ``call(_:as:fileID:line:function:)``, and ``/Contract/ClientError`` with the code `file`
  ///   if the file cannot be written.
  @discardableResult
  public func download(
    to path: String, resuming: Bool = false, fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> DownloadedFile {
    try await call(
      .download(to: path, resuming: resuming), as: .instance, fileID: fileID, line: line, function: function)
  }

  // MARK: Inspecting

  /// Returns the request of the call without sending it: URL, headers, body and the changes of ``modifyRequest(_:)``.
  /// It lacks credentials, and the headers that middleware and the transport add.
  ///
  /// ```swift
  /// print(try client("users")(7).header("X-Team", "a").request().curlCommand())
  /// ```
  ///
  /// `Accept` is set as for a call that decodes its result, unless the client sets the header.
  ///
  /// - Throws: The errors that the call would throw before sending.
  public func request() throws -> HTTPRequest {
    let settings = ClientModifiers.settings(of: self)
    let location = CallLocation(fileID: #fileID, line: #line, function: #function)
    return try settings.outgoingCall(accepting: ContentReading.accept(Empty.self)(settings.configuration), at: location)
      .completeRequest()
  }

  // MARK: Callbacks

  /// Makes the call with a caller, reads its result with a reader and passes it to `completion`.
  ///
  /// - Parameter completion: Called once, on an arbitrary thread.
  /// - Returns: The task of the call. Cancelling it completes the call with a cancellation error.
  @discardableResult
  public func call<Received: Sendable, Value: Sendable>(
    _ caller: ClientCaller<Received>, as serializer: ResponseReader<Received, Value>,
    fileID: String = #fileID, line: Int = #line, function: String = #function,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task {
      completion(
        await .catching { try await call(caller, as: serializer, fileID: fileID, line: line, function: function) })
    }
  }

  /// Makes the call, decodes the response body and passes the value to `completion`.
  ///
  /// ```swift
  /// let task = client("users")(7).call { (result: Result<User, any Error>) in … }
  /// task.cancel()
  /// ```
  ///
  /// - Parameter completion: Called once, on an arbitrary thread.
  /// - Returns: The task of the call; cancel it to cancel the call.
  @discardableResult
  public func call<Value: Decodable & Sendable>(
    fileID: String = #fileID, line: Int = #line, function: String = #function,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Task<Void, Never> {
    call(.http, as: .decodable, fileID: fileID, line: line, function: function, completion: completion)
  }
}
