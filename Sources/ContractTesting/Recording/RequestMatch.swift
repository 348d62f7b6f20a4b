internal import ContractClient

/// What makes two requests the same for a replay: method, path, query and content, each in one spelling.
struct RequestMatch: Hashable, Sendable {
  let method: String
  let path: String
  let query: [String]
  let content: [UInt8]

  /// - Parameter content: the content of the request, which may be a stream in the request itself.
  init(_ request: HTTPRequest, content: [UInt8]) {
    method = request.method.rawValue
    let target = request.target
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    path = Self.decoded(target[..<mark])
    // Members of one name keep their order: it may mean something.
    query = target[mark...].dropFirst().split(separator: "&").map(Self.decoded).enumerated()
      .sorted { Self.name($0.element) == Self.name($1.element) ? $0.offset < $1.offset : $0.element < $1.element }
      .map(\.element)
    self.content = Self.canonical(content, request.fields)
  }

  /// What of two requests differs, for people; nil when nothing does.
  func difference(from other: RequestMatch) -> String? {
    let differing = [
      method == other.method ? nil : "method", path == other.path ? nil : "path", query == other.query ? nil : "query",
      content == other.content ? nil : "content",
    ].compactMap { $0 }
    return differing.isEmpty ? nil : differing.joined(separator: " and ")
  }

  private static func name(_ member: String) -> Substring { member.prefix { $0 != "=" } }

  private static func decoded(_ text: Substring) -> String {
    PercentEncoding.decode(ArraySlice(text.utf8), plusIsSpace: false).map {
      // What was encoded stays apart from what separates.
      $0.contains(where: { "&=/?+".contains($0) }) ? String(text) : $0
    } ?? String(text)
  }

  private static func canonical(_ content: [UInt8], _ fields: HTTPFields) -> [UInt8] {
    guard let media = (fields[.contentType]?.rawValue).flatMap({ MediaType($0) }) else { return content }
    if media.isJSON, let document = try? JSONDocument(content) {
      return CanonicalJSON.text(document.root, sortsMembers: true)
    }
    if media.essence == MediaType.urlForm.essence {
      let members = String(decoding: content, as: UTF8.self).split(separator: "&").sorted()
      return Array(members.joined(separator: "&").utf8)
    }
    // A boundary is made anew for each request.
    if media.type == "multipart", let boundary = media.parameter("boundary"), !boundary.isEmpty {
      return replacing(Array(boundary.utf8), in: content)
    }
    return content
  }

  private static func replacing(_ boundary: [UInt8], in content: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < content.count {
      if content.count - index >= boundary.count, content[index..<(index + boundary.count)].elementsEqual(boundary) {
        output += "boundary".utf8
        index += boundary.count
      } else {
        output.append(content[index])
        index += 1
      }
    }
    return output
  }
}
