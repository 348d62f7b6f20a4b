public import Contract

extension APIClient {
  /// The same client for another base URL, whose path, query and body it keeps.
  public func baseURL(_ baseURL: String) -> APIClient {
    changed { values in
      do throws(ClientError) {
        values.base = try BaseURL(baseURL)
        values.baseMistake = nil
      } catch {
        values.baseMistake = error
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

  /// Applies several modifiers, for conditions and for modifiers that are kept somewhere.
  public func modified(_ modifiers: (APIClient) throws -> APIClient) rethrows -> APIClient {
    try modifiers(self)
  }

  /// Gives every call this much time, from its start to the last byte of the response, with all attempts; 60 seconds
  /// unless set. An operation that declares less time has that.
  public func timeout(_ timeout: Duration) -> APIClient {
    configured { $0.timeout = timeout }
  }

  /// Gives every attempt of a call at most this much time; what the call has left unless set.
  ///
  /// Of streams and downloads an attempt is the time to the head of the response; the body has ``idleTimeout(_:)``. A download
  /// that goes on (`resuming: true`, with ``retry()``) makes a request for each rest of the file: without an attempt timeout
  /// a server that no longer answers holds the last of them for the whole time of the call.
  public func attemptTimeout(_ timeout: Duration?) -> APIClient {
    configured { $0.attemptTimeout = timeout }
  }

  /// Ends content that is pulled, with the code `timeout`, when its reader waits so long for it in vain; nil waits as long
  /// as the connection holds. 60 seconds unless set, and no limit for events.
  public func idleTimeout(_ timeout: Duration?) -> APIClient {
    configured { $0.transportOptions.idleTimeout = timeout.map(IdleTimeout.after) ?? .never }
  }

  /// Tells the server with every attempt how many milliseconds the call has left, so that it need not go on when nobody
  /// waits any more.
  ///
  /// Nobody has standardised such a field: name the one that the server reads. nil sends none, which is the default.
  public func deadlineField(_ name: HTTPFieldName? = "Request-Timeout-Ms") -> APIClient {
    configured { $0.deadlineField = name }
  }

  /// Refuses responses with more content than this, counted after decoding; 16 MiB unless set.
  public func maxResponseBytes(_ count: Int) -> APIClient {
    configured { $0.transportOptions.maxResponseBytes = count }
  }

  /// Ends a stream of lines (`.lines`, `.jsonLines`) with the code `responseTooLarge` at a line longer than this; 1 MiB
  /// unless set. That much is held in memory, and twice as much for a moment.
  public func maxLineBytes(_ count: Int) -> APIClient {
    configured { $0.maxLineBytes = count }
  }

  /// Ends a stream of events with the code `responseTooLarge` at an event whose data are longer than this; 1 MiB unless
  /// set.
  public func maxEventBytes(_ count: Int) -> APIClient {
    configured { $0.maxEventBytes = count }
  }

  /// Follows redirects by this policy; up to 5 unless set.
  public func redirects(_ policy: RedirectPolicy) -> APIClient {
    configured { $0.transportOptions.redirects = policy }
  }

  /// Sends requests with another transport.
  public func transport(_ transport: any ClientTransport) -> APIClient {
    configured { $0.transport = transport }
  }

  /// Changes how the transport sends each request: `client.transport { $0.maxResponseBytes = 1 << 30 }`.
  public func transport(_ change: (inout TransportOptions) -> Void) -> APIClient {
    configured { change(&$0.transportOptions) }
  }

  /// Wraps every call, with all its attempts. The first middleware added is the outermost: it sees the request first, the
  /// response last.
  public func middleware(_ middleware: any Middleware) -> APIClient {
    configured { $0.middleware.append(middleware) }
  }

  /// Wraps every call, with all its attempts, in a closure: `.middleware { request, next in try await next(request) }`.
  public func middleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> APIClient {
    middleware(ClosureMiddleware(body))
  }

  /// Wraps every attempt of a call. The first middleware added is the outermost. Credentials are added behind it.
  public func attemptMiddleware(_ middleware: any Middleware) -> APIClient {
    configured { $0.attemptMiddleware.append(middleware) }
  }

  /// Wraps every attempt of a call in a closure.
  public func attemptMiddleware(
    _ body: @escaping @Sendable (_ request: HTTPRequest, _ next: ClosureMiddleware.Next) async throws -> HTTPResponse
  ) -> APIClient {
    attemptMiddleware(ClosureMiddleware(body))
  }

  /// How values of fluent calls are spelled: queries, forms and JSON. Endpoints of contracts say that themselves.
  public func wire(_ wire: Wire) -> APIClient {
    configured { $0.wire = wire }
  }

  /// The form of bodies that are given as values, and for JSON and coders of your own that of results too.
  public func bodyFormat(_ format: BodyFormat) -> APIClient {
    configured { $0.bodyFormat = format }
  }

  /// Which responses of fluent calls are a success; those with a status of 2xx unless set.
  public func validator(_ validator: ResponseValidator) -> APIClient {
    configured { $0.validator = validator }
  }

  /// What makes an error of a fluent call's response that is no success, or that cannot be decoded.
  public func errorDecoder(_ decoder: ResponseErrorDecoder) -> APIClient {
    configured { $0.errorDecoder = decoder }
  }
}
