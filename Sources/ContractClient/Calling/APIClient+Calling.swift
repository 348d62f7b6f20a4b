public import Contract

extension APIClient {
  /// Makes the call in a way, and makes something of what it brings.
  ///
  /// ```swift
  /// let user: User = try await client("users")(7).call(.http, as: .decodable)
  /// let page = try await client("users").call(.http, as: .decodable(Page.self, \.items))
  /// for try await event in try await client("ticks").call(.stream, as: .events) { … }
  /// ```
  ///
  /// - Throws: what the client's error decoder makes of a response, what a middleware throws, else
  ///   ``/Contract/ClientError``.
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

  /// Makes the call and decodes the content of its response: `let user: User = try await client("users")(7).call()`.
  ///
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws.
  public func call<Value: Decodable & SendableMetatype>(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Value {
    try await call(.http, as: .decodable, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and throws unless it is a success.
  ///
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws.
  public func call(fileID: String = #fileID, line: Int = #line, function: String = #function) async throws {
    try await call(.http, as: .void, fileID: fileID, line: line, function: function)
  }

  /// The same as ``call(fileID:line:function:)``, so that `client.get()` is `client.get.call()`.
  ///
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws.
  public func callAsFunction<Value: Decodable & SendableMetatype>(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> Value {
    try await call(.http, as: .decodable, fileID: fileID, line: line, function: function)
  }

  /// The same as ``call(fileID:line:function:)``, so that `client.delete()` is `client.delete.call()`.
  ///
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws.
  public func callAsFunction(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws {
    try await call(.http, as: .void, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and gives its response, whatever its status.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response, or what a middleware throws.
  public func response(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> HTTPResponse {
    try await call(.http, as: .response, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and lets the content of its response be pulled; see ``StreamedResponse``.
  ///
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws.
  public func stream(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> StreamedResponse {
    try await call(.stream, as: .instance, fileID: fileID, line: line, function: function)
  }

  /// Makes the call and writes the content of its response to a file, without holding it in memory.
  ///
  /// The file is written beside its place and moved there when it is complete, in place of one that was there.
  ///
  /// - Parameter resuming: true goes on where an earlier download of the same URL has broken off, if the file is still the
  ///   same there.
  /// - Throws: what ``call(_:as:fileID:line:function:)`` throws, and an error that says why the file was not written.
  @discardableResult
  public func download(
    to path: String, resuming: Bool = false, fileID: String = #fileID, line: Int = #line, function: String = #function
  ) async throws -> DownloadedFile {
    try await call(
      .download(to: path, resuming: resuming), as: .instance, fileID: fileID, line: line, function: function)
  }

  // MARK: Without sending

  /// The request of the call, which is not sent: with its URL, fields and content, and what ``modifyRequest(_:)`` makes of
  /// it. What middleware and the transport add is not there, nor are credentials.
  ///
  /// ```swift
  /// print(try client("users")(7).header("X-Team", "a").request().curlCommand())
  /// ```
  ///
  /// `Accept` is what a decoded result asks for, unless the client has that field.
  ///
  /// - Throws: what the call would throw before anything is sent.
  public func request() throws -> HTTPRequest {
    let settings = ClientModifiers.settings(of: self)
    let location = CallLocation(fileID: #fileID, line: #line, function: #function)
    return try settings.outgoingCall(accepting: ContentReading.accept(settings.configuration), at: location)
      .completeRequest()
  }

  // MARK: Callbacks

  /// Makes the call in a way, and hands over what was made of what it brings.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled; a cancelled call completes with the error that says so.
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

  /// Makes the call, decodes the content of its response and hands it over.
  ///
  /// ```swift
  /// let task = client("users")(7).call { (result: Result<User, any Error>) in … }
  /// task.cancel()
  /// ```
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled.
  @discardableResult
  public func call<Value: Decodable & Sendable>(
    fileID: String = #fileID, line: Int = #line, function: String = #function,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Task<Void, Never> {
    call(.http, as: .decodable, fileID: fileID, line: line, function: function, completion: completion)
  }
}
