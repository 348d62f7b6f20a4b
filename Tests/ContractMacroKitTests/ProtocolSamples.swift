/// Less common functions of protocols, and their expansions.
extension ExpansionTests.Sample {
  static let overloads = ExpansionTests.Sample(
    name: "overloads with the response of a value, and with a completion handler",
    source: """
      @API @Mock
      protocol Users: Sendable {
        @GET("/users/:id") func user(id: Int) async throws -> (user: User, response: HTTPResponse)
        @GET("/users") func user(id: Int, name: String?) async throws -> [User]
        @GET("/later/:id") @Default("limit", 3)
        func user(_ id: Int, limit: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void)
      }

      """,
    expansion: #"""

      protocol Users: Sendable {
        func user(id: Int) async throws -> (user: User, response: HTTPResponse)
        func user(id: Int, name: String?) async throws -> [User]

        func user(_ id: Int, limit: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void)
      }

      /// The endpoints of ``Users``.
      nonisolated enum UsersEndpoints {
        /// The inputs of ``Users/user(id:)``.
        nonisolated struct UserIdInput: Contract::EndpointRequest {
          let id: Int

          init(id: Int) {
            self.id = id
          }

          static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              path id: Int
              """)
          }

          func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.int(.path, "id", self.id)
          }

          static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            return Self(id: _decoder.int(.path, "id"))
          }
        }

        /// The endpoint of ``Users/user(id:)``.
        static let userId: Contract::Endpoint<UserIdInput, (User, Contract::HTTPResponse)> = {
          let __value = Contract::_Type<User>.self
          typealias __Result = (User, Contract::HTTPResponse)
          let __codec = Contract::ResponseCodec<__Result>.withResponse(__value)
          return Contract::Endpoint(.get, "/users/:id", id: "Users.userId", result: __codec)
        }()

        /// The inputs of ``Users/user(id:name:)``.
        nonisolated struct UserIdNameInput: Contract::EndpointRequest {
          let id: Int
          let name: String?

          init(id: Int, name: String? = nil) {
            self.id = id
            self.name = name
          }

          static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              query id: Int
              query? name: String?
              """)
          }

          func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.int(.query, "id", self.id)
            _encoder.string(.query, "name", self.name)
          }

