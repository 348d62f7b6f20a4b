internal import Contract
internal import ContractHTTP

/// A marker for operations whose paths end with a secret, such as the URL of an upload. Access logs omit it.
struct SecretLastSegment: Sendable {
  /// Returns the path with `*` instead of its last segment.
  static func masked(_ path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] + "*" } ?? "*"
  }
}

/// The paths of a server whose next segment is a secret.
///
/// Access logs omit this segment and those after it, even if no operation of the path gets the request: the secret remains one
/// after a wrong method or a superfluous slash.
struct SecretPaths: Sendable {
  /// The segments before each secret, shortest first.
  private let parents: [[PathTemplate.Segment]]

  init(of operations: [APIOperation]) {
    let secret = operations.filter { $0[SecretLastSegment.self] != nil }
    // A placeholder for several segments has no fixed end, so its segments are omitted as well.
    let all = secret.map { Array($0.path.segments.dropLast().prefix(while: { !$0.isRest })) }
    parents = Set(all).sorted { $0.count < $1.count }
  }

  /// Returns true if paths of the operation may be below these. The marker already masks an operation's own path.
  func mayContainPaths(of operation: APIOperation) -> Bool {
    operation[SecretLastSegment.self] == nil && parents.contains(where: operation.path.mayBeBelow)
  }

  /// Stores these paths for the log of a request that may be below them: a request without a route, or with a route
  /// that has such paths too.
  func apply(to exchange: Exchange, of route: ServedRoute?) {
    if route?.mayHaveSecretPath ?? !parents.isEmpty { exchange[SecretPaths.self] = self }
  }

  /// Returns the path with `*` instead of a secret and the segments after it.
  func masked(_ path: String) -> String {
    if let masked = maskedSegments(of: path) { return masked }
    // `/files%2Fid` is compared as `/files/id` as well.
    guard let decoded = Self.decodingSlashes(of: path) else { return path }
    return maskedSegments(of: decoded) ?? path
  }

  private func maskedSegments(of path: String) -> String? {
    // The first segment is empty, because a path begins with a slash.
    let segments = path.split(atByte: "/", keepsEmpty: true)
    // `//files/id` is compared as `/files/id` as well.
    let named = segments.prefix(1) + segments.dropFirst().filter { !$0.isEmpty }
    for segments in [segments, Array(named)] {
      for parent in parents where Self.isSecret(segments, below: parent) {
        return segments.prefix(parent.count + 1).joined(separator: "/") + "/*"
      }
    }
    return nil
  }

  /// Returns the path with slashes instead of encoded ones; nil without any.
  private static func decodingSlashes(of path: String) -> String? {
    guard path.contains(byte: "%") else { return nil }
    let bytes = Array(path.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isSlash = bytes[index...].starts(with: "%2F".utf8) || bytes[index...].starts(with: "%2f".utf8)
      decoded.append(isSlash ? 0x2F : bytes[index])
      index += isSlash ? 3 : 1
    }
    return decoded.count == bytes.count ? nil : String(decoding: decoded, as: UTF8.self)
  }

  private static func isSecret(_ segments: [Substring], below parent: [PathTemplate.Segment]) -> Bool {
    segments.dropFirst(parent.count + 1).contains { !$0.isEmpty }
      && zip(parent, segments.dropFirst()).allSatisfy { expected, segment in
        guard case .literal(let text) = expected else { return true }
        return PercentEncoding.decode(ArraySlice(segment.utf8)) == text
      }
  }
}

extension PathTemplate.Segment {
  fileprivate var isRest: Bool { if case .rest = self { true } else { false } }
}

extension PathTemplate {
  /// Returns true if paths of this template may be below a path of `parent`.
  fileprivate func mayBeBelow(_ parent: [Segment]) -> Bool {
    for (own, other) in zip(segments, parent) {
      // The value of a placeholder may contain encoded slashes.
      guard case .literal(let own) = own else { return true }
      if case .literal(let other) = other, own != other { return false }
    }
    return segments.count > parent.count
  }
}

extension Exchange {
  /// The path for logs; nil for a malformed request.
  var loggedPath: String? {
    guard let path = head?.path else { return nil }
    if operation?[SecretLastSegment.self] != nil { return SecretLastSegment.masked(path) }
    return self[SecretPaths.self]?.masked(path) ?? path
  }
}
