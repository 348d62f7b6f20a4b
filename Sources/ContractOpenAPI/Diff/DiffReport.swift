internal import ContractCoding
internal import ContractHTTP

extension OpenAPIDiff {
  /// The numbers of changes, such as `1 breaking, 2 safe, 0 documentation`.
  public var summary: String {
    OpenAPIChange.Severity.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// Returns the changes as text for terminals and logs. Control characters of the documents are escaped.
  ///
  /// - Parameter styled: returns the name of a severity with a style, such as a color. Default: the plain name.
  public func text(styled: (OpenAPIChange.Severity) -> String = { $0.rawValue }) -> String {
    guard !changes.isEmpty else { return "The documents do not differ." }
    let parts = changes.map { change in
      """
      \(styled(change.severity)) \(change.rule.rawValue): \(change.scope.escapingControls())
        \(change.reason.escapingControls())
        \(change.isInNew ? "new" : "old") \(change.pointer.escapingControls())
      """
    }
    return (parts + [summary]).joined(separator: "\n\n")
  }

  /// Returns the changes as Markdown, for a comment on a change.
  public func markdown() -> String {
    guard !changes.isEmpty else { return "The documents do not differ.\n" }
    var lines: [String] = []
    for severity in OpenAPIChange.Severity.allCases where count(severity) > 0 {
      lines += ["### \(count(severity)) \(severity.rawValue)", ""]
      for change in changes where change.severity == severity {
        lines.append(
          "- **\(change.scope.markdown)** \(change.reason.markdown) (`\(change.rule.rawValue)`, \(change.isInNew ? "new" : "old") `\(change.pointer.code)`)"
        )
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the changes as JSON: `{"breaking":1,"safe":0,"documentation":0,"changes":[…]}`.
  public func json() -> String {
    let list = changes.map { change -> JSONValue in
      [
        "severity": .string(change.severity.rawValue), "rule": .string(change.rule.rawValue),
        "direction": .string(change.direction.rawValue), "operations": .array(change.operations.map { .string($0) }),
        "document": change.isInNew ? "new" : "old", "pointer": .string(change.pointer),
        "reason": .string(change.reason),
      ]
    }
    var report = JSONObject()
    for severity in OpenAPIChange.Severity.allCases {
      report[severity.rawValue] = .number(JSONDigits(count(severity)))
    }
    report["changes"] = .array(list)
    return JSONValue.object(report).description
  }
}

extension OpenAPIChange {
  /// The affected operations and the direction.
  var scope: String {
    guard let first = operations.first else { return "the document" }
    let others = operations.count > 1 ? " and \(operations.count - 1) more" : ""
    return "\(first)\(others), \(direction.rawValue)"
  }
}

extension String {
  /// The string for a code span, without the characters that would end the span or the line.
  fileprivate var code: String {
    String(decoding: utf8.filter { !"`\r\n".utf8.contains($0) }, as: UTF8.self)
  }

  /// The string in one line. The characters that Markdown and HTML interpret outside of code are escaped. Code spans
  /// stay as they are, because a backslash in them is a character (CommonMark 0.31 §6.1).
  fileprivate var markdown: String {
    var bytes: [UInt8] = []
    let line = utf8.map { "\r\n".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
    var rest = line[...]
    while let byte = rest.first {
      let marks = rest.prefix { $0 == UInt8(ascii: "`") }
      if marks.isEmpty {
        if "\\<*_[|".utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(marks.count)
      if let code = Self.code(in: rest, endingWith: marks.count) {
        bytes += marks + code + marks
        rest = rest.dropFirst(code.count + marks.count)
      } else {
        for _ in marks { bytes += "\\`".utf8 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes before the next run of exactly `count` backticks, which ends a code span; nil without such a run.
  private static func code(in bytes: ArraySlice<UInt8>, endingWith count: Int) -> ArraySlice<UInt8>? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let run = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == count { return bytes[..<index] }
      index += Swift.max(run, 1)
    }
    return nil
  }
}
