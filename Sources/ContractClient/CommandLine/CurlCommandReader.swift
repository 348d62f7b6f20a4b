internal import Contract
internal import ContractCurl
internal import FoundationEssentials

/// A parser of curl commands.
struct CurlCommandReader {
  private var url: String?
  private var method: HTTPMethod?
  private var headers = CurlCommandHeaders()
  /// The data of the request; nil without an option that sends data.
  private var data: [UInt8]?
  private var isJSON = false
  private var dataIsQuery = false
  private var isHead = false
  private var isCompressed = false
  private var isPathAsIs = false
  private var hasBearer = false
  private var requestTarget: String?
  /// The bytes that a leading `printf` writes to curl's standard input.
  private var input: [UInt8]?

  /// Returns the request that `command` sends.
  static func request(from command: String) throws(CurlCommandError) -> HTTPRequest {
    var reader = CurlCommandReader()
    try reader.read(command)
    return try reader.request()
  }

  private init() {}

  private mutating func read(_ text: String) throws(CurlCommandError) {
    var words = try words(of: text)[...]
    guard let program = words.popFirst(), program == "curl" || program.hasSuffix("/curl") else {
      throw CurlCommandError("does not begin with `curl`")
    }
    var isAfterOptions = false
    while let word = words.popFirst() {
      if isAfterOptions || word == "-" || !word.hasPrefix("-") {
        try take(url: word)
      } else if word == "--" {
        isAfterOptions = true
      } else if word.hasPrefix("--") {
        try take(long: String(word.dropFirst(2)), &words)
      } else {
        try take(short: word.dropFirst(), &words)
      }
    }
  }

  /// Returns the words of the curl command. If a `printf` precedes it, as ``CurlCommandWriter`` writes it, the output
  /// of the `printf` is stored as the input of curl.
  private mutating func words(of text: String) throws(CurlCommandError) -> [String] {
    var tokens = try ShellWords.tokens(of: text)[...]
    if tokens.count > 3, tokens.first == .word("printf"), tokens.dropFirst(2).first == .pipe {
      guard case .word(let format) = tokens[tokens.startIndex + 1], let bytes = ShellQuoting.printfBytes(format) else {
        throw CurlCommandError("pipes in a `printf` whose format has conversions; write the bytes as octal escapes")
      }
      input = bytes
      tokens = tokens.dropFirst(3)
    }
    var words: [String] = []
    for token in tokens {
      guard case .word(let word) = token else {
        throw CurlCommandError("has an unquoted `|`; pass a single command")
      }
      words.append(word)
    }
    return words
  }

  // MARK: Options