          static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            return Self(id: _decoder.int(.query, "id"), name: _decoder.optionalString(.query, "name"))
          }
        }

        /// The endpoint of ``Users/user(id:name:)``.
        static let userIdName: Contract::Endpoint<UserIdNameInput, [User]> = {
          return Contract::Endpoint(.get, "/users", id: "Users.userIdName")
        }()

        /// The inputs of ``Users/user(_:limit:completion:)``.
        nonisolated struct UserIdLimitCompletionInput: Contract::EndpointRequest {
          let id: Int
          let limit: Int

          init(id: Int, limit: Int = 3) {
            self.id = id
            self.limit = limit
          }

          static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              path id: Int
              query? limit: Int
              """)
          }

          func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.int(.path, "id", self.id)
            _encoder.int(.query, "limit", self.limit)
          }

          static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            return Self(id: _decoder.int(.path, "id"), limit: _decoder.int(.query, "limit", default: 3))
          }
        }

        /// The endpoint of ``Users/user(_:limit:completion:)``.
        static let userIdLimitCompletion: Contract::Endpoint<UserIdLimitCompletionInput, User> = {
          return Contract::Endpoint(.get, "/later/:id", id: "Users.userIdLimitCompletion")
        }()

        /// All endpoints, in the order of the protocol.
        static var all: [Contract::APIOperation] {
          [
            userId.operation,
            userIdName.operation,
            userIdLimitCompletion.operation,
          ]
        }

        typealias _Routes = UsersRoutes
        typealias _Mock = UsersMock
      }


      /// A client of ``Users`` over HTTP.
      nonisolated struct UsersAPI: Users, Contract::_ContractClient {
        /// The caller that sends the requests.
        let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }
      }


      /// The routes of ``Users``.
      nonisolated struct UsersRoutes: Contract::RouteCollection {
        /// The routes of all endpoints, in the order of the protocol.
        let routes: [Contract::Route]

        /// Creates routes that call the functions of `service`.
        init(_ service: some Users) {
          self.routes = (0..<3).map { Self.__route($0, service) }
        }

        /// Creates routes that create a service for each request, with values of the request.
        init<each __Input, __Service: Users>(_ inputs: repeat Contract::ServiceInput<each __Input>, service: @escaping @Sendable (repeat each __Input) throws -> __Service) {
          self.routes = Contract::ServiceFactory(repeat each inputs, service: service).routes(of: UsersEndpoints.all) { Self.__route($0, $1) }
        }

        private static func __route(_ index: Swift::Int, _ service: any Users) -> Contract::Route {
          switch index {
          case 0:
            return Contract::Route._calling(UsersEndpoints.userId, of: service as any Users) { (__service: any Users, __input: UsersEndpoints.UserIdInput) in
              try await __service.user(id: __input.id)
            }
          case 1:
            return Contract::Route._calling(UsersEndpoints.userIdName, of: service as any Users) { (__service: any Users, __input: UsersEndpoints.UserIdNameInput) in
              try await __service.user(id: __input.id, name: __input.name)
            }
          default:
            return Contract::Route._calling(UsersEndpoints.userIdLimitCompletion, of: service as any Users) { (__service: any Users, __input: UsersEndpoints.UserIdLimitCompletionInput) in
              try await UsersEndpoints.userIdLimitCompletion.codec.completed {
                await Contract::Completion.started(__service.user(__input.id, limit: __input.limit, completion: $0))
              }
            }
          }
        }
      }

      /// A mock of ``Users`` that records calls.
      nonisolated final class UsersMock: Users, Contract::_ContractMock {
        let __mockPolicy: Contract::MockPolicy<any Users>

        /// Creates a mock. Functions that are not set follow `policy`; by default they throw.
        init(policy: Contract::MockPolicy<any Users> = .fail) {
          self.__mockPolicy = policy
        }

        /// Removes the recorded calls of all functions.
        func resetCalls() {
          self.__userId.resetCalls()
          self.__userIdName.resetCalls()
          self.__userIdLimitCompletion.resetCalls()
        }

        let __userId = Contract::MockFunction<UsersEndpoints.UserIdInput, (User, Contract::HTTPResponse)>("UsersMock.userId", "mockUserId")

        /// Sets the closure that ``user(id:)`` calls; nil restores the policy.
        func mockUserId(_ body: (@Sendable (_ id: Int) async throws -> (User, Contract::HTTPResponse))?) {
          guard let body else { return self.__userId.reset() }
          self.__userId.set { try await body($0.id) }
        }

        /// The recorded calls of ``user(id:)``, oldest first.
        var userIdCalls: [UsersEndpoints.UserIdInput] { self.__userId.calls }

        let __userIdName = Contract::MockFunction<UsersEndpoints.UserIdNameInput, [User]>("UsersMock.userIdName", "mockUserIdName")

        /// Sets the closure that ``user(id:name:)`` calls; nil restores the policy.
        func mockUserIdName(_ body: (@Sendable (_ id: Int, _ name: String?) async throws -> [User])?) {
          guard let body else { return self.__userIdName.reset() }
          self.__userIdName.set { try await body($0.id, $0.name) }
        }

        /// The recorded calls of ``user(id:name:)``, oldest first.
        var userIdNameCalls: [UsersEndpoints.UserIdNameInput] { self.__userIdName.calls }

        let __userIdLimitCompletion = Contract::MockFunction<UsersEndpoints.UserIdLimitCompletionInput, User>("UsersMock.userIdLimitCompletion", "mockUserIdLimitCompletion")

        /// Sets the closure that ``user(_:limit:completion:)`` calls; nil restores the policy.
        func mockUserIdLimitCompletion(_ body: (@Sendable (_ id: Int, _ limit: Int) async throws -> User)?) {
          guard let body else { return self.__userIdLimitCompletion.reset() }
          self.__userIdLimitCompletion.set { try await body($0.id, $0.limit) }
        }

        /// The recorded calls of ``user(_:limit:completion:)``, oldest first.
        var userIdLimitCompletionCalls: [UsersEndpoints.UserIdLimitCompletionInput] { self.__userIdLimitCompletion.calls }
      }

      extension Users where Self: Contract::_ContractClient {
        @_semantics("optimize.sil.specialize.generic.never")
        nonisolated(nonsending) func user(id: Int) async throws -> (user: User, response: HTTPResponse) {
          try await self.caller.call(UsersEndpoints.userId, UsersEndpoints.UserIdInput(id: id))
        }

        @_disfavoredOverload @_semantics("optimize.sil.specialize.generic.never")
        nonisolated(nonsending) func user(id: Int, name: String? = nil) async throws -> [User] {
          try await self.caller.call(UsersEndpoints.userIdName, UsersEndpoints.UserIdNameInput(id: id, name: name))
        }

        @_disfavoredOverload @_semantics("optimize.sil.specialize.generic.never")
        nonisolated func user(_ id: Int, limit: Int = 3, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
          UsersEndpoints.userIdLimitCompletion.with(self.caller).request(
            UsersEndpoints.UserIdLimitCompletionInput(id: id, limit: limit), completion: completion)
        }
      }


      extension Users {
        @_disfavoredOverload
        func user(_ id: Int, limit: Int? = nil, _contract _: () = (), completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
          self.user(id, limit: Contract::_DefaultArgument.value(limit, or: 3), completion: completion)
        }
      }

      extension Users where Self: Contract::_ContractMock {
        nonisolated func user(id: Int) async throws -> (user: User, response: HTTPResponse) {
          let __mock = self._mock(UsersEndpoints._Mock.self)
          return try await __mock.__userId.call(
            UsersEndpoints.UserIdInput(id: id), __mock.__mockPolicy
          ) { __service, __input in
            try await __service.user(id: __input.id)
          }
        }

        nonisolated func user(id: Int, name: String?) async throws -> [User] {
          let __mock = self._mock(UsersEndpoints._Mock.self)
          return try await __mock.__userIdName.call(
            UsersEndpoints.UserIdNameInput(id: id, name: name), __mock.__mockPolicy
          ) { __service, __input in
            try await __service.user(id: __input.id, name: __input.name)
          }
        }

        nonisolated func user(_ id: Int, limit: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
          let __mock = self._mock(UsersEndpoints._Mock.self)
          return __mock.__userIdLimitCompletion.call(
            UsersEndpoints.UserIdLimitCompletionInput(id: id, limit: limit),
            __mock.__mockPolicy,
            completion: completion
          ) { __service, __input in
            try await UsersEndpoints.userIdLimitCompletion.codec.completed {
              await Contract::Completion.started(__service.user(__input.id, limit: __input.limit, completion: $0))
            }
          }
        }
      }

      """#)
}
