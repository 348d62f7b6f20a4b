internal import ContractHTTP

/// The parts of a request target in its four forms (RFC 9112 §3.2), as places in the head.
struct RequestTarget {
  let form: RequestHead.TargetForm
  let path: Range<Int>
  let query: Range<Int>?
  let authority: Range<Int>?

  /// - Parameter question: where the first `?` is.
  @inline(__always)
  init(
    _ bytes: Span<UInt8>, in place: Range<Int>, question: Int?, methodCode: UInt8
  ) throws(RequestError) {
    if methodCode != HTTPMethod.connect.code && bytes[place.lowerBound] == 0x2F {
      self.init(form: .origin, pathAndQuery: place, question: question, authority: nil)
    } else {
      try self.init(rare: bytes, in: place, methodCode: methodCode)
    }
  }

  /// A target in another form than that of a path.
  private init(rare bytes: Span<UInt8>, in place: Range<Int>, methodCode: UInt8) throws(RequestError) {
    if methodCode == HTTPMethod.connect.code {
      guard HostSyntax.isValid(bytes, in: place, port: .required) else {
        throw .malformed("the target of CONNECT is not `host:port`")
      }
      self.init(form: .authority, path: place)
    } else if place.count == 1 && bytes[place.lowerBound] == 0x2A {
      guard methodCode == HTTPMethod.options.code else { throw .malformed("the target `*` is for OPTIONS only") }
      self.init(form: .asterisk, path: place)
    } else {
      try self.init(absolute: bytes, in: place)
    }
  }

  /// Where a target ends: at the first byte that is not visible ASCII, or is `#`; and where its first `?` is. RFC 3986 has
  /// fewer characters, but browsers send `|` and `^`. The caller has already refused control characters.
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
      // SAFETY: the index is less than the range's end, and the range was checked to lie inside the span.
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
    form: RequestHead.TargetForm, pathAndQuery place: Range<Int>, question: Int?, authority: Range<Int>?
  ) {
    guard let question else {
      self.init(form: form, path: place, authority: authority)
      return
    }
    self.init(
      form: form, path: place.lowerBound..<question, query: (question + 1)..<place.upperBound, authority: authority)
  }

  /// `http://authority[/path][?query]`. A user in the authority is refused (RFC 9110 §4.2.4).
  private init(absolute bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    let start = place.lowerBound
    let schemeEnd: Int
    if place.count > 7 && bytes.equalsIgnoringCase("http://", in: start..<(start + 7)) {
      schemeEnd = start + 7
    } else if place.count > 8 && bytes.equalsIgnoringCase("https://", in: start..<(start + 8)) {
      schemeEnd = start + 8
    } else {
      throw .malformed("the request target is neither a path nor an http URL")
    }
    var authorityEnd = schemeEnd
    while authorityEnd < place.upperBound, bytes[authorityEnd] != 0x2F, bytes[authorityEnd] != 0x3F {
      authorityEnd += 1
    }
    guard authorityEnd > schemeEnd, HostSyntax.isValid(bytes, in: schemeEnd..<authorityEnd, port: .optional) else {
      throw .malformed("the request target's authority is not `host` or `host:port`")
    }
    let authority = schemeEnd..<authorityEnd
    if authorityEnd < place.upperBound && bytes[authorityEnd] == 0x2F {
      let place = authorityEnd..<place.upperBound
      let question = bytes.firstIndex(of: 0x3F, in: place)
      self.init(form: .absolute, pathAndQuery: place, question: question, authority: authority)
    } else {
      // No path means `/` (RFC 9110 §4.2.3), and there is one to point at: the last of `http://`.
      let query = authorityEnd < place.upperBound ? (authorityEnd + 1)..<place.upperBound : nil
      self.init(form: .absolute, path: (schemeEnd - 1)..<schemeEnd, query: query, authority: authority)
    }
  }
}
