internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The parts of a request that a client collects before a call.
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

    /// The encoded path, with a slash before each segment.
    var text: String {
      segments.reduce(into: "") { text, segment in
        text += "/"
        text += segment.text
      }
    }

    /// The path with `{1}` and so on in place of values, shared by requests that differ only in values.
    var template: String {
      var count = 0
      let text = segments.reduce(into: "") { text, segment in
        text += "/"
        if segment.isValue {
          count += 1
          text += "{\(count)}"
        } else if segment.text.starts(withByte: ":") {
          // A template would take the segment for a placeholder.
          text += "%3A" + segment.text.dropFirst()
        } else {
          text += segment.text
        }
      }
      return text.isEmpty ? "/" : text
    }
  }

  /// A part of a query.
  enum Query: Sendable {
    /// An encoded query.
    case text(String)
    /// A value to encode with its name, or the members of a value.
    case value(@Sendable (URLFormEncoder, inout [UInt8]) throws -> Void)
  }

  typealias Change = @Sendable (inout HTTPRequest, ClientConfiguration) throws -> Void

  var method: HTTPMethod?
  var path = Path()
  var queries: [Query] = []
  var body: DraftBody?
  /// References that replace the path, each relative to the previous reference.
  var links: [String] = []
  /// The number of path segments when the last reference was added.
  var linkDepth = 0
  /// The ID of the operation of fluent calls; nil uses method and path.
  var operationName: String?
  /// The changes to every request before it is sent.
  var changes: [Change] = []

  /// True if path segments were added after a reference, which replaces the path.
  var hasPathAfterLink: Bool { !links.isEmpty && linkDepth != path.segments.count }

  /// The path template of the operation; `/{link}` for a reference without a path.
  var template: String { path.isEmpty && !links.isEmpty ? "/{link}" : path.template }

  /// Returns the query encoded with the given options.
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
        .invalidInput, stage: .encode, "a query parameter cannot be encoded: \(EncodingReason.of(error))", cause: error)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
