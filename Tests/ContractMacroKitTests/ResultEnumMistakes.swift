/// Errors in enums with `@APIResult`.
extension Mistake {
  private static func result(_ id: String, _ cases: String, _ message: String) -> Mistake {
    Mistake(id, "@APIResult enum Created { \(cases) }", message)
  }

  static let resultEnums: [Mistake] = [
    Mistake(
      "wrong-declaration", "▶@APIResult struct Created {}",
      "'@APIResult' belongs on an enum, and this is a struct; move it there or remove it."),
    Mistake(
      "repeated-attribute", "@APIResult ▶@APIResult enum Created { @Status(200) case done }",
      "'@APIResult' is repeated here; remove one of the two."),
    Mistake(
      "unread-attribute", "enum Created { ▶@Status(201) case created }",
      "'@Status' has no effect without '@APIResult'; add '@APIResult' to 'Created'."),
    Mistake(
      "no-case", "@APIResult enum ▶Created {}",
      "'Created' has no case to return; add one, such as '@Status(201) case created'."),
    result(
      "conditional-case", "@Status(200) case done\n▶#if A\n@Status(201) case created\n#endif\n",
      "A case inside '#if' is not seen by '@APIResult'; both ends must know every case, so declare it always."),
    result(
      "case-without-status", "case ▶created(Todo)",
      "'created' has no status; write '@Status(201) case created' with a status from 200 to 399."),
    result(
      "two-statuses", "@Status(200) ▶@Status(201) case created",
      "'created' already has a status; remove one of the two."),
    result(
      "several-statuses", "@Status(200, ▶201) case created",
      "'@Status' takes one status; declare another case for the second status."),
    result(
      "status-not-literal", "@Status(▶code) case created",
      "The status must be a number from 200 to 399, such as @Status(201)."),
    result(
      "status-range", "@Status(▶404) case absent",
      "A result has a status from 200 to 399, not 404; declare failures with '@Throws'."),
    result(
      "status-range", "@Status(▶101) case switched",
      "A result has a status from 200 to 399, not 101; declare failures with '@Throws'."),
    result(
      "duplicate-status", "@Status(200) case existing; @Status(▶200) case found",
      "'existing' already has the status 200, so a client could not distinguish the two cases; give 'found' another "
        + "status."),
    result(
      "duplicate-status", "@Status(▶200) case existing, found",
      "'existing' already has the status 200, so a client could not distinguish the two cases; give 'found' another "
        + "status."),
    result(
      "code-of-result", "@Status(200, code: ▶\"x\") case existing",
      "A code belongs to a case of an '@APIError' enum, not to a result; remove it."),
    result(
      "two-bodies", "@Status(201) case created(Todo, ▶Job)",
      "A response has one body, which is 'Todo' here; write 'name: Header<Job>' for a header."),
    result(
      "two-bodies", "@Status(201) case created(Todo, location: ▶String)",
      "A response has one body, which is 'Todo' here; write 'location: Header<String>' for a header."),
    result(
      "unlabeled-header", "@Status(201) case created(Todo, ▶Header<String>)",
      "The label of a value is the name of its header; write 'location: Header<String>'."),
    result(
      "result-location", "@Status(201) case created(page: ▶Query<Int>)",
      "A response has a body and headers, so 'Query<Int>' cannot be sent; write 'Header<Int>'."),
    result(
      "status-without-content", "@Status(204) case done(▶Todo)",
      "A 204 response has no body, so 'Todo' could not be sent; choose another status, or remove the value."),
    result(
      "status-without-content", "@Status(205) case done(▶Body<Todo>)",
      "A 205 response has no body, so 'Todo' could not be sent; choose another status, or remove the value."),
    result(
      "status-without-content", "@Status(304) case same(▶Todo, etag: Header<String>)",
      "A 304 response has no body, so 'Todo' could not be sent; choose another status, or remove the value."),
    result(
      "optional-body", "@Status(200) case found(▶Todo?)",
      "The body of a case cannot be optional; remove the '?', and declare a case with another status for nil."),
    result(
      "header-name", "@Status(200) case found(▶`a b`: Header<String>)",
      "'a b' cannot be a header name; use ASCII letters, digits and hyphens."),
    result(
      "managed-header", "@Status(200) case found(▶contentLength: Header<Int>)",
      "'Content-Length' is set by the body or the connection; remove the value, or return 'HTTPResponse' to read it."),
    result(
      "managed-header", "@Status(200) case found([UInt8], ▶contentType: Header<String>)",
      "'Content-Type' is set by the body or the connection; remove the value, or return 'HTTPResponse' to read it."),
    result(
      "duplicate-header", "@Status(200) case found(location: Header<String>, ▶Location: Header<String>)",
      "'location' and 'Location' are both the header 'Location'; rename one of them."),
    result(
      "stream-result", "@Status(200) case found(▶AsyncStream<Int>)",
      "'AsyncStream<Int>' cannot be sent; return 'ServerEvents<Int>', 'JSONLines<Int>', or "
        + "'ByteStream' for bytes."),
    result(
      "stream-result", "@Status(200) case found(▶ServerEvents<Int>)",
      "A case is decoded as a whole, so it cannot have 'ServerEvents<Int>'; let the function return only the stream."),
    result(
      "tuple-member", "@Status(200) case found(▶(Int, Int))", "JSON has no tuples; write a type with '@Schema'."),
  ]
}
