import ContractHTTP
import Testing

@testable import Contract

@Suite("Signatures of webhooks")
struct WebhookTests {
  /// The vector that the Standard Webhooks libraries test with.
  static let standardSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  static let standardBody = Array(#"{"test": 2432232314}"#.utf8)
  static let standardTime: Int64 = 1_614_265_330
  static let standardFields: HTTPFields = [
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ]

  static func standard(_ secrets: String...) throws -> WebhookSignature {
    switch secrets.count {
    case 1: try .standard(Secret(secrets[0]))
    default: try .standard(Secret(secrets[0]), Secret(secrets[1]))
    }
  }

  @Test("A Standard Webhooks signature equals that of the reference libraries")
  func standardVector() async throws {
    var fields: HTTPFields = [:]
    try await Self.standard(Self.standardSecret)
      .sign(&fields, Self.standardBody, id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: Self.standardTime)
    #expect(fields == Self.standardFields)
  }

  @Test("A signature in one header equals known signatures in the formats of GitHub and Slack")
  func headerVectors() async throws {
    // The example of GitHub's documentation on validating deliveries.
    var fields: HTTPFields = [:]
    let gitHub = try WebhookSignature.hmacSHA256(
      Secret("It's a Secret to Everybody"), header: "X-Hub-Signature-256", prefix: "sha256=")
    await gitHub.sign(&fields, Array("Hello, World!".utf8), id: "ignored", at: 0)
    #expect(
      fields == ["X-Hub-Signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"])

    // The format of Slack: `v0:TIMESTAMP:BODY`. The code was computed with Python's hmac.
    fields = [:]
    let slack = try WebhookSignature.hmacSHA256(
      Secret("8f742231b10e8888abcd99yyyzzz85a5"), header: "X-Slack-Signature", prefix: "v0=",
      timestamp: .init(header: "X-Slack-Request-Timestamp", prefix: "v0:", separator: ":"))
    await slack.sign(&fields, Array("token=xyzz0WbapA4vBCDEFx".utf8), id: "ignored", at: 1_531_420_618)
    #expect(
      fields == [
        "X-Slack-Request-Timestamp": "1531420618",
        "X-Slack-Signature": "v0=a95e644dbe12a48cb28b674ac6a83add633c626fe947df3cd8b9b15e998681f4",
      ])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var fields: HTTPFields = WebhookTests.standardFields
    var body = WebhookTests.standardBody
    var secrets = [WebhookTests.standardSecret]
    var now = WebhookTests.standardTime
    let fault: WebhookVerification.Fault?

    var testDescription: String { name }

    static func changed(_ name: HTTPFieldName, _ value: HTTPFieldValue?) -> HTTPFields {
      var fields = WebhookTests.standardFields
      fields[name] = value
      return fields
    }

