internal import ContractCoding
public import ContractHTTP

/// A checker of requests against the operations of a document: parameters, media type and body.
///
/// Credentials are not checked. Values are read by the style of their parameter and checked by ``ValueChecker``. Rules
/// that the value checker cannot check are ignored. Parameters and headers that are not declared are allowed.
public struct RequestChecker: Sendable {
  private let spelling: ValueSpelling

  /// Creates a checker.
  public init(_ document: OpenAPIDocument) {
    spelling = ValueSpelling(checker: ValueChecker(document, sent: .request))
  }

  init(_ spelling: ValueSpelling) { self.spelling = spelling }

  /// Returns the faults of a request in the order of the declaration; empty for a valid one.
  ///
  /// - Parameters:
  ///   - request: the request. Its target has the path of the operation, without a prefix.
  ///   - body: the whole body of the request.
  public func findings(
    in request: HTTPRequest, body: [UInt8], for operation: OpenAPIOperation
  ) -> [RequestFinding] {
    guard let segments = OperationPath(operation.path).values(in: request.path) else {
      return [
        RequestFinding(
          location: "path", name: "", fault: .invalid, requirement: "must match \(operation.path)",
          schemaPointer: operation.pointer)
      ]
    }
    let queryText = request.target.cut(atByte: "?")?.back ?? ""
    let query = FormField.fields(of: queryText)
    let cookies = FormField.cookies(of: request)
    var findings: [RequestFinding] = []
    for parameter in operation.parameters {
      let reading = ParameterSpelling(parameter: parameter, spelling: spelling)
      if reading.isRepeated(in: parameter.location == .cookie ? cookies : query) {
        findings.append(finding(.repeated, "must occur only once", parameter))
        continue
      }
      let value: JSONValue? =
        switch parameter.location {
        case .path:
          segments[parameter.name].map { text in
            reading.value(of: text) { PercentEncoding.decode(Array($0.utf8)[...]) }
          }
        case .query: reading.value(in: query)
        case .querystring: queryText.isEmpty ? nil : QueryStringSpelling(parameter, spelling).value(of: queryText)
        case .cookie: reading.value(in: cookies)
        case .header: header(parameter, in: request.fields).map { reading.value(of: $0) }
        }
      findings += check(value, of: parameter)
      if parameter.location == .cookie, cookies.contains(where: { $0.name == parameter.name && $0.value == nil }) {
        findings.append(finding(.invalid, "must have no character that a cookie cannot carry", parameter))
      }
    }
    return findings + check(body, of: request, for: operation)
  }

  private func header(_ parameter: OpenAPIParameter, in fields: HTTPFields) -> String? {
    guard let name = HTTPFieldName(parameter.name) else { return nil }
    let values = fields.values(name).map(\.rawValue)
    return values.isEmpty ? nil : values.joined(separator: ",")
  }

  private func check(_ value: JSONValue?, of parameter: OpenAPIParameter) -> [RequestFinding] {
    guard let value else { return parameter.isRequired ? [finding(.missing, "is required", parameter)] : [] }
    guard let schema = parameter.schema else { return [] }
    return spelling.checker.findings(in: value, against: schema).filter { !$0.isUnreadable }.map { found in
      finding(.invalid, found.requirement, parameter, at: found)
    }
  }

  /// Returns a finding about a parameter, or about the part of its value that breaks a rule.
  private func finding(
    _ fault: RequestFinding.Fault, _ requirement: String, _ parameter: OpenAPIParameter, at found: ValueFinding? = nil
  ) -> RequestFinding {
    RequestFinding(
      location: parameter.location == .querystring ? "query" : parameter.location.rawValue,
      name: parameter.name + (found?.pointer ?? ""), fault: fault, requirement: requirement,
      schemaPointer: found?.schemaPointer ?? parameter.node.pointer)
  }

  // MARK: - Body

  private func check(
    _ bytes: [UInt8], of request: HTTPRequest, for operation: OpenAPIOperation
  ) -> [RequestFinding] {
    guard let declared = operation.requestBody else { return [] }
    func finding(_ fault: RequestFinding.Fault, _ requirement: String) -> [RequestFinding] {
      [
        RequestFinding(
          location: "body", name: "", fault: fault, requirement: requirement, schemaPointer: declared.node.pointer)
      ]
    }
    let type = request.fields[.contentType]?.rawValue
    // An empty body counts as absent (RFC 9110 §6.4), regardless of its media type.
    if bytes.isEmpty, !declared.isRequired { return [] }
    if bytes.isEmpty && type == nil { return finding(.missing, "is required") }
    // Declared bytes may have any format, so a client may send them with the media type of their format.
    let named = declared.mediaType(for: type ?? "application/octet-stream")
    guard let media = named ?? declared.content.first(where: { $0.mediaType?.essence == "application/octet-stream" })
    else {
      let names = declared.content.map(\.name).joined(separator: " or ")
      return finding(.mediaType, "must have the media type \(names)")
    }
    if let item = media.itemSchema, MockStream.hasLines(media.name) { return check(lines: bytes, item, finding) }
    guard let schema = media.schema else { return [] }
    let value: JSONValue
    do throws(OperationRequestError) {
      let format = named == nil ? media.name : type ?? media.name
      guard let read = try read(bytes, as: format, media, schema) else { return [] }
      value = read
    } catch {
      return finding(.syntax, error.message)
    }
    return faults(of: value, schema)
  }

