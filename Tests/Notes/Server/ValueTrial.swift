import Contract
import ContractCoding
import ContractOpenAPI
import NotesContract

/// A check that the codec accepts values generated from the schemas of a document. It prints one line of JSON for each
/// value, which `Scripts/check-openapi` compares with Python's `jsonschema`.
struct ValueTrial {
  let document: OpenAPIDocument
  let count: Int
  let seed: UInt64

  init(_ api: OpenAPI, count: Int, seed: UInt64) throws {
    document = try OpenAPIDocument(try api.export().document)
    self.count = count
    self.seed = seed
  }

  func run() {
    print("Scalars", Scalars.self)
    print("Containers", Containers.self)
    print("Bounded", Bounded.self)
    print("Step", Step.self)
    print("Row", Row.self)
    print("Plain", Plain.self)
    print("Note", Note.self)
    print("Shape", Shape.self)
    print("Tree", Tree.self)
  }

  private func print<T: Codable & Sendable>(_ name: String, _ type: T.Type) {
    guard let schema = document.schema(named: name) else { return Swift.print(#"{"missing":"\#(name)"}"#) }
    var generator = ValueGenerator(document, seed: seed)
    // The values are printed one by one, because there may be a million.
    for _ in 0..<count {
      if let value = generator.value(of: schema) { print(name, value, as: T.self) }
    }
    for value in generator.boundaryValues(of: schema) { print(name, value, as: T.self) }
    for invalid in generator.invalidValues(of: schema) { print(name, invalid.value, as: T.self) }
  }

  private func print<T: Codable & Sendable>(_ name: String, _ value: JSONValue, as type: T.Type) {
    let (isAccepted, written) = trial(of: value, T.self)
    let line: JSONValue = ["type": .string(name), "value": value, "accepted": .bool(isAccepted), "written": written]
    Swift.print(line.description)
  }

  /// Returns whether a body with the value is accepted, and the value as it is written again.
  private func trial<T: Codable & Sendable>(
    of value: JSONValue, _ type: T.Type
  ) -> (isAccepted: Bool, written: JSONValue) {
    let endpoint = Endpoint<CodedBody<T>, T>(.post, "/")
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.post, "/", fields: [.contentType: "application/json"])),
      body: Array(value.description.utf8), operation: endpoint.operation, remoteAddress: nil)
    var decoder = RequestDecoder(request)
    guard let input = try? decoder.input(CodedBody<T>.self) else { return (isAccepted: false, written: .null) }
    guard let bytes = try? JSONWriter.bytes(of: input.value), let written = try? JSONValue(parsing: bytes) else {
      return (isAccepted: true, written: ["unwritable": true])
    }
    return (isAccepted: true, written: written)
  }
}

/// A request whose body is a value of any type.
private struct CodedBody<T: Codable & Sendable>: EndpointRequest {
  let value: T

  static var content: RequestContent { .json }
  static var inputs: [InputDescription] { [InputDescription(.body, "body", type: "\(T.self)", isRequired: true)] }

  func encode(into encoder: inout RequestEncoder) throws { try encoder.body(value) }

  static func decode(from decoder: inout RequestDecoder) -> CodedBody? { decoder.body(as: T.self).map(CodedBody.init) }
}
