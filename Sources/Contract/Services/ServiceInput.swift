/// An argument for a service that is created for each request: the caller, a value from middleware, a part of the path.
///
/// The service has the value as a non-optional property, and unit tests pass it like any other argument:
///
/// ```swift
/// struct IssueService: Issues {
///   let store: Store
///   let user: User
///   func create(title: String) async throws -> Issue { await store.add(title, by: user) }
/// }
///
/// IssuesRoutes(.principal(User.self)) { user in IssueService(store: store, user: user) }
/// ```
///
/// The service is created for each request, after its credentials were checked and before its inputs are decoded, so it
/// should be a small struct. A server does not start when the value may be missing: see ``principal(_:)``,
/// ``value(_:)``, ``path(_:as:)`` and ``content``.
public struct ServiceInput<Value>: Sendable {
  let read: @Sendable (ServerRequest) throws -> Value
  let need: ServiceNeed?

  init(_ need: ServiceNeed?, read: @escaping @Sendable (ServerRequest) throws -> Value) {
    self.read = read
    self.need = need
  }

  /// Creates an input that a closure reads from the request.
  ///
  /// - Parameter read: returns the value. An error is treated like one of the handler: a declared failure has its status,
  ///   any other results in 500.
  public init(_ read: @escaping @Sendable (ServerRequest) throws -> Value) {
    self.init(nil, read: read)
  }

  /// The request itself: its head, body, peer, client certificate and trace.
  public static var request: ServiceInput<ServerRequest> { ServiceInput<ServerRequest> { $0 } }

  /// The received bytes of the body, in addition to the decoded inputs. Empty without a body.
  ///
  /// A server does not start when an operation of the service reads its body while it arrives.
  public static var content: ServiceInput<[UInt8]> { ServiceInput<[UInt8]>(.content) { $0.body } }
}

extension ServiceInput where Value: Sendable {
  /// Returns the identity of the caller from the authenticator of the operation's scheme.
  ///
  /// A server does not start when an operation of the service requires no credentials, or when an authenticator of its
  /// schemes returns another type.
  public static func principal(_ type: Value.Type) -> ServiceInput {
    ServiceInput(.principal(type)) { request in
      guard let principal = request.principal(type) else { throw MissingServiceInput(.principal(type), request) }
      return principal
    }
  }

  /// Returns a value that middleware stores in the ``Exchange`` by its type.
  ///
  /// A server does not start when none of its middleware declares that it provides the type.
  public static func value(_ type: Value.Type) -> ServiceInput {
    ServiceInput(.value(type)) { request in
      guard let value = request.exchange?[type] else { throw MissingServiceInput(.value(type), request) }
      return value
    }
  }
}

extension ServiceInput where Value: ParameterValue & SendableMetatype {
  /// Returns the value of a placeholder in the path below which the routes are mounted.
  ///
  /// ```swift
  /// TodosRoutes(.path("tenant", as: String.self)) { tenant in TodoService(tenant: tenant) }
  ///   .mounted(at: "/tenants/:tenant")
  /// ```
  ///
  /// A value of another type results in 400. A server does not start when the path has no such placeholder.
  public static func path(_ name: String, as type: Value.Type = Value.self) -> ServiceInput {
    ServiceInput(.path(name, type)) { request in
      var decoder = RequestDecoder(request)
      guard let value = decoder.value(.path, name, as: type) else {
        throw RefusedInputs(failures: decoder.failures)
      }
      return value
    }
  }
}

extension ServiceInput where Value: RawRepresentable & SendableMetatype, Value.RawValue: ParameterValue {
  /// Returns the value of a placeholder, an enumeration, in the path below which the routes are mounted.
  ///
  /// A value without a case results in 400. A server does not start when the path has no such placeholder.
  @_disfavoredOverload
  public static func path(_ name: String, as type: Value.Type = Value.self) -> ServiceInput {
    ServiceInput(.path(name, type)) { request in
      var decoder = RequestDecoder(request)
      guard let value = decoder.value(.path, name, as: type) else {
        throw RefusedInputs(failures: decoder.failures)
      }
      return value
    }
  }
}

extension ServiceInput {
  /// Returns the identity of the caller; nil where the operation requires no credentials.
  public static func principal<Wrapped: Sendable>(ifPresent type: Wrapped.Type) -> ServiceInput
  where Value == Wrapped? {
    ServiceInput { $0.principal(type) }
  }
}
