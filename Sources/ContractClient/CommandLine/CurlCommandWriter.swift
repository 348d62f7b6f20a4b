internal import Contract

/// A formatter of requests as curl commands.
struct CurlCommandWriter {
  private let request: HTTPRequest
  private let masking: Masking
  private let maxContentBytes: Int

  init(_ request: HTTPRequest, _ masking: Masking, _ maxContentBytes: Int) {
    self.request = request
    self.masking = masking.applied(to: .requests)
    self.maxContentBytes = maxContentBytes
  }

  /// The body as it appears in the command.
  private enum Content {
    case none
    case argument(String)
    case piped([UInt8])
    case missing(comment: String)
  }

  func text(separator: String) -> String {
    let content = content()
    var parts = methodOptions(content)
    for line in request.fields where !Self.isWrittenByCurl(line.name) {
      if line.name == .contentEncoding, isRestored(content) { continue }
      let value = masking.value(of: line)
      // curl removes a header for `Name:`; `Name;` sends it empty.
      parts.append("-H " + ShellQuoting.quoted(value.isEmpty ? "\(line.name);" : "\(line.name): \(value)"))
    }
    switch content {
    case .none: break
    case .argument(let text): parts.append("--data-raw " + ShellQuoting.quoted(text))
    case .piped, .missing: parts.append("--data-binary @-")
    }
    if hasContent(content), !request.fields.contains(.contentType) { parts.append("-H 'Content-Type:'") }
    parts += urlOptions()
    let command = (["curl"] + parts).joined(separator: separator)
    switch content {
    case .piped(let bytes): return "printf \(ShellQuoting.printfFormat(bytes)) | \(command)"
    case .missing(let comment): return "\(command)  # \(comment)"
    case .none, .argument: return command
    }
  }

  private func hasContent(_ content: Content) -> Bool {
    if case .none = content { return false }
    return true
  }

  /// True for a body whose content coding was removed for masking.
  private func isRestored(_ content: Content) -> Bool {
    switch content {
    case .argument, .piped: masking.masksAnything
    case .none, .missing: false
    }
  }

  private func content() -> Content {
    switch request.body {
    case .empty: return .none
    case .bytes(let bytes):
      if bytes.isEmpty { return .none }
      let masked = bytes.count <= maxContentBytes ? masking.masked(bytes, request.fields) : []
      guard !masked.isEmpty, masked.count <= maxContentBytes else {
        return .missing(comment: "pass the body on standard input: \(bytes.count) bytes, omitted here")
      }
      if let text = String(validating: masked, as: UTF8.self), !masked.contains(where: Self.isControl) {
        return .argument(text)
      }
      return .piped(masked)
    case .stream(let stream):
      let length = stream.length.map { "\($0) bytes" } ?? "of unknown length"
      return .missing(comment: "pass the body on standard input: a stream, \(length)")
    }
  }

  private func methodOptions(_ content: Content) -> [String] {
    switch (request.method, hasContent(content)) {
    case (.get, false), (.post, true): return []
    // With `-X HEAD`, curl would wait for a body.
    case (.head, false): return ["-I"]
    case (.post, false), (.put, false), (.patch, false):
      // Without a body curl sends no Content-Length, which some servers require.
      return ["-X \(request.method)", "-H 'Content-Length: 0'"]
    default: return ["-X \(ShellQuoting.quoted(request.method.rawValue))"]
    }
  }

  private func urlOptions() -> [String] {
    var options: [String] = []
    let target = masking.masked(target: request.target)
    var url = target
    if let scheme = request.scheme, let authority = request.authority {
      url = "\(scheme)://\(authority)"
      if target.hasPrefix("/") {
        url += target
      } else {
        options.append("--request-target \(ShellQuoting.quoted(target))")
      }
    }
    if url.utf8.contains(where: "[]{}".utf8.contains) { options.append("-g") }
    let path = target.prefix { $0 != "?" }
    if path.split(separator: "/", omittingEmptySubsequences: false).contains(where: Self.isDots) {
      options.append("--path-as-is")
    }
    // A URL that begins with a dash would be read as an option.
    return options + [url.hasPrefix("-") ? "--url \(ShellQuoting.quoted(url))" : ShellQuoting.quoted(url)]
  }

  /// True for a segment that curl would resolve as `.` or `..`.
  private static func isDots(_ segment: Substring) -> Bool {
    let decoded = PercentEncoding.decode(ArraySlice(segment.utf8))
    return decoded == "." || decoded == ".."
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x0A && byte != 0x09) || byte == 0x7F
  }

  private static func isWrittenByCurl(_ name: HTTPFieldName) -> Bool {
    name == .contentLength || name == .transferEncoding
  }
}
