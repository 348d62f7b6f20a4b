public import Contract

extension APIClient {
  /// Sets the base URL. Path, query and body of the client are kept.
  public func baseURL(_ baseURL: String) -> APIClient {
    changed { values in
      do throws(ClientError) {
        values.base = try BaseURL(baseURL)
        values.baseError = nil
      } catch {
        values.baseError = error
      }
    }
  }

  /// Changes the configuration.
  ///
  /// ```swift
  /// let patient = client.configured { $0.timeout = .seconds(300) }
  /// ```
  public func configured(_ change: (inout ClientConfiguration) -> Void) -> APIClient {
    changed { change(&$0.configuration) }
  }

  /// Sets one value of the configuration: `client.with(\.tenant, "acme")`.
  public func with<Value>(_ keyPath: WritableKeyPath<ClientConfiguration, Value>, _ value: Value) -> APIClient {
    configured { $0[keyPath: keyPath] = value }
  }

  /// Applies a closure to the client, for example to add modifiers under a condition.
  public func modified(_ modifiers: (APIClient) throws -> APIClient) rethrows -> APIClient {
    try modifiers(self)
  }

  /// Sets the timeout of a call, from its start to the last byte of the response, including all attempts. Default: 60
  /// seconds. A shorter timeout declared by the operation wins.
  public func timeout(_ timeout: Duration) -> APIClient {
    configured { $0.timeout = timeout }
  }

  /// Sets the timeout of an attempt. Default: the remaining time of the call.
  ///
  /// For streams and downloads an attempt ends with the response head; ``idleTimeout(_:)`` limits the body. A resumed
  /// download (`resuming: true`, with ``retry()``) makes one request for each part. Without an attempt timeout, an
  /// unresponsive server can hold such a request for the whole timeout of the call.
  public func attemptTimeout(_ timeout: Duration?) -> APIClient {
    configured { $0.attemptTimeout = timeout }
  }

  /// Sets the maximum time that the reader of a streamed body waits for more bytes; the stream then throws the code
  /// `timeout`. nil waits until the connection is closed. Default: 60 seconds, and no limit for events.
  public func idleTimeout(_ timeout: Duration?) -> APIClient {
    configured { $0.transportOptions.idleTimeout = timeout.map(IdleTimeout.after) ?? .never }
  }

  /// Sends the remaining time of the call in milliseconds with every attempt, so that the server can stop work that
  /// would finish too late.
  ///
  /// No such header is standardized: name the one that your server reads. nil, the default, sends none.
  public func deadlineField(_ name: HTTPFieldName? = "Request-Timeout-Ms") -> APIClient {
    configured { $0.deadlineField = name }
  }

  /// Sets the maximum size of a decoded response body in bytes. Default: 16 MiB.
  public func maxResponseBytes(_ count: Int) -> APIClient {
    configured { $0.transportOptions.maxResponseBytes = count }
  }

  /// Sets the maximum length in bytes of a line in a stream (`.lines`, `.jsonLines`). Default: 1 MiB. A longer line
  /// throws the code `responseTooLarge`. While a line is read, up to twice its length is in memory.
  public func maxLineBytes(_ count: Int) -> APIClient {
    configured { $0.maxLineBytes = count }
  }

  /// Sets the maximum size in bytes of the data of a server-sent event. Default: 1 MiB. A larger event ends the stream
  /// with the code `responseTooLarge`.
  public func maxEventBytes(_ count: Int) -> APIClient {
    configured { $0.maxEventBytes = count }
  }

  /// Sets the redirect policy. Default: up to 5 redirects.
  public func redirects(_ policy: RedirectPolicy) -> APIClient {
    configured { $0.transportOptions.redirects = policy }
  }

  /// Sets the transport that sends the requests.
  public func transport(_ transport: any ClientTransport) -> APIClient {
    configured { $0.transport = transport }
  }

  /// Changes the transport options of each request: `client.transport { $0.maxResponseBytes = 1 << 30 }`.
  public func transport(_ change: (inout TransportOptions) -> Void) -> APIClient {
    configured { change(&$0.transportOptions) }
  }

  /// Adds middleware around each call, including all its attempts. The first middleware is the outermost: it sees the
  /// request first and the response last.
  public func middleware(_ middleware: any Middleware) -> APIClient {
    configured { $0.middleware.append(middleware) }
  }

  /// Adds a closure as middleware around each call: `.middleware { request, next in try await next(request) }`.
  public func middleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> APIClient {
    middleware(ClosureMiddleware(body))
  }

  /// Adds middleware around each attempt of a call. The first middleware is the outermost. Credentials are added after
  /// all middleware.
  public func attemptMiddleware(_ middleware: any Middleware) -> APIClient {
    configured { $0.attemptMiddleware.append(middleware) }
  }

  /// Wraps every attempt of a call in a closure.
  public func attemptMiddleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> APIClient {
    attemptMiddleware(ClosureMiddleware(body))
  }

  /// Sets the format of values in queries, forms and JSON of fluent calls. Endpoints of contracts declare their own.
  public func wire(_ wire: Wire) -> APIClient {
    configured { $0.wire = wire }
  }

  /// Sets the format of bodies passed as values. JSON and custom formats also apply to results.
  public func bodyFormat(_ format: BodyFormat) -> APIClient {
    configured { $0.bodyFormat = format }
  }

  /// Sets the validator of fluent calls, which selects the successful responses. Default: a status of 2xx.
  public func validator(_ validator: ResponseValidator) -> APIClient {
    configured { $0.validator = validator }
  }

  /// Sets the decoder of errors from responses of fluent calls that are not a success or cannot be decoded.
  public func errorDecoder(_ decoder: ResponseErrorDecoder) -> APIClient {
    configured { $0.errorDecoder = decoder }
  }
}
