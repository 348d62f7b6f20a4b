import ContractTesting
import Testing

/// The examples of APIKit, in the spelling of this package.
enum APIKit {
  /// The example of APIKit: a request that is its own configuration.
  @Request(.post, "/v3/config/set_push")
  @URLForm
  struct SetPush {
    @Header("TOKEN") var accessToken = nil
    @Field("push_system_msg") var pushSystemMessage: Bool? = nil
    @Field("push_reply_me") var pushReplyMe: Bool? = nil
    @Field("push_favorited") var pushFavourite: Bool? = nil

    struct Response: Codable, Equatable, Sendable {
      var code: Int
      var msg: String?
    }
  }

  /// Every parameter location of APIKit.
  @Request(.get, "/search")
  @Wire(.apiKit)
  struct SearchPosts {
    @Header("TOKEN") var token = nil
    @HeaderDict var headers: [String: String]
    @Query("key") var value: Int? = nil
    @Query("many") var values: [String] = []
    @KeyQuery("flag") var flag: Bool = false
    @KeyQuery("other_flag") var otherFlag: Bool = false
    @QueryDict var parameters: [String: String]? = ["first_key": "first value", "second_key": "second_value"]

    typealias Response = String
  }

  /// A request whose response is a form.
  @Request
  struct ReadToken {
    @Query var code: String

    static let endpoint = Endpoint<ReadToken, [String: String]>(.get, "/token", result: .urlForm)
  }

  /// A wrapper that a program defines.
  @propertyWrapper
  struct Lowercased: RequestLocation {
    var wrappedValue: String

    static func inputs(_ name: String) -> [InputDescription] {
      [InputDescription(.header, name, type: "String", isRequired: true)]
    }
    static func encode(_ value: String, _ name: String, into encoder: inout RequestEncoder) throws {
      try encoder.value(.header, name, value.lowercased())
    }
    static func decode(_ name: String, from decoder: inout RequestDecoder) -> String? {
      decoder.value(.header, name, as: String.self)
    }
  }

  @Request(.get, "/own")
  struct OwnPlaces {
    @Lowercased var word: String

    typealias Response = String
  }

  /// Several JSON members become one object.
  @Request(.post, "/json")
  struct SetValues {
    @JSON("key_1") var value1 = 1
    @JSON("key_2") var value2 = "value_2"

    typealias Response = [String: Int]

    func intercept(_ request: inout HTTPRequest) throws {
      request.fields["X-Intercepted"] = "yes"
    }
  }
}

/// Every example of APIKit, over real sockets.
@Suite("The APIKit reference")
struct APIKitTests {
  let arrivals = Arrivals()

  var router: Router {
    let arrivals = arrivals
    var router = Router()
    router.on(APIKit.SetPush.self) { _, push in
      arrivals.note()
      return APIKit.SetPush.Response(code: push.pushReplyMe == true ? 1 : 0, msg: push.accessToken)
    }
    router.on(APIKit.SearchPosts.self) { _, search in
      arrivals.note()
      let parameters = (search.parameters ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return "\(search.flag) \(search.otherFlag) \(search.values) \(parameters) \(search.headers["X-Extra"] ?? "none")"
    }
    router.on(APIKit.ReadToken.endpoint) { _, request in ["access": "a b&c", "code": request.code] }
    router.on(APIKit.OwnPlaces.self) { _, request in request.word }
    router.on(APIKit.SetValues.self) { _, values in
      arrivals.note()
      return ["value": values.value1]
    }
    return router
  }

  @Test("A request struct performs calls with forms, headers and results")
  func perform() async throws {
    try await withServer(router.routes) { (client) async throws in
      let request = APIKit.SetPush(
        accessToken: "t0ken", pushSystemMessage: true, pushReplyMe: true, pushFavourite: false)
      let response = try await request.perform(with: client)
      #expect(response == APIKit.SetPush.Response(code: 1, msg: "t0ken"))
      #expect(arrivals.line == "POST /v3/config/set_push")
      #expect(arrivals["TOKEN"] == "t0ken")
      #expect(arrivals["Content-Type"] == "application/x-www-form-urlencoded")
      #expect(arrivals.body == "push_system_msg=true&push_reply_me=true&push_favorited=false")

      _ = try await APIKit.SetPush(pushReplyMe: true).perform(with: client)
      #expect(arrivals["TOKEN"] == nil)
      #expect(arrivals.body == "push_reply_me=true")

      let result = await withCheckedContinuation { continuation in
        request.perform(with: client) { continuation.resume(returning: $0) }
      }
      let completed = try result.get()
      #expect(completed == response)
    }
  }

  @Test("A query carries keys without values, dictionaries and arrays")
  func queries() async throws {
    try await withServer(router.routes) { (client) async throws in
      let search = APIKit.SearchPosts(token: "t", headers: ["X-Extra": "e"], value: 3, values: ["a", "b"], flag: true)
      let answer = try await search.perform(with: client)
      #expect(
        arrivals.line
          == "GET /search?key=3&many[]=a&many[]=b&flag&first_key=first%20value&second_key=second_value")
      #expect(answer == #"true false ["a", "b"] ["first_key=first value", "second_key=second_value"] e"#)
    }
  }

  @Test("JSON members merge into one object, and a request can modify itself")
  func json() async throws {
    try await withServer(router.routes) { (client) async throws in
      let answer = try await APIKit.SetValues().perform(with: client)
      #expect(answer == ["value": 1])
      #expect(arrivals.body == #"{"key_1":1,"key_2":"value_2"}"#)
      #expect(arrivals["X-Intercepted"] == "yes")
    }
  }

  @Test("A form response decodes into a dictionary, and a text or byte response unchanged")
  func parsers() async throws {
    try await withServer(router.routes) { (client) async throws in
      let token = try await client.call(APIKit.ReadToken.endpoint, APIKit.ReadToken(code: "x"))
      #expect(token == ["access": "a b&c", "code": "x"])
      let text = try await client("token").query("code", "x").call(.http, as: .string)
      #expect(Set(text.split(separator: "&")) == ["access=a%20b%26c", "code=x"])
    }
  }

  @Test("A program defines custom parameter locations")
  func ownPlaces() async throws {
    try await withServer(router.routes) { (client) async throws in
      #expect(try await APIKit.OwnPlaces(word: "MILK").perform(with: client) == "milk")
    }
  }

  @Test("An error status is thrown as an error")
  func statuses() async throws {
    let transport = ScriptedTransport([HTTPResponse(500, fields: [.contentType: "text/html"])])
    let client = APIClient(baseURL: "http://a", transport: transport)
    let error = await #expect(throws: ClientError.self) { _ = try await APIKit.SetValues().perform(with: client) }
    #expect(error?.code == .unexpected)
    #expect(error?.response?.status == 500)
  }
}
