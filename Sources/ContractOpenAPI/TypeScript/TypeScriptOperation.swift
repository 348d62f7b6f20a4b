internal import ContractHTTP

/// An operation with the names and types of the generated client.
struct TypeScriptOperation {
  /// The operation in the document.
  let source: OpenAPIOperation
  /// The operation's id, or the method and path if there is no id.
  let id: String
  /// The property of the client that holds the operation's group; nil for an operation of the client itself.
  let group: String?
  /// The name of the method.
  let method: String
  /// The name of the type of its input.
  let inputName: String
  /// The name of the type of its result.
  let resultName: String
  /// The name of the type of its errors.
  let errorName: String
  /// The parameters in the document's order.
  var parameters: [TypeScriptParameter] = []
  /// The body of requests by media type; the first one is the default.
  var bodies: [TypeScriptBody] = []
  /// The responses in the document's order; empty for a channel, because `WebSocket` does not show them.
  var responses: [TypeScriptResponse] = []
  /// The messages of the WebSocket that the operation opens; nil for other operations.
  var channel: TypeScriptChannel?
  /// The names of the credentials of each requirement that needs some.
  var security: [[String]] = []

  /// The responses that calls return.
  var results: [TypeScriptResponse] {
    let declared = responses.filter(\.isResult)
    return declared.isEmpty ? responses.filter { $0.status == "default" } : declared
  }

  /// The responses that calls throw.
  var errors: [TypeScriptResponse] { responses.filter { !$0.isResult } }

  /// True if results contain the status and headers: there are several results, or one has headers.
  var hasWholeResults: Bool { results.count > 1 || results.contains { !$0.headers.isEmpty } }
}

/// A parameter with its type.
struct TypeScriptParameter {
  let source: OpenAPIParameter
  let type: TypeScriptType
  /// The name of the serialization; nil for the usual one.
  let style: String?
}

/// A body in one format.
struct TypeScriptBody {
  /// The media type without parameters, in lowercase.
  let mediaType: String
  let type: TypeScriptType
  /// The formats of members of a form; nil if all are usual.
  var parts: TypeScriptValue?
  /// The type of the elements of a stream; nil for other bodies.
  var element: TypeScriptType?

  /// The type of the body in a request. Streams other than lines are sent as bytes.
  var sentType: TypeScriptType {
    if let element, OpenAPIMediaType.lines.contains(mediaType) || mediaType.ends(withBytes: "+json-seq") {
      return .lines(element)
    }
    return type == .binary ? .bytes : type
  }
}

/// The messages of a channel by media type. The first media type that fits is used.
struct TypeScriptChannel {
  let sent: [TypeScriptBody]
  let received: [TypeScriptBody]
  let subprotocols: [String]
}

/// A response by status.
struct TypeScriptResponse {
  /// A status, a range such as `4XX`, or `default`.
  let status: String
  var headers: [TypeScriptHeader] = []
  var bodies: [TypeScriptBody] = []

  /// True for a success and for a declared redirection.
  var isResult: Bool { status.utf8.first == UInt8(ascii: "2") || status.utf8.first == UInt8(ascii: "3") }

  /// The status as a TypeScript type.
  var statusType: String { status.hasOnlyDigits ? status : "number" }
}

/// A header of a response.
struct TypeScriptHeader {
  let source: OpenAPIParameter
  let type: TypeScriptType
}