  /// Returns the faults of JSON values in lines (https://jsonlines.org) or records (RFC 7464). Pointers begin with the index
  /// of the value.
  private func check(
    lines bytes: [UInt8], _ item: OpenAPINode, _ finding: (RequestFinding.Fault, String) -> [RequestFinding]
  ) -> [RequestFinding] {
    var findings: [RequestFinding] = []
    // A record may have several lines, and ends where the next one begins.
    let end = bytes.first == 0x1E ? 0x1E : UInt8(ascii: "\n")
    let lines = bytes.split { $0 == end }.filter { line in !line.allSatisfy { " \t\r\n".utf8.contains($0) } }
    for (index, line) in lines.enumerated() where findings.count < 100 {
      do throws(JSONSyntaxError) {
        findings += faults(of: try JSONValue(parsing: Array(line)), item, in: "/\(index)")
      } catch {
        return findings
          + finding(
            .syntax, "must have JSON in each line. Value \(index + 1), column \(error.column): \(error.message)")
      }
    }
    return findings
  }

  private func faults(of value: JSONValue, _ schema: OpenAPINode, in parent: String = "") -> [RequestFinding] {
    spelling.checker.findings(in: value, against: schema).filter { !$0.isUnreadable }.map { found in
      // An absent member is reported by its own name, so that a form can show the fault next to its field.
      let member = found.keyword == "required" ? found.requirement.split(atByte: "`").dropFirst().first : nil
      return RequestFinding(
        location: "body", name: parent + found.pointer + (member.map { "/" + JSONPointer.token(String($0)) } ?? ""),
        fault: member == nil ? .invalid : .missing, requirement: member == nil ? found.requirement : "is required",
        schemaPointer: found.schemaPointer)
    }
  }

  /// Returns the value of a body; nil for a media type without values.
  ///
  /// - Throws: ``OperationRequestError`` with the requirement, for a body that cannot be parsed.
  private func read(
    _ bytes: [UInt8], as mediaType: String, _ media: OpenAPIMediaType, _ schema: OpenAPINode
  ) throws(OperationRequestError) -> JSONValue? {
    switch OperationBody.Format(mediaType) {
    case .json:
      do throws(JSONSyntaxError) {
        return try JSONValue(parsing: bytes)
      } catch {
        throw OperationRequestError("must be JSON. \(error)", at: "")
      }
    case .form:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw OperationRequestError("must be UTF-8", at: "")
      }
      return spelling.object(of: FormField.fields(of: text), [schema], in: media)
    case .multipart:
      guard let type = MediaType(mediaType) else { return nil }
      do throws(MultipartError) {
        return object(of: try MultipartDecoder().decode(bytes, mediaType: type), schema)
      } catch {
        throw OperationRequestError("must be a multipart form. \(error)", at: "")
      }
    case .text:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw OperationRequestError("must be UTF-8", at: "")
      }
      // The structure of other texts, such as XML, is not read.
      return spelling.allowsScalar([schema]) ? spelling.value(of: text, [schema]) : nil
    case .binary: return nil
    }
  }

  private func object(of form: MultipartFormData, _ schema: OpenAPINode) -> JSONValue {
    let rules = spelling.rules(of: [schema]).objects
    var members = JSONObject()
    for part in form.parts {
      guard let name = part.name, members[name] == nil else { continue }
      let schemas = rules[name] ?? rules.additional
      if let json = part.mimeType.flatMap({ MediaType($0) }), json.isJSON {
        let values = form.parts(named: name).map { (try? JSONValue(parsing: $0.bytes)) ?? .string($0.text ?? "") }
        let isList = values.count > 1 || (spelling.kind(of: schemas) == .array && values[0].array == nil)
        members[name] = isList ? .array(values) : values[0]
      } else {
        let fields = form.parts(named: name).map {
          FormField(name: name, value: String(decoding: $0.bytes, as: UTF8.self))
        }
        members[name] = spelling.value(name, in: fields, schemas)
      }
    }
    return .object(members)
  }
}
