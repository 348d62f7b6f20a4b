public import Contract

extension APIClient {
  /// A client for a path below this one's: `client("users/all")`, `client("users/\(id)")`.
  ///
  /// See ``RequestPath`` for what is taken as it stands and what is encoded.
  public func callAsFunction(_ path: RequestPath) -> APIClient { appending(path) }

  /// A client for a path below this one's: `client.path("users/all")`.
  public func path(_ path: RequestPath) -> APIClient { appending(path) }

  /// A client for one segment below this one's path: `client("users")(user.id)`.
  ///
  /// The value is percent-encoded as one segment, slashes included. Empty ones, `.` and `..` are refused by the call.
  @_disfavoredOverload
  public func callAsFunction<T: ParameterValue>(_ value: T) -> APIClient {
    appending(RequestPath(value: value.parameterText))
  }

  /// A client for one segment below this one's path, which is an enumeration's raw value.
  @_disfavoredOverload
  public func callAsFunction<T: RawRepresentable>(_ value: T) -> APIClient where T.RawValue: ParameterValue {
    appending(RequestPath(value: value.rawValue.parameterText))
  }

  /// A client for one segment below this one's path: `client("users").path(user.id)`.
  @_disfavoredOverload
  public func path<T: ParameterValue>(_ value: T) -> APIClient {
    appending(RequestPath(value: value.parameterText))
  }

  /// A client for one segment below this one's path, which is an enumeration's raw value.
  @_disfavoredOverload
  public func path<T: RawRepresentable>(_ value: T) -> APIClient where T.RawValue: ParameterValue {
    appending(RequestPath(value: value.rawValue.parameterText))
  }

  private func appending(_ path: RequestPath) -> APIClient {
    changed { values in
      if let mistake = path.mistake { values.refuse(mistake) }
      values.draft.path.append(path)
      if let query = path.query { values.draft.queries.append(.text(query)) }
    }
  }

  // MARK: Method

  /// The same call with another method; GET without a body and POST with one unless set.
  public func method(_ method: HTTPMethod) -> APIClient {
    changed { $0.draft.method = method }
  }

  /// The call as GET.
  public var get: APIClient { method(.get) }
  /// The call as HEAD.
  public var head: APIClient { method(.head) }
  /// The call as POST.
  public var post: APIClient { method(.post) }
  /// The call as PUT.
  public var put: APIClient { method(.put) }
  /// The call as PATCH.
  public var patch: APIClient { method(.patch) }
  /// The call as DELETE.
  public var delete: APIClient { method(.delete) }
  /// The call as OPTIONS.
  public var options: APIClient { method(.options) }
}
