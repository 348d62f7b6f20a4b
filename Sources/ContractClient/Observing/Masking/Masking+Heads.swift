public import Contract

extension Masking {
  /// Headers whose values are URLs, with queries and fragments that may hold secrets.
  private static let urlFields: Set<HTTPFieldName> = [.location, "Content-Location", "Referer", "Refresh"]

  /// Returns the value to show for a header.
  public func value(of field: HTTPField) -> String {
    let text = field.value.rawValue
    if masks(field.name) { return replacement }
    guard masksAnything else { return text }
    if Self.urlFields.contains(field.name) { return masked(url: text) }
    return field.name == "Link" ? masked(links: text) : text
  }

  /// Returns the headers to show.
  public func masked(_ fields: HTTPFields) -> HTTPFields {
    guard masksAnything else { return fields }
    return HTTPFields(fields.lines.map { HTTPField($0.name, HTTPFieldValue(value(of: $0)) ?? "***") })
  }

  /// Returns the request target to show, with secret query values masked.
  public func masked(target: String) -> String { applied(to: .requests).masked(url: target) }

  /// Returns the secret parts of a URL, a relative reference or a request target, as written: user name and password,
  /// and the values of secret members of query and fragment.
  package func secretParts(url: some StringProtocol) -> [String] {
    guard masksAnything else { return [] }
    let bytes = url.utf8
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    let members = Substring(url[end...]).utf8.split { "?#&".utf8.contains($0) }
    let masking = masksMembers(beside: Self.names(in: Substring(url[end...]), splitBy: "?#&"))
    let values: [String] = members.compactMap { member in
      guard let mark = member.firstIndex(of: UInt8(ascii: "=")), masking.masksQuery(Substring(member[..<mark])) else {
        return nil
      }
      return String(Substring(member[member.index(after: mark)...]))
    }
    return (user(in: Substring(url[..<end])).map { [String($0)] } ?? []) + values
  }

  /// Returns the secret parts of the URLs in a header such as `Location` or `Link`; empty for other headers.
  package func secretParts(of field: HTTPField) -> [String] {
    let text = field.value.rawValue
    if Self.urlFields.contains(field.name) { return secretParts(url: text) }
    guard field.name == "Link" else { return [] }
    return text.utf8.split(separator: UInt8(ascii: "<")).flatMap { part in
      secretParts(url: Substring(part.prefix { $0 != UInt8(ascii: ">") }))
    }
  }

  /// Returns the URL or relative reference to show, with user name, password and the values of secret members of query
  /// and fragment masked.
  private func masked(url: some StringProtocol) -> String {
    guard masksAnything else { return String(url) }
    let bytes = url.utf8
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    return withoutUser(Substring(url[..<end])) + members(Substring(url[end...]), splitBy: "?#&") { $0.masksQuery($1) }
  }

  private func withoutUser(_ text: Substring) -> String {
    guard let user = user(in: text) else { return String(text) }
    return text[..<user.startIndex] + replacement + text[user.endIndex...]
  }

  /// Returns the user name and password of a URL or network-path reference (RFC 3986 §4.2).
  private func user(in text: Substring) -> Substring? {
    let bytes = text.utf8
    var rest = bytes
    while let slashes = rest.firstRange(of: "//".utf8) {
      rest = rest[slashes.upperBound...]
      // Slashes within a path begin no authority. In `Refresh`, the URL follows `url=`, and may be quoted.
      guard
        slashes.lowerBound == bytes.startIndex
          || ":;,='\" ".utf8.contains(bytes[bytes.index(before: slashes.lowerBound)])
      else { continue }
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      return authority.lastIndex(of: UInt8(ascii: "@")).map { Substring(authority[..<$0]) }
    }
    return nil
  }

  /// Masks the URLs of a `Link` header, such as `<…>; rel="next", <…>`.
  private func masked(links text: String) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(parts.first.map { String(Substring($0)) } ?? "") { shown, part in
      let url = part.prefix { $0 != UInt8(ascii: ">") }
      return shown + "<" + masked(url: Substring(url)) + Substring(part[url.endIndex...])
    }
  }

  /// Returns the form with secret values masked.
  func masked(form: Substring) -> String { members(form, splitBy: "&") { $0.masksMember(Self.decoded($1)) } }

  /// Returns a name or value of a query or form without its percent-encoding; unchanged if that is invalid.
  static func decoded(_ text: Substring) -> String {
    PercentEncoding.decode(ArraySlice(text.utf8), plusIsSpace: true) ?? String(text)
  }

  /// Returns the names of members, still percent-encoded.
  private static func names(in text: Substring, splitBy separators: String) -> some Sequence<Substring> {
    text.utf8.split { separators.utf8.contains($0) }.lazy.map { Substring($0.prefix { $0 != UInt8(ascii: "=") }) }
  }

  /// Returns members and separators, with secret values masked.
  private func members(
    _ text: Substring, splitBy separators: String, _ isSecret: (Masking, Substring) -> Bool
  ) -> String {
    // The text is split by bytes, because a separator and a following combining mark form one `Character`.
    let masking = masksMembers(beside: Self.names(in: text, splitBy: separators))
    var output = ""
    var rest = text.utf8
    while !rest.isEmpty {
      let member = rest.prefix { !separators.utf8.contains($0) }
      let name = member.prefix { $0 != UInt8(ascii: "=") }
      if name.endIndex < member.endIndex, isSecret(masking, Substring(name)) {
        output += "\(Substring(name))=\(replacement)"
      } else {
        output += Substring(member)
      }
      rest = rest[member.endIndex...]
      output += Substring(rest.prefix(1))
      rest = rest.dropFirst()
    }
    return output
  }
}
