import ContractTesting
import Testing

@Request struct Transcribe {
  @Field("model_id") var model = ""
  @Field("tag_audio_events") var tagsEvents = false
  @Field("num_speakers") var speakers = 1
  @Part("file") var recording = .empty
  @Part var notes: Part?
  @Part("more") var attachments: [Part] = []
}

@Request @URLForm struct SignIn {
  @Field("user_name") var name: String
  @Field var remember: Bool?
  @Field var scopes: [String] = []
}

@Request @URLForm @JSON struct FormOrJSON {
  @Field var title: String
}

@Request(.post, "/own/form") @URLForm struct OwnForm {
  @Field var title: String
  typealias Response = String
}

/// Request structs whose content is a form.
@Suite("Form request structs")
struct RequestFormTests {
  static let transcribe = Endpoint<Transcribe, [String]>(.post, "/transcribe")
  static let signIn = Endpoint<SignIn, String>(.post, "/sign-in")
  static let either = Endpoint<FormOrJSON, String>(.post, "/either")

  private static func router() -> Router {
    var router = Router()
    router.on(transcribe) { request, input in
      let file = input.recording
      return [
        request.head.text(of: .contentType)?.prefix { $0 != ";" }.description ?? "-",
        "\(input.model) \(input.tagsEvents) \(input.speakers)",
        "\(file.fileName ?? "-") \(file.mimeType ?? "-") \(file.text ?? "-") \(input.notes?.text ?? "no notes")",
        input.attachments.map { $0.fileName ?? "-" }.joined(separator: " "),
      ]
    }
    router.on(signIn) { request, input in
      "\(request.head.text(of: .contentType) ?? "-") \(String(decoding: request.body, as: UTF8.self)) "
        + "\(input.name) \(input.remember?.description ?? "nil") \(input.scopes)"
    }
    router.on(either) { request, input in "\(request.head.text(of: .contentType) ?? "-") \(input.title)" }
    router.on(OwnForm.self) { request, input in String(decoding: request.body, as: UTF8.self) + " " + input.title }
    return router
  }

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router()), body)
  }

  @Test("A request struct sends files and fields as multipart parts")
  func parts() async throws {
    try await serve { (client) async throws in
      let request = Transcribe(
        model: "scribe_v1", recording: Part(fileName: "a \"b\".caf", mimeType: "audio/x-caf", content: "sound".utf8),
        attachments: [Part(fileName: "1.txt", mimeType: "text/plain", content: []), Part(text: "two")])
      #expect(
        try await client.call(Self.transcribe, request) == [
          "multipart/form-data", "scribe_v1 false 1", "a \"b\".caf audio/x-caf sound no notes", "1.txt -",
        ])
      let plain = Transcribe(model: "m", tagsEvents: true, speakers: 2, notes: Part(text: "n"))
      #expect(
        try await client.call(Self.transcribe, plain) == [
          "multipart/form-data", "m true 2", "- -  n", "",
        ])
    }
  }

  @Test("A request struct sends its fields as a form")
  func form() async throws {
    try await serve { (client) async throws in
      #expect(
        try await client.call(Self.signIn, SignIn(name: "ä b", scopes: ["x", "y"]))
          == "application/x-www-form-urlencoded user_name=%C3%A4%20b&scopes=x&scopes=y ä b nil [\"x\", \"y\"]")
      #expect(try await OwnForm(title: "t").perform(with: client) == "title=t t")
    }
  }

  @Test("A server decodes each format that a request struct declares")
  func eitherForm() async throws {
    try await serve { (client) async throws in
      #expect(try await client.call(Self.either, FormOrJSON(title: "t")) == "application/x-www-form-urlencoded t")
      struct Title: BodyRequest { var title: String }
      let json = Endpoint<Title, String>(.post, "/either")
      #expect(try await client.call(json, Title(title: "j")) == "application/json j")
    }
  }
}
