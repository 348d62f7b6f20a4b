public import ContractHTTP

/// A request as a command for curl, quoted for a POSIX shell.
public struct CurlCommand: Sendable, CustomStringConvertible {
  /// The command, such as `curl -X PUT 'http://localhost:8080/todos/7' -H 'Content-Type: application/json' --data-raw '{}'`.
  public let description: String

  /// Creates the command of a request. A body that is not in memory is omitted.
  public init(_ request: HTTPRequest) {
    var words = ["curl"]
    let body: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get || !body.isEmpty {
      words += ["-X", request.method.rawValue]
    }
    words.append(Self.quoted(Array(request.url.utf8)))
    for field in request.fields {
      // curl sends a header without a value only if a semicolon follows its name.
      let value = field.value.rawValue
      words += ["-H", Self.quoted(Array((value.isEmpty ? "\(field.name);" : "\(field.name): \(value)").utf8))]
    }
    if !body.isEmpty { words += ["--data-raw", Self.quoted(body)] }
    description = words.joined(separator: " ")
  }

  /// Returns a word in quotes. A word with bytes that are not printable needs the quotes `$'…'` (POSIX.1-2024).
  private static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    if let text, !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
      return "'" + text.replacingBytes("'", with: "'\\''") + "'"
    }
    var word = "$'"
    for byte in bytes {
      switch byte {
      case 0x27, 0x5C: word += "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: word += String(UnicodeScalar(byte))
      default: word += "\\" + (["0", "0"] + Array(String(byte, radix: 8)).map(String.init)).suffix(3).joined()
      }
    }
    return word + "'"
  }
}
