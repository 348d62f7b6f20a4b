import ContractCoding
import ContractHTTP

/// A problem (RFC 9457) of a response, as lines for people.
struct CallProblem: Equatable {
  /// The title or detail, then one line for each fault of an input.
  let lines: [String]

  /// Reads a problem; nil for a body that is not a problem.
  init?(_ body: [UInt8]) {
    guard let value = try? JSONValue(parsing: body), value.object != nil,
      let text = value["detail"]?.string ?? value["message"]?.string ?? value["title"]?.string
    else { return nil }
    var lines = [text]
    if let code = value["code"]?.string { lines[0] = "\(code): \(text)" }
    for error in value["errors"]?.array ?? [] {
      let name = error["name"]?.string ?? error["pointer"]?.string ?? ""
      let message = error["message"]?.string ?? error["detail"]?.string ?? error["code"]?.string ?? ""
      lines.append("  \(error["in"]?.string ?? "body") \(name): \(message)")
    }
    let known: Set<String> = ["type", "title", "status", "detail", "message", "errors", "code", "instance"]
    for (name, member) in value.object ?? JSONObject() where !known.contains(name) {
      lines.append("  \(name): \(member)")
    }
    self.lines = lines.map { $0.escapingControls() }
  }
}
