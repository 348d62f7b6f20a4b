public import Contract

extension APIClient {
  /// Returns a client for a path below the path of this client: `client("users/all")`, `client("users/\(id)")`.
  ///
  /// See ``RequestPath`` for the rules of percent-encoding.
  public func callAsFunction(_ path: RequestPath) -> APIClient { appending(path) }

  /// Returns a client for a path below the path of this client: `client.path("users/all")`.
  public func path(_ path: RequestPath) -> APIClient { appending(path) }

  /// Returns a client for one segment below the path of this client: `client("users")(user.id)`.
  ///
  /// The value is percent-encoded as one segment, including slashes. The call throws for an empty segment, `.` or `..`.
  @_disfavoredOverload
  public func callAsFunction<T: ParameterValue>(_ value: T) -> APIClient {
    appending(RequestPath(value: value.parameterText))
  }

  /// Returns a client for one segment below the path of this client: the raw value of an enumeration.
  @_disfavoredOverload
  public func callAsFunction<T: RawRepresentable>(_ value: T) -> APIClient where T.RawValue: ParameterValue {
    appending(RequestPath(value: value.rawValue.parameterText))
  }

  /// Returns a client for one segment below the path of this client: `client("users").path(user.id)`.
  @_disfavoredOverload
  public func path<T: ParameterValue>(_ value: T) -> APIClient {
    appending(RequestPath(value: value.parameterText))
  }

  /// Returns a client for one segment below the path of this client: the raw value of an enumeration.
  @_disfavoredOverload
  public func path<T: RawRepresentable>(_ value: T) -> APIClient where T.RawValue: ParameterValue {
    appending(RequestPath(value: value.rawValue.parameterText))
  }

  private func appending(_ path: RequestPath) -> APIClient {
    changed { values in
      if let fault = path.fault { values.refuse(fault) }
      values.draft.path.append(path)
      if let query = path.query { values.draft.queries.append(.text(query)) }
    }
  }

  // MARK: Method

  /// Sets the method. Default: POST with a body, otherwise GET.
  public func method(_ method: HTTPMethod) -> APIClient {
    changed { $0.draft.method = method }
  }

  /// A copy of the client with the method GET.
  public var get: APIClient { method(.get) }
  /// A copy of the client with the method HEAD.
  public var head: APIClient { method(.head) }
  /// A copy of the client with the method POST.
  public var post: APIClient { method(.post) }
  /// A copy of the client with the method PUT.
  public var put: APIClient { method(.put) }
  /// A copy of the client with the method PATCH.
  public var patch: APIClient { method(.patch) }
  /// A copy of the client with the method DELETE.
  public var delete: APIClient { method(.delete) }
  /// A copy of the client with the method OPTIONS.
  public var options: APIClient { method(.options) }
}
