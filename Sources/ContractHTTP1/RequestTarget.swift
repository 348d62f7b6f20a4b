internal import ContractHTTP

/// A request target in one of its four forms (RFC 9112 §3.2), as ranges in the head.
struct RequestTarget {
  let form: RequestHead.TargetForm
  let path: Range<Int>
  let query: Range<Int>?
  let authority: Range<Int>?

  /// - Parameter question: the offset of the first `?`.
  @inline(__always)
  init(
    _ bytes: Span<UInt8>, in range: Range<Int>, question: Int?, methodCode: UInt8
  ) throws(RequestError) {
    if methodCode != HTTPMethod.connect.code && bytes[range.lowerBound] == 0x2F {
      self.init(form: .origin, pathAndQuery: range, question: question, authority: nil)
    } else {
      try self.init(rare: bytes, in: range, methodCode: methodCode)
    }
  }

  /// Parses a target that is not in origin form.
  private init(rare bytes: Span<UInt8>, in range: Range<Int>, methodCode: UInt8) throws(RequestError) {
    if methodCode == HTTPMethod.connect.code {
      guard HostSyntax.isValid(bytes, in: range, port: .required) else {
        throw .malformed("the target of CONNECT is not `host:port`")
      }
      self.init(form: .authority, path: range)
    } else if range.count == 1 && bytes[range.lowerBound] == 0x2A {
      guard methodCode == HTTPMethod.options.code else { throw .malformed("the target `*` is for OPTIONS only") }
      self.init(form: .asterisk, path: range)
    } else {
      try self.init(absolute: bytes, in: range)
    }
  }

  /// Returns the end of a target and the offset of its first `?`. A target ends at `#` and at the first byte that is
  /// not visible ASCII. RFC 3986 allows fewer characters, but browsers send `|` and `^`. The caller has already
  /// rejected control characters.
  @inline(__always)
  static func end(_ bytes: Span<UInt8>, in range: Range<Int>) -> (Int, question: Int?) {
    precondition(range.upperBound <= bytes.count)
    var index = range.lowerBound
    var question: Int?
    let last = range.upperBound &- 8
    while index < range.upperBound {
      if index <= last {
        let found = ByteWord.suspects(bytes.eight(at: index), below: 0x21, 0x23, 0x3F)
        if found == 0 {
          index &+= 8
          continue
        }
        index &+= ByteWord.first(found)
      }
      // SAFETY: `index` is less than the end of the range, which the precondition checked.
      let byte = bytes[unchecked: index]
      if byte &- 0x21 >= 0x5E || byte == 0x23 { break }
      if byte == 0x3F, question == nil { question = index }
      index &+= 1
    }
    return (index, question)
  }

  private init(
    form: RequestHead.TargetForm, path: Range<Int>, query: Range<Int>? = nil, authority: Range<Int>? = nil
  ) {
    self.form = form
    self.path = path
    self.query = query
    self.authority = authority
  }

  private init(
    form: RequestHead.TargetForm, pathAndQuery range: Range<Int>, question: Int?, authority: Range<Int>?
  ) {
    guard let question else {
      self.init(form: form, path: range, authority: authority)
      return
    }
    self.init(
      form: form, path: range.lowerBound..<question, query: (question + 1)..<range.upperBound, authority: authority)
  }

  /// Parses `http://authority[/path][?query]`. User information is rejected (RFC 9110 §4.2.4).
  private init(absolute bytes: Span<UInt8>, in range: Range<Int>) throws(RequestError) {
    let start = range.lowerBound
    let schemeEnd: Int
    if range.count > 7 && bytes.equalsIgnoringCase("http://", in: start..<(start + 7)) {
      schemeEnd = start + 7
    } else if range.count > 8 && bytes.equalsIgnoringCase("https://", in: start..<(start + 8)) {
      schemeEnd = start + 8
    } else {
      throw .malformed("the request target is neither a path nor an http URL")
    }
    var authorityEnd = schemeEnd
    while authorityEnd < range.upperBound, bytes[authorityEnd] != 0x2F, bytes[authorityEnd] != 0x3F {
      authorityEnd += 1
    }
    guard authorityEnd > schemeEnd, HostSyntax.isValid(bytes, in: schemeEnd..<authorityEnd, port: .optional) else {
      throw .malformed("the request target's authority is not `host` or `host:port`")
    }
    let authority = schemeEnd..<authorityEnd
    if authorityEnd < range.upperBound && bytes[authorityEnd] == 0x2F {
      let range = authorityEnd..<range.upperBound
      let question = bytes.firstIndex(of: 0x3F, in: range)
      self.init(form: .absolute, pathAndQuery: range, question: question, authority: authority)
    } else {
      // A missing path means `/` (RFC 9110 §4.2.3). The range points at the last slash of `http://`.
      let query = authorityEnd < range.upperBound ? (authorityEnd + 1)..<range.upperBound : nil
      self.init(form: .absolute, path: (schemeEnd - 1)..<schemeEnd, query: query, authority: authority)
    }
  }
}