    static var repeated: HTTPFields {
      var fields = WebhookTests.standardFields
      fields.append("webhook-id", "msg_other")
      return fields
    }
  }

  static let other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

  static let rows: [Row] = [
    Row(name: "the sender's request", fault: nil),
    Row(name: "the second of two secrets", secrets: [other, standardSecret], fault: nil),
    Row(name: "another secret", secrets: [other], fault: .mismatch),
    Row(name: "another body", body: Array("{}".utf8), fault: .mismatch),
    Row(name: "an empty body", body: [], fault: .mismatch),
    Row(name: "another id", fields: Row.changed("webhook-id", "msg_other"), fault: .mismatch),
    Row(name: "an id that appears twice", fields: Row.repeated, fault: .missing("webhook-id")),
    Row(name: "no id", fields: Row.changed("webhook-id", nil), fault: .missing("webhook-id")),
    Row(name: "no timestamp", fields: Row.changed("webhook-timestamp", nil), fault: .missing("webhook-timestamp")),
    Row(name: "no signature", fields: Row.changed("webhook-signature", nil), fault: .missing("webhook-signature")),
    Row(
      name: "a timestamp with a sign", fields: Row.changed("webhook-timestamp", "+1614265330"),
      fault: .invalidTimestamp("webhook-timestamp")),
    Row(
      name: "a timestamp of 13 digits", fields: Row.changed("webhook-timestamp", "1614265330000"),
      fault: .invalidTimestamp("webhook-timestamp")),
    Row(
      name: "another timestamp", fields: Row.changed("webhook-timestamp", "1614265331"), fault: .mismatch),
    Row(name: "the last second of the tolerance", now: standardTime + 300, fault: nil),
    Row(name: "a second after the tolerance", now: standardTime + 301, fault: .expired("webhook-timestamp")),
    Row(name: "a clock that is 300 seconds late", now: standardTime - 300, fault: nil),
    Row(name: "a clock that is 301 seconds late", now: standardTime - 301, fault: .expired("webhook-timestamp")),
    Row(
      name: "a valid signature after an invalid one",
      fields: Row.changed("webhook-signature", "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), fault: nil),
    Row(
      name: "a valid signature of another version",
      fields: Row.changed("webhook-signature", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), fault: .mismatch),
    Row(name: "no version", fields: Row.changed("webhook-signature", "v1"), fault: .mismatch),
    Row(name: "no base64", fields: Row.changed("webhook-signature", "v1,%%%%"), fault: .mismatch),
  ]

  @Test("A webhook is accepted only with a recent signature of its body", arguments: rows)
  func verification(row: Row) async throws {
    let signature =
      row.secrets.count == 1
      ? try Self.standard(row.secrets[0]) : try Self.standard(row.secrets[0], row.secrets[1])
    let verification = WebhookVerification(signature) { row.now }
    let fault: WebhookVerification.Fault?
    do throws(WebhookVerification.Fault) {
      try await verification.check(row.fields, row.body)
      fault = nil
    } catch {
      fault = error
    }
    #expect(fault == row.fault)
  }

  @Test(
    "A webhook is accepted within the tolerance of its signature",
    arguments: [
      (-61, .expired("webhook-timestamp")), (-60, nil), (60, nil), (61, .expired("webhook-timestamp")),
    ] as [(Int64, WebhookVerification.Fault?)])
  func tolerance(age: Int64, expected: WebhookVerification.Fault?) async throws {
    let signature = try WebhookSignature.standard(Secret(Self.standardSecret), tolerance: .seconds(60))
    let verification = WebhookVerification(signature) { WebhookTests.standardTime + age }
    var fault: WebhookVerification.Fault?
    do throws(WebhookVerification.Fault) {
      try await verification.check(Self.standardFields, Self.standardBody)
    } catch {
      fault = error
    }
    #expect(fault == expected)
  }

  @Test(
    "A refused webhook gets a 401 with a challenge that names the header of the signature",
    arguments: [nil, "X-Hub-Signature-256"] as [HTTPFieldName?])
  func challenge(header: HTTPFieldName?) async throws {
    let signature = try header.map { try WebhookSignature.hmacSHA256(Secret("secret"), header: $0) }
    let verification = WebhookVerification(try signature ?? Self.standard("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let response = try await verification.handle(HTTPRequest(.post, "/", authority: "a"), for: nil) { _ in .text("") }
    #expect(response.status == .unauthorized)
    let name = header?.rawName ?? "webhook-signature"
    #expect(response.fields[.wwwAuthenticate]?.rawValue == "WebhookSignature header=\"\(name)\"")
  }

  @Test(
    "A hexadecimal signature is read in either case, and without a prefix only if none is declared",
    arguments: [
      ("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17", nil),
      ("sha256=757107EA0EB2509FC211221CCE984B8A37570B6D7586C22C46F4379C8B043E17", nil),
      ("757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17", .mismatch),
      ("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e1", .mismatch),
      ("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e1g", .mismatch),
      ("sha256=", .mismatch),
    ] as [(String, WebhookVerification.Fault?)])
  func hexadecimal(value: String, expected: WebhookVerification.Fault?) async throws {
    let signature = try WebhookSignature.hmacSHA256(
      Secret("It's a Secret to Everybody"), header: "X-Hub-Signature-256", prefix: "sha256=")
    let verification = WebhookVerification(signature)
    let header = try #require(HTTPFieldValue(value))
    var fault: WebhookVerification.Fault?
    do throws(WebhookVerification.Fault) {
      try await verification.check(["X-Hub-Signature-256": header], Array("Hello, World!".utf8))
    } catch {
      fault = error
    }
    #expect(fault == expected)
  }

  @Test("A secret that cannot sign causes an error that does not contain the secret")
  func secrets() throws {
    for text in ["", "whsec_", "whsec_AAAA", "whsec_*", "plain text"] {
      #expect(throws: WebhookSecretError("a webhook secret is not `whsec_` followed by 24 to 64 bytes in base64")) {
        try WebhookSignature.standard(Secret(text))
      }
    }
    #expect(throws: WebhookSecretError("a webhook secret is empty")) {
      try WebhookSignature.hmacSHA256(Secret(""), header: "X-Signature")
    }
    #expect(throws: WebhookSecretError("a webhook signature has no secret")) { try WebhookSignature.standard() }
    let signature = try Self.standard(Self.standardSecret)
    var dumped = ""
    dump(signature, to: &dumped)
    #expect("\(signature)" == "Standard Webhooks" && !dumped.contains("MfKQ") && !dumped.contains("49"))
  }

  @Test("The signature of a body that is hashed in several steps covers the whole body")
  func longBody() async throws {
    let body = [UInt8](repeating: 0x61, count: 200_000)
    let signature = try WebhookSignature.hmacSHA256(Secret("key"), header: "X-Signature", encoding: .base64)
    var fields: HTTPFields = [:]
    await signature.sign(&fields, body, id: "", at: 0)
    // Python: base64.b64encode(hmac.new(b"key", b"a" * 200_000, "sha256").digest())
    #expect(fields["X-Signature"]?.rawValue == "mTCVAsvnATQmz3ln2U5CN5n37BdhiZfd0jjwmSCJSVg=")
    try await WebhookVerification(signature).check(fields, body)
  }
}
