/// Paged endpoints in the forms other than a protocol at file scope, and their expansions.
extension ExpansionTests.Sample {
  static let pagedScope = ExpansionTests.Sample(
    name: "a paged function of a scope",
    source: #"""
      @API
      struct Store {
        @Path("{id: Int}") struct One {
          @GET("items/{kind}") @Paged(items: \.items, next: \.next, cursor: "after", maxPages: 5)
          func list(@Query("from") after: Int = 0, @Query _ limit: Int = 20) -> (items: [Int], next: Int?) {}
        }
      }

      """#,
    expansion: #"""

      struct Store {
        struct One {
          
          @available(*, unavailable, message: "call it with 'try await', or correct the error at its declaration") @Contract::_ScopeFunction
          func list(@Query("from") after: Int = 0, @Query _ limit: Int = 20) -> (items: [Int], next: Int?) {}

          /// The caller that sends the requests.
          nonisolated let caller: any Contract::EndpointCaller
          fileprivate nonisolated let __id: Int

          fileprivate nonisolated init(_ caller: any Contract::EndpointCaller, id __id: Int) {
            self.caller = caller
            self.__id = __id
          }

          nonisolated(nonsending) func list(
            kind __kind: String, after __after: Int = 0, _ __limit: Int = 20
          ) async throws -> Endpoints.ListResponse {
            try await self.caller.call(
              Self.Endpoints.list, Self.Endpoints.ListInput(id: self.__id, kind: __kind, after: __after, limit: __limit))
          }

          /// The elements of all pages of ``list``. Each page is requested on demand.
          nonisolated func listAll<__Items: Swift::Sequence>(kind __kind: String, _ __limit: Int = 20, _items: @escaping @Sendable (Endpoints.ListResponse) -> __Items = { $0.items }) -> Contract::PagedElements<Endpoints.ListResponse, Int, __Items> {
            let __next: @Sendable (Endpoints.ListResponse) throws -> Int? = { $0.next }
            let __maxPages: Swift::Int = 5
            return Contract::Pages(maxPages: __maxPages, next: __next) { __cursor in
              try await self.list(kind: __kind, after: __cursor ?? (0), __limit)
            }.elements(_items)
          }

          /// The endpoints of the functions, without a caller.
          nonisolated enum Endpoints {
            /// The inputs of `list`.
            nonisolated struct ListInput: Contract::EndpointRequest {
              let id: Int
              let kind: String
              let after: Int
              let limit: Int

              init(id: Int, kind: String, after: Int, limit: Int) {
                self.id = id
                self.kind = kind
                self.after = after
                self.limit = limit
              }

              static var inputs: [Contract::InputDescription] {
                Contract::InputDescription.list(
                  """
                  path id: Int
                  path kind: String
                  query? =from: Int
                  query? limit: Int
                  """)
              }

              func encode(into _encoder: inout Contract::RequestEncoder) throws {
                _encoder.int(.path, "id", self.id)
                _encoder.string(.path, "kind", self.kind)
                _encoder.int(.query, "from", self.after)
                _encoder.int(.query, "limit", self.limit)
              }

              static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
                return Self(
                  id: _decoder.int(.path, "id"),
                  kind: _decoder.string(.path, "kind"),
                  after: _decoder.int(.query, "from", default: 0),
                  limit: _decoder.int(.query, "limit", default: 20))
              }
            }

            /// The result of `list`.
            nonisolated struct ListResponse: Swift::Codable, Swift::Sendable {
              let items: [Int]
              let next: Int?

              init(items: [Int], next: Int?) {
                self.items = items
                self.next = next
              }
            }

            static let list = Contract::Endpoint<ListInput, ListResponse>(
              .get,
              "/{id}/items/{kind}",
              .paged(Contract::Paging(cursor: "from", next: "next", items: "items")),
              id: "Store.one.list")
          }
        }

        /// The location of a parameter.
        typealias Query<Value> = Contract::_ScopeParameter<Value>

        /// The caller that sends the requests.
        nonisolated let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        nonisolated init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }

        nonisolated func callAsFunction(_ __id: Int) -> One {
          One(self.caller, id: __id)
        }

