extension RequestHead {
  /// Creates the head that `request` would have over HTTP/1.1.
  package convenience init(_ request: HTTPRequest) {
    var bytes = Array(request.method.rawValue.utf8)
    bytes.append(0x20)
    let pathStart = bytes.count
    bytes += request.target.utf8
    let targetEnd = bytes.count
    let question = bytes[pathStart...].firstIndex(of: 0x3F)
    var lines = FieldLines()
    func append(_ name: String, _ value: String) {
      let nameStart = bytes.count
      bytes += name.utf8
      let nameEnd = bytes.count
      bytes += value.utf8
      lines.append(
        FieldLine(name: ByteRange(nameStart..<nameEnd), value: ByteRange(nameEnd..<bytes.count)), in: bytes.span)
    }
    // A `Host` header in the request takes precedence over its authority.
    if let authority = request.authority, !request.fields.contains(.host) { append("Host", authority) }
    for field in request.fields {
      append(field.name.rawName, field.value.rawValue)
    }
    var memory = Memory()
    memory.lines = lines
    self.init(
      bytes.span,
      Line(
        methodCode: request.method.code, method: ByteRange(0..<(pathStart - 1)),
        targetForm: request.target == "*" ? .asterisk : .origin, minorVersion: 1,
        path: ByteRange(pathStart..<(question ?? targetEnd)),
        query: question.map { ByteRange(($0 + 1)..<targetEnd) }, authority: nil),
      memory)
  }
}
