/// Requests and groups, and their expansions.
extension ExpansionTests.Sample {
  static let request = ExpansionTests.Sample(
    name: "a request struct with every kind of member",
    source: """
      @Request
      public struct Find {
        @Path("todo_id") var id: Int
        @Query("page_size") public var limit: Int = 20
        @Header("TOKEN") var token = nil
        @KeyQuery var draft = false
        @QueryDict var more: [String: String]?
        @JSON("t") var title = "x"
        @Signed("sig") var seal: Int?
        static let version = 1
      }

      """,
    expansion: #"""

      public struct Find {
        var id: Int
        public var limit: Int = 20
        @Contract::_HeaderMember var token = nil
        var draft = false
        var more: [String: String]?
        var title = "x"
        @Signed("sig") var seal: Int?
        static let version = 1

        /// Creates a request with these inputs.
        public nonisolated init(
          id: Int,
          limit: Int = 20,
          token: String? = nil,
          draft: Bool = false,
          more: [String: String]? = nil,
          title: String = "x",
          seal: Int? = nil
        ) {
          self.id = id
          self.limit = limit
          self._token = Contract::_HeaderMember(wrappedValue: token)
          self.draft = draft
          self.more = more
          self.title = title
          self._seal = .init(wrappedValue: seal)
        }

        public nonisolated static var inputs: [Contract::InputDescription] {
          Contract::InputDescription.list(
            """
            path =todo_id: Int
            query? =page_size: Int
            header? =TOKEN: String?
            query? draft: Bool
            query*? =more: [String: String]?
            body? =t: String
            """)
            + Contract::InputDescription.list("sig", at: { (__self: Self) in __self._seal })
        }

        public nonisolated static var content: Contract::RequestContent { .json }

        public nonisolated func encode(into _encoder: inout Contract::RequestEncoder) throws {
          _encoder.begin(Self.self)
          _encoder.int(0, self.id)
          _encoder.int(1, self.limit)
          _encoder.string(2, self._token.wrappedValue)
          try _encoder.flag("draft", self.draft)
          try _encoder.dictionary(.query, "more", self.more, except: ["page_size", "draft"])
          _encoder.string(5, self.title)
          try _encoder.location("sig", self._seal)
        }

        public nonisolated static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
          _decoder.begin(Self.self)
          let __id = _decoder.int(0)
          let __limit = _decoder.int(1, default: 20)
          let __token = _decoder.optionalString(2)
          let __draft = _decoder.flag("draft")
          let __more = _decoder.dictionary(.query, "more", as: [String: String]?.self, except: ["page_size", "draft"])
          let __title = _decoder.string(5, default: "x")
          let __seal = _decoder.location("sig", at: { (__self: Self) in __self._seal })
          guard let __draft, let __more, let __seal else { return nil }
          return Self(id: __id, limit: __limit, token: __token, draft: __draft, more: __more, title: __title, seal: __seal)
        }
      }

      extension Find: nonisolated Contract::_ContractEndpointRequest {}

      """#)

  static let ownEndpoint = ExpansionTests.Sample(
    name: "a request that describes itself",
    source: """
      /// Finds todos.
      @Request(.get, "/todos", base: "https://api.example") @Throws(TodoError.self)
      struct Find {
        @HeaderDict var more: [String: String]
        @Body var `in`: Todo?
        typealias Response = [Todo]
      }

      """,
    expansion: #"""
      /// Finds todos.

      struct Find {
        var more: [String: String]
        var `in`: Todo?
        typealias Response = [Todo]

        /// Creates a request with these inputs.
        nonisolated init(more: [String: String], `in`: Todo? = nil) {
          self.more = more
          self.`in` = `in`
        }

        nonisolated static var inputs: [Contract::InputDescription] {
          Contract::InputDescription.list(
            """
            header*? =more: [String: String]
            body? body: Todo?
            """)
        }

        nonisolated static var content: Contract::RequestContent { .inferred(from: Contract::_Type<Todo?>.self) }

        nonisolated func encode(into _encoder: inout Contract::RequestEncoder) throws {
          try _encoder.dictionary(.header, "more", self.more)
          try _encoder.body(self.`in`)
        }

        nonisolated static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
          let __more = _decoder.dictionary(.header, "more", as: [String: String].self)
          let __in = _decoder.body(as: Contract::_Type<Todo?>.self)
          guard let __more, let __in else { return nil }
          return Self(more: __more, in: __in)
        }

