internal import ContractCoding
public import ContractHTTP

/// A checker of responses against the operations of a document: status, media type, headers and body.
public struct ResponseChecker: Sendable {
  private let spelling: ValueSpelling

  /// Creates a checker.
  public init(_ document: OpenAPIDocument) {
    spelling = ValueSpelling(checker: ValueChecker(document, sent: .response))
  }

  init(_ spelling: ValueSpelling) { self.spelling = spelling }

  /// Returns the faults of a response; empty if the response is as declared.
  ///
  /// - Parameter body: the whole body of the response.
  public func findings(
    in response: HTTPResponse, body: [UInt8], for operation: OpenAPIOperation
  ) -> [ResponseFinding] {
    let status = Int(response.status.code)
    guard let declared = operation.response(for: status) else {
      let names = operation.responses.map(\.status).joined(separator: ", ")
      return [
        ResponseFinding(
          fault: .undeclaredStatus, place: "",
          description: "The status \(status) is not declared; declared are \(names.isEmpty ? "none" : names).",
          pointer: operation.pointer + "/responses")
      ]
    }
    return headers(declared, response.fields) + content(declared, response, body, operation)
  }

  private func headers(_ declared: OpenAPIResponse, _ fields: HTTPFields) -> [ResponseFinding] {
    var findings: [ResponseFinding] = []
    for header in declared.headers {
      // OpenAPI ignores a declaration of this header.
      guard let name = HTTPFieldName(header.name), name != .contentType else { continue }
      let values = fields.values(name).map(\.rawValue)
      guard !values.isEmpty else {
        guard header.isRequired else { continue }
        findings.append(
          ResponseFinding(
            fault: .missingHeader, place: header.name,
            description: "The response \(declared.status) has no header `\(header.name)`, which is required.",
            pointer: header.node.pointer))
        continue
      }
      guard let schema = header.schema else { continue }
      let value = ParameterSpelling(parameter: header, spelling: spelling).value(of: values.joined(separator: ","))
      for finding in spelling.checker.findings(in: value, against: schema) where !finding.isUnreadable {
        findings.append(
          ResponseFinding(
            fault: .invalidHeader, place: header.name,
            description: "The header `\(header.name)` \(finding.requirement).", pointer: finding.schemaPointer))
      }
    }
    return findings
  }

  // MARK: - Body

  private func content(
    _ declared: OpenAPIResponse, _ response: HTTPResponse, _ body: [UInt8], _ operation: OpenAPIOperation
  ) -> [ResponseFinding] {
    if operation.method == .head || !response.status.allowsContent { return [] }
    func finding(_ fault: ResponseFinding.Fault, _ description: String) -> [ResponseFinding] {
      [ResponseFinding(fault: fault, place: "", description: description, pointer: declared.node.pointer)]
    }
    let type = response.fields[.contentType]?.rawValue
    if declared.content.isEmpty {
      if body.isEmpty { return [] }
      return finding(.wrongMediaType, "The response \(declared.status) has a body, but none is declared.")
    }
    let names = declared.content.map(\.name).joined(separator: " or ")
    guard let type else {
      let isOpen = declared.content.contains { $0.name == "*/*" }
      if isOpen { return [] }
      return body.isEmpty
        ? finding(.invalidBody, "The response \(declared.status) has no body; it must be \(names).")
        : finding(.wrongMediaType, "The response has no media type; it must be \(names).")
    }
    guard let media = declared.content.covering(type) else {
      let shown = type.escapingControls()
      return finding(.wrongMediaType, "The response has the media type \(shown); it must be \(names).")
    }
    guard let schema = media.schema else { return [] }
    switch OperationBody.Format(type) {
    case .json:
      do throws(JSONSyntaxError) {
        return findings(in: try JSONValue(parsing: body), against: schema)
      } catch {
        return finding(.invalidBody, "The body is not JSON. \(error)")
      }
    case .text:
      // The schema describes one event of a stream, so the whole body is not checked.
      if MediaType(type)?.subtype == "event-stream" { return [] }
      guard let text = String(validating: body, as: UTF8.self) else {
        return finding(.invalidBody, "The body is not UTF-8.")
      }
      // The structure of other texts, such as XML, is not read.
      return spelling.allowsScalar([schema]) ? findings(in: spelling.value(of: text, [schema]), against: schema) : []
    case .form, .multipart, .binary: return []
    }
  }

  private func findings(in value: JSONValue, against schema: OpenAPINode) -> [ResponseFinding] {
    spelling.checker.findings(in: value, against: schema).filter { !$0.isUnreadable }.map { found in
      let place = found.pointer.isEmpty ? "The body" : "The body's `\(found.pointer)`"
      return ResponseFinding(
        fault: .invalidBody, place: found.pointer, description: "\(place) \(found.requirement).",
        pointer: found.schemaPointer)
    }
  }
}
