internal import Contract
internal import ContractCoding

/// What a client has been told about the requests to make, before one is made.
struct RequestDraft: Sendable {
  /// A path below the base URL.
  struct Path: Sendable {
    private(set) var segments: [RequestPath.Segment] = []
    private(set) var endsWithSlash = false

    var isEmpty: Bool { segments.isEmpty }

    mutating func append(_ path: RequestPath) {
      if path.segments.isEmpty, !path.endsWithSlash { return }
      segments += path.segments
      endsWithSlash = path.endsWithSlash
    }

    /// The segments as they are sent, each after a slash.
    var text: String {
      segments.reduce(into: "") { text, segment in
        text += "/"
        text += segment.text
      }
    }

    /// The same with `{1}` and so on where there are values, so that it is one text for many requests.
    var template: String {
      var count = 0
      let text = segments.reduce(into: "") { text, segment in
        text += "/"
        if segment.isValue {
          count += 1
          text += "{\(count)}"
        } else {
          text += segment.text
        }
      }
      return text.isEmpty ? "/" : text
    }
  }

  /// Members of a query.
  enum Query: Sendable {
    /// As they are sent.
    case text(String)
    /// A value below a name, or the members of one.
    case value(@Sendable (URLFormEncoder, inout [UInt8]) throws -> Void)
  }

  typealias Change = @Sendable (inout HTTPRequest, ClientConfiguration) throws -> Void

  var method: HTTPMethod?
  var path = Path()
  var queries: [Query] = []
  var body: DraftBody?
  /// References in place of the path, each relative to the one before.
  var links: [String] = []
  /// How many segments the path had when a reference took its place.
  var linkDepth = 0
  /// The operation of fluent calls; named by method and path unless set.
  var operationName: String?
  /// What is done to every request before it is sent.
  var changes: [Change] = []

  /// True when a path was given after a reference has taken its place, which would be lost.
  var hasPathAfterLink: Bool { !links.isEmpty && linkDepth != path.segments.count }

  /// The path of the operation: a link of a client without a path has nothing else to be named by.
  var template: String { path.isEmpty && !links.isEmpty ? "/{link}" : path.template }

  /// The query, spelled as the options say.
  func query(spelledBy options: URLFormOptions) throws(ClientError) -> String {
    let encoder = URLFormEncoder(options: options)
    var bytes: [UInt8] = []
    do {
      for query in queries {
        switch query {
        case .text(let text) where text.isEmpty: continue
        case .text(let text):
          if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
          bytes += text.utf8
        case .value(let append): try append(encoder, &bytes)
        }
      }
    } catch {
      throw ClientError(
        .invalidInput, stage: .encode, "a value cannot travel in the query: \(EncodingReason.of(error))", cause: error)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What an error of encoding says, without the value that it is about.
enum EncodingReason {
  static func of(_ error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context): context.debugDescription
    case let error as FileError: error.description
    case let error as PartSourceError: error.description
    case let error as MultipartError: error.description
    default: "\(type(of: error))"
    }
  }
}
