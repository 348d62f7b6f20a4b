internal import Contract

/// The headers of a curl command. Those of `-H` replace or remove the headers of other options.
struct CurlCommandHeaders {
  /// The headers of `-H`; a nil value removes the header of another option.
  private var lines: [(name: HTTPFieldName, value: HTTPFieldValue?)] = []
  /// The headers of options such as `-A`.
  private var options: [(name: HTTPFieldName, value: HTTPFieldValue)] = []
  private var cookies: [String] = []

  /// Adds the header of an `-H`: `name: value`, `name;` for an empty value, or `name:` to remove it.
  mutating func add(line text: String) throws(CurlCommandError) {
    guard !text.hasPrefix("@") else { throw CurlCommandError("reads headers from a file; pass each with -H") }
    let mark = text.firstIndex { $0 == ":" || $0 == ";" } ?? text.endIndex
    guard mark < text.endIndex, let name = HTTPFieldName(String(text[..<mark])) else {
      throw CurlCommandError("has a header without a valid name")
    }
    let value = String(text[text.index(after: mark)...].withoutOuterSpace)
    if text[mark] == ";" {
      guard value.isEmpty else { throw CurlCommandError("has a header without a colon") }
      lines.append((name, ""))
    } else if value.isEmpty {
      lines.append((name, nil))
    } else {
      guard let value = HTTPFieldValue(value) else {
        throw CurlCommandError("has a header value with a control character")
      }
      lines.append((name, value))
    }
  }

  /// Sets the header of an option. The last option wins.
  mutating func set(_ name: HTTPFieldName, _ text: String) throws(CurlCommandError) {
    guard let value = HTTPFieldValue(text) else { throw CurlCommandError("has a `\(name)` with a control character") }
    options.removeAll { $0.name == name }
    options.append((name, value))
  }

  /// Adds the cookies of a `-b`.
  mutating func add(cookie text: String) throws(CurlCommandError) {
    guard text.contains("=") else {
      throw CurlCommandError("reads cookies from a file; pass them as `-b name=value`")
    }
    // The value is trimmed as values of `-H` are, because cookies become one header.
    guard let cookie = HTTPFieldValue(String(text[...].withoutOuterSpace)) else {
      throw CurlCommandError("has a cookie with a control character")
    }
    cookies.append(cookie.rawValue)
  }

  /// Returns the headers of the request.
  ///
  /// - Parameter implied: the headers that other options imply.
  func fields(adding implied: [(HTTPFieldName, HTTPFieldValue)]) -> HTTPFields {
    var fields = HTTPFields()
    let removed = lines.filter { $0.value == nil }.map(\.name)
    for (name, value) in lines {
      // Headers of the framing are dropped, because the transport derives them from the body.
      if let value, name != .contentLength, name != .transferEncoding { fields.append(name, value) }
    }
    func add(_ name: HTTPFieldName, _ value: HTTPFieldValue) {
      if !fields.contains(name), !removed.contains(name) { fields.append(name, value) }
    }
    for (name, value) in options where !value.rawValue.isEmpty { add(name, value) }
    if !cookies.isEmpty { add(.cookie, HTTPFieldValue(unchecked: cookies.joined(separator: "; "))) }
    for (name, value) in implied { add(name, value) }
    return fields
  }
}