  private mutating func take(short letters: Substring, _ words: inout ArraySlice<String>) throws(CurlCommandError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = CurlCommandOption.named(letter) else {
        throw CurlCommandError("has the unknown option `-\(letter)`; remove it")
      }
      guard option.takesValue else {
        try take(option, "")
        continue
      }
      // The value is the rest of the word, or the next word.
      let value = letters.isEmpty ? words.popFirst() : String(letters)
      guard let value else { throw CurlCommandError("lacks the value of `-\(letter)`") }
      return try take(option, value)
    }
  }

  private mutating func take(long name: String, _ words: inout ArraySlice<String>) throws(CurlCommandError) {
    guard let option = CurlCommandOption.named(name) else {
      throw CurlCommandError("has the unknown option `--\(name)`; remove it")
    }
    guard option.takesValue else { return try take(option, "") }
    guard let value = words.popFirst() else { throw CurlCommandError("lacks the value of `--\(name)`") }
    try take(option, value)
  }

  private mutating func take(_ option: CurlCommandOption, _ value: String) throws(CurlCommandError) {
    switch option {
    case .request:
      guard let method = HTTPMethod(value) else { throw CurlCommandError("has an invalid method after `-X`") }
      self.method = method
    case .header: try headers.add(line: value)
    case .data: try append(data: value, mayBeFile: true, isText: true)
    case .dataBinary: try append(data: value, mayBeFile: true)
    case .dataRaw: try append(data: value, mayBeFile: false)
    case .dataURLEncode: try append(encoding: value)
    case .json:
      try append(data: value, mayBeFile: true, separator: "")
      isJSON = true
    case .user:
      // curl ignores user and password if there is a bearer token, in any order.
      if hasBearer { return }
      let text = value.contains(":") ? value : value + ":"
      try headers.set(.authorization, "Basic " + Data(text.utf8).base64EncodedString())
    case .bearer:
      try headers.set(.authorization, "Bearer " + value)
      hasBearer = true
    case .cookie: try headers.add(cookie: value)
    case .userAgent: try headers.set(.userAgent, value)
    // Only the suffix `;auto` is dropped: with it, curl sends this referer first, and the previous URL after redirects.
    case .referer:
      try headers.set("Referer", value.hasSuffix(";auto") ? String(value.dropLast(";auto".count)) : value)
    case .url: try take(url: value)
    case .requestTarget: requestTarget = value
    case .get: dataIsQuery = true
    case .head: isHead = true
    case .compressed: isCompressed = true
    case .pathAsIs(let isAsIs): isPathAsIs = isAsIs
    case .refused(let name):
      throw CurlCommandError("has the unsupported option `\(name)`; pass headers with -H and the body with --data-raw")
    case .ignored, .ignoredValue: break
    }
  }

  private mutating func take(url: String) throws(CurlCommandError) {
    guard self.url == nil else { throw CurlCommandError("has more than one URL") }
    self.url = url
  }

  // MARK: Body

  private mutating func append(
    data text: String, mayBeFile: Bool, isText: Bool = false, separator: String = "&"
  ) throws(CurlCommandError) {
    var content = Array(text.utf8)
    if mayBeFile, text.hasPrefix("@") {
      guard text == "@-", let input else { throw CurlCommandError.bodyInFile }
      // curl removes line breaks and NULs from data that is not binary.
      content = isText ? input.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } : input
    }
    data = (data.map { $0 + separator.utf8 } ?? []) + content
  }

  /// Appends `content`, `=content` or `name=content`, percent-encoded.
  private mutating func append(encoding text: String) throws(CurlCommandError) {
    guard let equals = text.firstIndex(of: "=") else {
      guard !text.contains("@") else { throw CurlCommandError.bodyInFile }
      return try append(data: PercentEncoding.encoded(text, for: .component), mayBeFile: false)
    }
    let content = PercentEncoding.encoded(String(text[text.index(after: equals)...]), for: .component)
    let name = text[..<equals]
    try append(data: name.isEmpty ? content : "\(name)=\(content)", mayBeFile: false)
  }

  // MARK: The request

  private func request() throws(CurlCommandError) -> HTTPRequest {
    guard let text = url else { throw CurlCommandError("has no URL") }
    let url: CurlURL
    do throws(CurlURL.ParseError) {
      url = try CurlURL(
        Self.encoded(Self.hasScheme(text) ? text : "http://\(text)"), removesDots: !isPathAsIs)
    } catch {
      throw CurlCommandError("has an invalid URL: \(error.text)")
    }
    guard !url.hasUserinfo else {
      throw CurlCommandError("has a user name in its URL; pass it with `-u`")
    }
    guard url.scheme == "http" || url.scheme == "https" else {
      throw CurlCommandError("has a URL that is neither http nor https")
    }
    var target = url.target
    if dataIsQuery, let data {
      target += (url.query == nil ? "?" : "&") + String(decoding: data, as: UTF8.self)
    }
    let content = bodyData ?? []
    return HTTPRequest(
      method ?? impliedMethod, requestTarget ?? target, scheme: url.scheme, authority: url.authority, fields: fields(),
      body: content.isEmpty ? .empty : .bytes(content))
  }

  /// The data that is sent as the body; nil if there is none, or if it is sent as the query.
  private var bodyData: [UInt8]? { dataIsQuery ? nil : data }

  /// The method of a command without `-X`.
  private var impliedMethod: HTTPMethod {
    if isHead { return .head }
    return bodyData == nil ? .get : .post
  }

  /// True when `://` occurs before any character that ends an authority.
  private static func hasScheme(_ text: String) -> Bool {
    text.prefix { !"/?#".contains($0) }.last == ":" && text.contains("://")
  }

  /// Percent-encodes the non-ASCII characters of a URL.
  private static func encoded(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        result += PercentEncoding.encoded(String(scalar), for: .component)
      }
    }
  }

  private func fields() -> HTTPFields {
    var added: [(HTTPFieldName, HTTPFieldValue)] = []
    if isJSON {
      added = [(.contentType, "application/json"), (.accept, "application/json")]
    } else if bodyData != nil {
      added = [(.contentType, "application/x-www-form-urlencoded")]
    }
    var fields = headers.fields(adding: added)
    // Without the header, the transport sends its own Accept-Encoding and decodes the response.
    if isCompressed { fields.remove(.acceptEncoding) }
    return fields
  }
}
