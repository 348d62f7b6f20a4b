/// Contracts and their expansions.
extension ExpansionTests.Sample {
  static let defaults = ExpansionTests.Sample(
    name: "a contract with defaults and a mock",
    source: """
      @API @Mock
      public protocol Todos: Sendable {
        /// Lists todos,
        /// newest first.
        ///
        /// All of them.
        @GET("/todos") @Default("limit", 20)
        func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]
        @HTTP("/cache", method: "PURGE")
        func purge() async throws
      }

      """,
    expansion: #"""

      public protocol Todos: Sendable {
        /// Lists todos,
        /// newest first.
        ///
        /// All of them.

        func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo]
        func purge() async throws
      }

      /// The endpoints of ``Todos``.
      public nonisolated enum TodosEndpoints {
        /// The inputs of ``Todos/list(limit:done:tags:)``.
        public nonisolated struct ListInput: Contract::EndpointRequest {
          public let limit: Int
          public let done: Bool?
          public let tags: [String]

          public init(limit: Int = 20, done: Bool? = nil, tags: [String]) {
            self.limit = limit
            self.done = done
            self.tags = tags
          }

          public static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              query? limit: Int
              query? done: Bool?
              query? tags: [String]
              """)
          }

          public func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.int(.query, "limit", self.limit)
            _encoder.bool(.query, "done", self.done)
            _encoder.strings(.query, "tags", self.tags)
          }

          public static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            return Self(
              limit: _decoder.int(.query, "limit", default: 20),
              done: _decoder.optionalBool(.query, "done"),
              tags: _decoder.strings(.query, "tags"))
          }
        }

        /// Lists todos,
        /// newest first.
        ///
        /// All of them.
        public static let list: Contract::Endpoint<ListInput, [Todo]> = {
          return Contract::Endpoint(.get, "/todos", .documentation("Lists todos,\nnewest first.\n\nAll of them."), id: "Todos.list", summary: "Lists todos, newest first.")
        }()

        /// The endpoint of ``Todos/purge()``.
        public static let purge = Contract::Endpoint<Contract::Empty, ()>(.init("PURGE")!, "/cache", id: "Todos.purge")

        /// All endpoints, in the order of the protocol.
        public static var all: [Contract::APIOperation] {
          [
            list.operation,
            purge.operation,
          ]
        }

        public typealias _Routes = TodosRoutes
        public typealias _Mock = TodosMock
      }


      /// A client of ``Todos`` over HTTP.
      public nonisolated struct TodosAPI: Todos, Contract::_ContractClient {
        /// The caller that sends the requests.
        public let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        public init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }
      }


      /// The routes of ``Todos``.
      public nonisolated struct TodosRoutes: Contract::RouteCollection {
        /// The routes of all endpoints, in the order of the protocol.
        public let routes: [Contract::Route]

        /// Creates routes that call the functions of `service`.
        public init(_ service: some Todos) {
          self.routes = (0..<2).map { Self.__route($0, service) }
        }

        /// Creates routes that create a service for each request, with values of the request.
        public init<each __Input, __Service: Todos>(_ inputs: repeat Contract::ServiceInput<each __Input>, service: @escaping @Sendable (repeat each __Input) throws -> __Service) {
          self.routes = Contract::ServiceFactory(repeat each inputs, service: service).routes(of: TodosEndpoints.all) { Self.__route($0, $1) }
        }

        private static func __route(_ index: Swift::Int, _ service: any Todos) -> Contract::Route {
          switch index {
          case 0:
            return Contract::Route._calling(TodosEndpoints.list, of: service as any Todos) { (__service: any Todos, __input: TodosEndpoints.ListInput) in
              try await __service.list(limit: __input.limit, done: __input.done, tags: __input.tags)
            }
          default:
            return Contract::Route._callingWithoutInputs(TodosEndpoints.purge, of: service as any Todos) { (__service: any Todos) in
              try await __service.purge()
            }
          }
        }
      }

      /// A mock of ``Todos`` that records calls.
      public nonisolated final class TodosMock: Todos, Contract::_ContractMock {
        let __mockPolicy: Contract::MockPolicy<any Todos>

        /// Creates a mock. Functions that are not set follow `policy`; by default they throw.
        public init(policy: Contract::MockPolicy<any Todos> = .fail) {
          self.__mockPolicy = policy
        }

        /// Removes the recorded calls of all functions.
        public func resetCalls() {
          self.__list.resetCalls()
          self.__purge.resetCalls()
        }

        let __list = Contract::MockFunction<TodosEndpoints.ListInput, [Todo]>("TodosMock.list", "mockList")

        /// Sets the closure that ``list(limit:done:tags:)`` calls; nil restores the policy.
        public func mockList(_ body: (@Sendable (_ limit: Int, _ done: Bool?, _ tags: [String]) async throws -> [Todo])?) {
          guard let body else { return self.__list.reset() }
          self.__list.set { try await body($0.limit, $0.done, $0.tags) }
        }

        /// The recorded calls of ``list(limit:done:tags:)``, oldest first.
        public var listCalls: [TodosEndpoints.ListInput] { self.__list.calls }

        let __purge = Contract::MockFunction<Contract::Empty, ()>("TodosMock.purge", "mockPurge")

        /// Sets the closure that ``purge()`` calls; nil restores the policy.
        public func mockPurge(_ body: (@Sendable () async throws -> ())?) {
          guard let body else { return self.__purge.reset() }
          self.__purge.set { _ in try await body() }
        }

        /// The recorded calls of ``purge()``, oldest first.
        public var purgeCalls: [Contract::Empty] { self.__purge.calls }
      }

      extension Todos where Self: Contract::_ContractClient {
        /// Lists todos,
        /// newest first.
        ///
        /// All of them.
        @_disfavoredOverload @_semantics("optimize.sil.specialize.generic.never")
        public nonisolated(nonsending) func list(limit: Int = 20, done: Bool? = nil, tags: [String]) async throws -> [Todo] {
          try await self.caller.call(TodosEndpoints.list, TodosEndpoints.ListInput(limit: limit, done: done, tags: tags))
        }

        @_semantics("optimize.sil.specialize.generic.never")
        public nonisolated(nonsending) func purge() async throws {
          try await self.caller.call(TodosEndpoints.purge, Contract::Empty())
        }
      }


      extension Todos {
        /// Lists todos,
        /// newest first.
        ///
        /// All of them.
        @_disfavoredOverload
        public nonisolated(nonsending) func list(limit: Int? = nil, done: Bool? = nil, tags: [String], _contract _: () = ()) async throws -> [Todo] {
          try await self.list(limit: Contract::_DefaultArgument.value(limit, or: 20), done: done, tags: tags)
        }
      }

      extension Todos where Self: Contract::_ContractMock {
        /// Lists todos,
        /// newest first.
        ///
        /// All of them.
        public nonisolated func list(limit: Int, done: Bool?, tags: [String]) async throws -> [Todo] {
          let __mock = self._mock(TodosEndpoints._Mock.self)
          return try await __mock.__list.call(
            TodosEndpoints.ListInput(limit: limit, done: done, tags: tags), __mock.__mockPolicy
          ) { __service, __input in
            try await __service.list(limit: __input.limit, done: __input.done, tags: __input.tags)
          }
        }

        public nonisolated func purge() async throws {
          let __mock = self._mock(TodosEndpoints._Mock.self)
          return try await __mock.__purge.call(Contract::Empty(), __mock.__mockPolicy) { __service, _ in
            try await __service.purge()
          }
        }
      }

      """#)

  static let content = ExpansionTests.Sample(
    name: "a contract with a prefix, content and headers",
    source: """
      @API(prefix: "/v1/:tenant") @Throws(AccessError.self)
      protocol Pages: Sendable {
        @POST("/pages?kind=new") @Status(201) @Throws(PageError.self)
        /* internal */ func create(tenant: String, `in` place: String, words: [String]?) async throws -> Page
        @available(*, deprecated)
        /** Replaces a page. */
        @PUT("/pages/{id}") func replace(tenant: String, _ id: UUID, with page: Body<Page>, xAPIKey: Header<String?>)
          async throws
      }

      """,
    expansion: #"""

      protocol Pages: Sendable {

        /* internal */ func create(tenant: String, `in` place: String, words: [String]?) async throws -> Page
        @available(*, deprecated)
        /** Replaces a page. */
        func replace(tenant: String, _ id: UUID, with page: Body<Page>, xAPIKey: Header<String?>)
          async throws
      }

      /// The endpoints of ``Pages``.
      nonisolated enum PagesEndpoints {
        private static let __failures = Contract::_failures(AccessError.self)
        /// The inputs of ``Pages/create(tenant:in:words:)``.
        nonisolated struct CreateInput: Contract::EndpointRequest {
          let tenant: String
          let place: String
          let words: [String]?

          init(tenant: String, place: String, words: [String]? = nil) {
            self.tenant = tenant
            self.place = place
            self.words = words
          }

          static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              path tenant: String
              body place: String
              body? words: [String]?
              """)
          }

          static var content: Contract::RequestContent { .json }

          func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.string(.path, "tenant", self.tenant)
            _encoder.string(.body, "place", self.place)
            try _encoder.field("words", self.words)
          }

          static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            let __tenant = _decoder.string(.path, "tenant")
            let __place = _decoder.string(.body, "place")
            let __words = _decoder.field("words", as: [String]?.self)
            guard let __words else { return nil }
            return Self(tenant: __tenant, place: __place, words: __words)
          }
        }

        /// The endpoint of ``Pages/create(tenant:in:words:)``.
        static let create: Contract::Endpoint<CreateInput, Page> = {
          let __own = Contract::_failures(PageError.self)
          return Contract::Endpoint(.post, "/v1/:tenant/pages?kind=new", id: "Pages.create", status: 201, throws: Contract::_failures(joining: __failures, __own))
        }()

        /// The inputs of ``Pages/replace(tenant:_:with:xAPIKey:)``.
        nonisolated struct ReplaceInput: Contract::EndpointRequest {
          let tenant: String
          let id: UUID
          let page: Page
          let xAPIKey: String?

          init(tenant: String, id: UUID, page: Page, xAPIKey: String? = nil) {
            self.tenant = tenant
            self.id = id
            self.page = page
            self.xAPIKey = xAPIKey
          }

          static var inputs: [Contract::InputDescription] {
            Contract::InputDescription.list(
              """
              path tenant: String
              path id: UUID
              body body: Page
              header? X-Api-Key: String?
              """)
          }

          static var content: Contract::RequestContent { .inferred(from: Contract::_Type<Page>.self) }

          func encode(into _encoder: inout Contract::RequestEncoder) throws {
            _encoder.string(.path, "tenant", self.tenant)
            try _encoder.value(.path, "id", self.id)
            try _encoder.body(self.page)
            _encoder.string(.header, "X-Api-Key", self.xAPIKey)
          }

          static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
            let __tenant = _decoder.string(.path, "tenant")
            let __id = _decoder.value(.path, "id", as: Contract::_Type<UUID>.self)
            let __page = _decoder.body(as: Contract::_Type<Page>.self)
            let __xAPIKey = _decoder.optionalString(.header, "X-Api-Key")
            guard let __id, let __page else { return nil }
            return Self(tenant: __tenant, id: __id, page: __page, xAPIKey: __xAPIKey)
          }
        }

        /// Replaces a page.
        static let replace = Contract::Endpoint<ReplaceInput, ()>(
          .put, "/v1/:tenant/pages/{id}", id: "Pages.replace", throws: __failures, summary: "Replaces a page.")

        /// All endpoints, in the order of the protocol.
        static var all: [Contract::APIOperation] {
          [
            create.operation,
            replace.operation,
          ]
        }

        typealias _Routes = PagesRoutes
      }


      /// A client of ``Pages`` over HTTP.
      nonisolated struct PagesAPI: Pages, Contract::_ContractClient {
        /// The caller that sends the requests.
        let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }
      }


      /// The routes of ``Pages``.
      nonisolated struct PagesRoutes: Contract::RouteCollection {
        /// The routes of all endpoints, in the order of the protocol.
        let routes: [Contract::Route]

        /// Creates routes that call the functions of `service`.
        init(_ service: some Pages) {
          self.routes = (0..<2).map { Self.__route($0, service) }
        }

        /// Creates routes that create a service for each request, with values of the request.
        init<each __Input, __Service: Pages>(_ inputs: repeat Contract::ServiceInput<each __Input>, service: @escaping @Sendable (repeat each __Input) throws -> __Service) {
          self.routes = Contract::ServiceFactory(repeat each inputs, service: service).routes(of: PagesEndpoints.all) { Self.__route($0, $1) }
        }

        private static func __route(_ index: Swift::Int, _ service: any Pages) -> Contract::Route {
          Contract::_contractValue(of: __Use(index: index, service: service))
        }

        private nonisolated struct __Use: Contract::_ContractDeprecatedUse {
          let index: Swift::Int
          let service: any Pages
          @available(*, deprecated)
          func value() -> Contract::Route {
            let index = self.index
            let service = self.service
            switch index {
            case 0:
              return Contract::Route._calling(PagesEndpoints.create, of: service as any Pages) { (__service: any Pages, __input: PagesEndpoints.CreateInput) in
                try await __service.create(tenant: __input.tenant, in: __input.place, words: __input.words)
              }
            default:
              return Contract::Route._calling(PagesEndpoints.replace, of: service as any Pages) { (__service: any Pages, __input: PagesEndpoints.ReplaceInput) in
                try await __service.replace(tenant: __input.tenant, __input.id, with: __input.page, xAPIKey: __input.xAPIKey)
              }
            }
          }
        }
      }

      extension Pages where Self: Contract::_ContractClient {
        @_disfavoredOverload @_semantics("optimize.sil.specialize.generic.never")
        nonisolated(nonsending) func create(tenant: String, `in` place: String, words: [String]? = nil) async throws -> Page {
          try await self.caller.call(
            PagesEndpoints.create, PagesEndpoints.CreateInput(tenant: tenant, place: place, words: words))
        }

        /// Replaces a page.
        @available(*, deprecated)
        @_disfavoredOverload @_semantics("optimize.sil.specialize.generic.never")
        nonisolated(nonsending) func replace(tenant: String, _ id: UUID, with page: Page, xAPIKey: String? = nil) async throws {
          try await self.caller.call(
            PagesEndpoints.replace, PagesEndpoints.ReplaceInput(tenant: tenant, id: id, page: page, xAPIKey: xAPIKey))
        }
      }


      extension Pages {
        @_disfavoredOverload
        nonisolated(nonsending) func create(tenant: String, `in` place: String, words: [String]? = nil, _contract _: () = ()) async throws -> Page {
          try await self.create(tenant: tenant, in: place, words: words)
        }

        /// Replaces a page.
        @available(*, deprecated)
        @_disfavoredOverload
        nonisolated(nonsending) func replace(tenant: String, _ id: UUID, with page: Page, xAPIKey: String? = nil, _contract _: () = ()) async throws {
          try await self.replace(tenant: tenant, id, with: page, xAPIKey: xAPIKey)
        }
      }

      """#)

  static let failures = ExpansionTests.Sample(
    name: "an error",
    source: """
      @APIError
      public enum PageError: Equatable {
        @Status(404) case missing, `default`
        @Status(409) case taken(by: String, Date?)
      }

      """,
    expansion: """

      public enum PageError: Equatable {
        case missing, `default`
        case taken(by: String, Date?)
      }

      extension PageError: nonisolated Contract::_ContractAPIFailure {
        public nonisolated static var declaredCases: [Contract::FailureCase] {
          [
            Contract::FailureCase(code: "missing", status: 404),
            Contract::FailureCase(code: "default", status: 404),
            Contract::FailureCase(code: "taken", status: 409),
          ]
        }

        public nonisolated var declaredCase: Contract::FailureCase {
          switch self {
          case .missing: Contract::FailureCase(code: "missing", status: 404)
          case .`default`: Contract::FailureCase(code: "default", status: 404)
          case .taken: Contract::FailureCase(code: "taken", status: 409)
          }
        }

        public nonisolated func encodeMembers(into __encoder: inout Contract::FailureEncoder) throws {
          switch self {
          case .missing: break
          case .`default`: break
          case .taken(let __0, let __1):
            try __encoder.member("by", __0)
            try __encoder.member("_1", __1)
          }
        }

        public nonisolated static func decode(
          _ __code: Contract::FailureCode, from __decoder: Contract::FailureDecoder
        ) throws -> Self? {
          switch __code {
          case "missing":
            return Self.missing
          case "default":
            return Self.`default`
          case "taken":
            return Self.taken(by: try __decoder.member("by"), try __decoder.member("_1"))
          default: return nil
          }
        }
      }

      """)

  static let foreignFailures = ExpansionTests.Sample(
    name: "an error with the code key of another API",
    source: """
      @APIError(code: "errorType")
      enum QueryError {
        @Status(400, code: "bad_data") case badData(message: String)
        @Status(503, code: -3) case timeout
      }

      """,
    expansion: """

      enum QueryError {
        case badData(message: String)
        case timeout
      }

      extension QueryError: nonisolated Contract::_ContractAPIFailure {
        nonisolated static var codeMember: Swift::String { "errorType" }

        nonisolated static var declaredCases: [Contract::FailureCase] {
          [
            Contract::FailureCase(code: "bad_data", status: 400),
            Contract::FailureCase(code: .number(-3), status: 503),
          ]
        }

        nonisolated var declaredCase: Contract::FailureCase {
          switch self {
          case .badData: Contract::FailureCase(code: "bad_data", status: 400)
          case .timeout: Contract::FailureCase(code: .number(-3), status: 503)
          }
        }

        nonisolated func encodeMembers(into __encoder: inout Contract::FailureEncoder) throws {
          switch self {
          case .badData(let __0):
            try __encoder.member("message", __0)
          case .timeout: break
          }
        }

        nonisolated static func decode(
          _ __code: Contract::FailureCode, from __decoder: Contract::FailureDecoder
        ) throws -> Self? {
          switch __code {
          case "bad_data":
            return Self.badData(message: try __decoder.member("message"))
          case .number(-3):
            return Self.timeout
          default: return nil
          }
        }
      }

      """)

  static let nested = ExpansionTests.Sample(
    name: "a contract inside a type",
    source: """
      enum Outer {
        @API
        fileprivate protocol Inner: Sendable {
          @GET("/") @Default("limit", 1) func root(limit: Int) async throws
        }
      }

      """,
    expansion: #"""
      enum Outer {
        fileprivate protocol Inner: Sendable {
          func root(limit: Int) async throws
        }

        /// The endpoints of ``Inner``.
        fileprivate nonisolated enum InnerEndpoints {
          /// The inputs of ``Inner/root(limit:)``.
          nonisolated struct RootInput: Contract::EndpointRequest {
            let limit: Int

            init(limit: Int = 1) {
              self.limit = limit
            }

            static var inputs: [Contract::InputDescription] {
              Contract::InputDescription.list(
                """
                query? limit: Int
                """)
            }

            func encode(into _encoder: inout Contract::RequestEncoder) throws {
              _encoder.int(.query, "limit", self.limit)
            }

            static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
              return Self(limit: _decoder.int(.query, "limit", default: 1))
            }
          }

          /// The endpoint of ``Inner/root(limit:)``.
          static let root = Contract::Endpoint<RootInput, ()>(.get, "/", id: "Inner.root")

          /// All endpoints, in the order of the protocol.
          static var all: [Contract::APIOperation] {
            [
              root.operation,
            ]
          }

          typealias _Routes = InnerRoutes
        }


        /// A client of ``Inner`` over HTTP.
        fileprivate nonisolated struct InnerAPI: Inner, Contract::_ContractClient {
          /// The caller that sends the requests.
          let caller: any Contract::EndpointCaller

          /// Creates a client that calls the endpoints with `caller`.
          init(_ caller: any Contract::EndpointCaller) {
            self.caller = caller
          }

          @_disfavoredOverload
          nonisolated(nonsending) func root(limit: Int = 1) async throws {
            try await self.caller.call(InnerEndpoints.root, InnerEndpoints.RootInput(limit: limit))
          }
        }


        /// The routes of ``Inner``.
        fileprivate nonisolated struct InnerRoutes: Contract::RouteCollection {
          /// The routes of all endpoints, in the order of the protocol.
          let routes: [Contract::Route]

          /// Creates routes that call the functions of `service`.
          init(_ service: some Inner) {
            self.routes = (0..<1).map { Self.__route($0, service) }
          }

          /// Creates routes that create a service for each request, with values of the request.
          init<each __Input, __Service: Inner>(_ inputs: repeat Contract::ServiceInput<each __Input>, service: @escaping @Sendable (repeat each __Input) throws -> __Service) {
            self.routes = Contract::ServiceFactory(repeat each inputs, service: service).routes(of: InnerEndpoints.all) { Self.__route($0, $1) }
          }

          private static func __route(_ index: Swift::Int, _ service: any Inner) -> Contract::Route {
            switch index {
            default:
              return Contract::Route._calling(InnerEndpoints.root, of: service as any Inner) { (__service: any Inner, __input: InnerEndpoints.RootInput) in
                try await __service.root(limit: __input.limit)
              }
            }
          }
        }
      }

      """#)
}