        /// The endpoints of the functions, without a caller.
        nonisolated enum Endpoints {
          static let oneList = One.Endpoints.list

          /// All endpoints, beginning with those of this struct.
          static var all: [Contract::APIOperation] {
            [
              oneList.operation,
            ]
          }
        }
      }

      """#)

  static let pagedGroup = ExpansionTests.Sample(
    name: "paged variables of a group",
    source: #"""
      @API
      public final class Todos: EndpointGroup {
        @GET("/a") @Paged(items: \.items, next: \.next, cursor: "after") public var list: Endpoint<List, Batch>
        @GET("/b") @Paged(.link, cursor: "page") public var todos: (List) async throws -> ([Int], HTTPResponse)
      }

      """#,
    expansion: #"""

      public final class Todos: EndpointGroup {
        
        public var list: Endpoint<List, Batch> {
        get { Self.Endpoints.list.with(self.caller) }
        }
        
        public var todos: (List) async throws -> ([Int], HTTPResponse) {
        get { self.__functions.todos.function(Self.Endpoints.todos, self.caller) }
        set { self.__functions.todos.assign(unchecked: newValue) }
        }

        /// The endpoints of the group's variables, without a caller.
        public nonisolated enum Endpoints {
          public static let list: Contract::Endpoint<List, Batch> = {
            let __0 = Contract::EndpointTrait.paged(Contract::Paging(cursor: "after", next: "next", items: "items"))
            return Contract::Endpoint(.get, "/a", __0, id: "Todos.list")
          }()

          public static let todos: Contract::Endpoint<List, ([Int], Contract::HTTPResponse)> = {
            let __0 = Contract::EndpointTrait.paged(Contract::Paging(cursor: "page"))
            return Contract::Endpoint(.get, "/b", __0, id: "Todos.todos", result: .withResponse([Int].self))
          }()
        }

        /// All endpoints, in declaration order.
        public nonisolated static var all: [Contract::APIOperation] {
          [
            Endpoints.list.operation,
            Endpoints.todos.operation,
          ]
        }

        /// The caller that sends the requests; nil in a group that is only served.
        public nonisolated let caller: (any Contract::EndpointCaller)?

        /// Creates a group whose endpoints are called with `caller`.
        public nonisolated init(_ caller: (any Contract::EndpointCaller)?) {
          self.caller = caller
        }

        private nonisolated let __functions = __Functions()

        private nonisolated struct __Functions: Swift::Sendable {
          let todos = Contract::EndpointFunction<List, ([Int], Contract::HTTPResponse)>()
        }

        /// The elements of all pages of ``list``, beginning with the page of `request`. Each page is requested on demand.
        public nonisolated func listAll<__Cursor: Swift::Hashable & Swift::Sendable, __Items: Swift::Sequence>(_ __request: List, _paging: Contract::_RequestPaging<List, Batch, __Cursor, __Items> = Contract::_RequestPaging({ $0.items }, { $0 .next }, { $0 .after = $1 })) -> Contract::PagedElements<Batch, __Cursor, __Items> {
          return _paging.elements(from: __request) { __request in
            try await Self.Endpoints.list.with(self.caller).request(__request)
          }
        }

        /// The elements of all pages of ``todos``, beginning with the page of `request`. Each page is requested on demand.
        public nonisolated func allTodos<__Cursor: Swift::Hashable & Swift::Sendable>(_ __request: List, _paging: Contract::_RequestPaging<List, ([Int], Contract::HTTPResponse), __Cursor, [Int]> = Contract::_RequestPaging({ $0.0 }, { $0.page = $1 }, linked: Todos.Endpoints.todos.operation, "page", { (__decoder: inout Contract::RequestDecoder) in __decoder.value(.query, "page", as: Contract::_cursorType { (__request: List) in __request.page }) })) -> Contract::PagedElements<([Int], Contract::HTTPResponse), __Cursor, [Int]> {
          return _paging.elements(from: __request) { __request in
            try await self.__functions.todos.function(Self.Endpoints.todos, self.caller)(__request)
          }
        }
      }

      """#)

  static let pagedRequest = ExpansionTests.Sample(
    name: "a paged request",
    source: #"""
      @Request(.get, "/a") @Paged(next: \.last, cursor: "after")
      public struct List {
        public typealias Response = [Int]
        @Query("from") public var after: Int?
      }

      """#,
    expansion: #"""

      public struct List {
        public typealias Response = [Int]
        public var after: Int?

        /// Creates a request with these inputs.
        public nonisolated init(after: Int? = nil) {
          self.after = after
        }

        public nonisolated static var inputs: [Contract::InputDescription] {
          Contract::InputDescription.list(
            """
            query? =from: Int?
            """)
        }

        public nonisolated func encode(into _encoder: inout Contract::RequestEncoder) throws {
          _encoder.int(.query, "from", self.after)
        }

        public nonisolated static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
          return Self(after: _decoder.optionalInt(.query, "from"))
        }

        /// The endpoint of the request.
        public nonisolated static let endpoint = Contract::Endpoint<List, Response>(
          .get, "/a", .paged(Contract::Paging(cursor: "from", next: "last")), id: "List")

        /// The elements of all pages, beginning with the page of this request. Each page is requested on demand.
        public nonisolated func all(with __caller: any Contract::EndpointCaller) -> Contract::PagedElements<[Int], Int, [Int]> {
          let __next: @Sendable ([Int]) throws -> Int? = { $0.last }
          return Contract::Pages(next: __next) { __cursor in
            var __request = self
            if let __cursor { __request.after = __cursor }
            return try await __request.perform(with: __caller)
          }.elements({ $0 })
        }
      }

      extension List: nonisolated Contract::_ContractCallableRequest {}

      """#)

  static let pagedNested = ExpansionTests.Sample(
    name: "a paged function of a nested protocol",
    source: #"""
      enum Outer {
        @API @Mock
        protocol Todos: Sendable {
          @GET("/a") @Paged(next: \.last, cursor: "after") func list(after: Int?) async throws -> [Int]
        }
      }

      """#,
    expansion: #"""
      enum Outer {

        protocol Todos: Sendable {
          func list(after: Int?) async throws -> [Int]
        }

        /// The endpoints of ``Todos``.
        nonisolated enum TodosEndpoints {
          /// The inputs of ``Todos/list(after:)``.
          nonisolated struct ListInput: Contract::EndpointRequest {
            let after: Int?

            init(after: Int? = nil) {
              self.after = after
            }

            static var inputs: [Contract::InputDescription] {
              Contract::InputDescription.list(
                """
                query? after: Int?
                """)
            }

            func encode(into _encoder: inout Contract::RequestEncoder) throws {
              _encoder.int(.query, "after", self.after)
            }

            static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
              return Self(after: _decoder.optionalInt(.query, "after"))
            }
          }

          /// The endpoint of ``Todos/list(after:)``.
          static let list = Contract::Endpoint<ListInput, [Int]>(
            .get, "/a", .paged(Contract::Paging(cursor: "after", next: "last")), id: "Todos.list")

          /// All endpoints, in the order of the protocol.
          static var all: [Contract::APIOperation] {
            [
              list.operation,
            ]
          }

          typealias _Routes = TodosRoutes
          typealias _Mock = TodosMock
        }


        /// A client of ``Todos`` over HTTP.
        nonisolated struct TodosAPI: Todos, Contract::_ContractClient {
          /// The caller that sends the requests.
          let caller: any Contract::EndpointCaller

          /// Creates a client that calls the endpoints with `caller`.
          init(_ caller: any Contract::EndpointCaller) {
            self.caller = caller
          }

          @_disfavoredOverload
          nonisolated(nonsending) func list(after: Int? = nil) async throws -> [Int] {
            try await self.caller.call(TodosEndpoints.list, TodosEndpoints.ListInput(after: after))
          }

          /// The elements of all pages of ``list(after:)``. Each page is requested on demand.
          nonisolated func listAll() -> Contract::PagedElements<[Int], Int, [Int]> {
            let __next: @Sendable ([Int]) throws -> Int? = { $0.last }
            return Contract::Pages(next: __next) { __cursor in
              try await self.list(after: __cursor)
            }.elements({ $0 })
          }
        }


        /// The routes of ``Todos``.
        nonisolated struct TodosRoutes: Contract::RouteCollection {
          /// The routes of all endpoints, in the order of the protocol.
          let routes: [Contract::Route]

          /// Creates routes that call the functions of `service`.
          init(_ service: some Todos) {
            self.routes = (0..<1).map { Self.__route($0, service) }
          }

          /// Creates routes that create a service for each request, with values of the request.
          init<each __Input, __Service: Todos>(_ inputs: repeat Contract::ServiceInput<each __Input>, service: @escaping @Sendable (repeat each __Input) throws -> __Service) {
            self.routes = Contract::ServiceFactory(repeat each inputs, service: service).routes(of: TodosEndpoints.all) { Self.__route($0, $1) }
          }

          private static func __route(_ index: Swift::Int, _ service: any Todos) -> Contract::Route {
            switch index {
            default:
              return Contract::Route._calling(TodosEndpoints.list, of: service as any Todos) { (__service: any Todos, __input: TodosEndpoints.ListInput) in
                try await __service.list(after: __input.after)
              }
            }
          }
        }

        /// A mock of ``Todos`` that records calls.
        nonisolated final class TodosMock: Todos {
          private let __mockPolicy: Contract::MockPolicy<any Todos>

          /// Creates a mock. Functions that are not set follow `policy`; by default they throw.
          init(policy: Contract::MockPolicy<any Todos> = .fail) {
            self.__mockPolicy = policy
          }

          /// Removes the recorded calls of all functions.
          func resetCalls() {
            self.__list.resetCalls()
          }

          private let __list = Contract::MockFunction<TodosEndpoints.ListInput, [Int]>("TodosMock.list", "mockList")

          /// Sets the closure that ``list(after:)`` calls; nil restores the policy.
          func mockList(_ body: (@Sendable (_ after: Int?) async throws -> [Int])?) {
            guard let body else { return self.__list.reset() }
            self.__list.set { try await body($0.after) }
          }

          /// The recorded calls of ``list(after:)``, oldest first.
          var listCalls: [TodosEndpoints.ListInput] { self.__list.calls }

          func list(after: Int?) async throws -> [Int] {
            try await self.__list.call(TodosEndpoints.ListInput(after: after), self.__mockPolicy) { __service, __input in
              try await __service.list(after: __input.after)
            }
          }

          /// The elements of all pages of ``list(after:)``. Each page is requested on demand.
          nonisolated func listAll() -> Contract::PagedElements<[Int], Int, [Int]> {
            let __next: @Sendable ([Int]) throws -> Int? = { $0.last }
            return Contract::Pages(next: __next) { __cursor in
              try await self.list(after: __cursor)
            }.elements({ $0 })
          }
        }
      }

      """#)
}