        /// The endpoint of the request.
        nonisolated static let endpoint: Contract::Endpoint<Find, Response> = {
          let __own = Contract::_failures(TodoError.self)
          return Contract::Endpoint(.get, "/todos", id: "Find", throws: __own, summary: "Finds todos.")
        }()

        /// The base URL of ``perform()``.
        nonisolated static var baseURL: Swift::String? { "https://api.example" }
      }

      extension Find: nonisolated Contract::_ContractCallableRequest {}

      """#)

  static let group = ExpansionTests.Sample(
    name: "a group class",
    source: """
      @API(prefix: "/v1") @Throws(TodoError.self)
      public final class TodoEndpoints: EndpointGroup {
        /// Lists todos.
        @GET("/todos") public var list: Endpoint<ListTodos, [Todo]>
        @POST("/todos/{id}") @Status(201)
        var update: (UpdateTodo) async throws -> Todo
        @HTTP("/caches", method: "PURGE") var purge: @Sendable () async throws -> Void
        let name = "todos"
      }

      """,
    expansion: #"""

      public final class TodoEndpoints: EndpointGroup {
        /// Lists todos.
        public var list: Endpoint<ListTodos, [Todo]> {
        get { Self.Endpoints.list.with(self.caller) }
        }

        var update: (UpdateTodo) async throws -> Todo {
        get { self.__functions.update.function(Self.Endpoints.update, self.caller) }
        set { self.__functions.update.assign(unchecked: newValue) }
        }
        var purge: @Sendable () async throws -> Void {
        get { self.__functions.purge.action(Self.Endpoints.purge, self.caller) }
        set { self.__functions.purge.assign(newValue) }
        }
        let name = "todos"

        /// The endpoints of the group's variables, without a caller.
        public nonisolated enum Endpoints {
          private static let __failures = Contract::_failures(TodoError.self)
          /// Lists todos.
          public static let list: Contract::Endpoint<ListTodos, [Todo]> = {
            return Contract::Endpoint(.get, "/v1/todos", id: "TodoEndpoints.list", throws: __failures, summary: "Lists todos.")
          }()

          static let update: Contract::Endpoint<UpdateTodo, Todo> = {
            return Contract::Endpoint(.post, "/v1/todos/{id}", id: "TodoEndpoints.update", status: 201, throws: __failures)
          }()

          static let purge = Contract::Endpoint<Contract::Empty, ()>(
            .init("PURGE")!, "/v1/caches", id: "TodoEndpoints.purge", throws: __failures)
        }

        /// All endpoints, in declaration order.
        public nonisolated static var all: [Contract::APIOperation] {
          [
            Endpoints.list.operation,
            Endpoints.update.operation,
            Endpoints.purge.operation,
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
          let update = Contract::EndpointFunction<UpdateTodo, Todo>()
          let purge = Contract::EndpointFunction<Contract::Empty, ()>()
        }
      }

      """#)

  static let parts = ExpansionTests.Sample(
    name: "a request struct with files",
    source: """
      @Request
      struct Transcribe {
        @Field("model_id") var model = ""
        @Part("file") var recording = .empty
        @Part var notes: Part?
      }

      """,
    expansion: #"""

      struct Transcribe {
        var model = ""
        @Contract::_PartMember var recording = .empty
        var notes: Part?

        /// Creates a request with these inputs.
        nonisolated init(model: String = "", recording: Contract::Part = .empty, notes: Part? = nil) {
          self.model = model
          self._recording = Contract::_PartMember(wrappedValue: recording)
          self.notes = notes
        }

        nonisolated static var inputs: [Contract::InputDescription] {
          Contract::InputDescription.list(
            """
            body? =model_id: String
            body =file: Contract::Part
            body? notes: Part?
            """)
        }

        nonisolated static var content: Contract::RequestContent { .multipart }

        nonisolated func encode(into _encoder: inout Contract::RequestEncoder) throws {
          _encoder.string(.body, "model_id", self.model)
          try _encoder.field("file", self._recording.wrappedValue)
          try _encoder.field("notes", self.notes)
        }

        nonisolated static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
          let __model = _decoder.string(.body, "model_id", default: "")
          let __recording = _decoder.field("file", as: Contract::_Type<Contract::Part>.self)
          let __notes = _decoder.field("notes", as: Contract::_Type<Part?>.self)
          guard let __recording, let __notes else { return nil }
          return Self(model: __model, recording: __recording, notes: __notes)
        }
      }

      extension Transcribe: nonisolated Contract::_ContractEndpointRequest {}

      """#)
}
