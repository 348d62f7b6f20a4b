internal import ContractCoding
internal import ContractHTTP

/// The parts of a multipart form, by the schemas and the `encoding` of its members.
struct MultipartForm {
  private let declared: OpenAPIMediaType?
  private let rules: SchemaRules
  private let spelling: ValueSpelling

  init(_ declared: OpenAPIMediaType?, _ spelling: ValueSpelling) {
    self.declared = declared
    self.spelling = spelling
    rules = declared?.schema.map { spelling.rules(of: [$0]) } ?? SchemaRules()
  }

  /// Returns the bytes, and the media type with its boundary.
  ///
  /// - Throws: ``OperationRequestError`` for a form that cannot be encoded.
  func encoded(
    _ value: JSONValue, _ files: [OperationBody.File], as mediaType: String
  ) throws(OperationRequestError) -> (bytes: [UInt8], mediaType: String) {
    var parts: [Part] = []
    for (name, value) in value.object ?? JSONObject() {
      for element in value.array ?? [value] where !element.isNull { parts.append(part(name, element)) }
    }
    parts += files.map { file in
      Part(data: file.bytes, name: file.member, fileName: file.name, mimeType: fileType(of: file.member))
    }
    do {
      // The boundary is constant, so that a reported request can be repeated with the same bytes.
      let boundary = MediaType(mediaType)?.parameter("boundary") ?? "contract-form-boundary-7d1f3a"
      let body = try MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: parts))
      return (body.bytes, body.mediaType.description)
    } catch {
      throw OperationRequestError("The form cannot be encoded: \(error)", at: declared?.node.pointer ?? "")
    }
  }

  private func part(_ name: String, _ value: JSONValue) -> Part {
    let type = declaredType(of: name)
    if MediaType(type ?? "")?.isJSON == true || (type == nil && value.object != nil) {
      return Part(data: Array(value.description.utf8), name: name, mimeType: type ?? "application/json")
    }
    let bytes = Array(spelling.text(of: value).utf8)
    guard isFile(name) else { return Part(data: bytes, name: name, mimeType: type) }
    return Part(data: bytes, name: name, fileName: name, mimeType: fileType(of: name))
  }

  /// Returns the first media type that the `encoding` of a member declares, without ranges such as `image/*`.
  private func declaredType(of name: String) -> String? {
    guard let text = declared?.node["encoding"]?[name]?["contentType"]?.value.string else { return nil }
    let types = text.split(atByte: ",").map { String($0.withoutOuterSpace) }
    return types.first { !$0.contains(byte: "*") && MediaType($0) != nil }
  }

  private func fileType(of name: String) -> String {
    declaredType(of: name) ?? element(of: name).strings.mediaType ?? "application/octet-stream"
  }

  /// Returns true for a member whose values, or whose elements, are bytes without a text encoding.
  func isFile(_ name: String) -> Bool {
    let rules = element(of: name)
    if rules.format == "binary" { return true }
    if rules.strings.mediaType != nil { return rules.strings.encoding == nil && rules.format != "byte" }
    // A schema without any rule describes bytes if their media type is declared (OpenAPI 3.1.1 §4.8.14.5).
    let isDeclared = declared?.node["encoding"]?[name]?["contentType"] != nil
    let isJSON = MediaType(declaredType(of: name) ?? "")?.isJSON == true
    return isDeclared && !isJSON && rules.types == nil && rules.choices == nil && rules.objects.members.isEmpty
  }

  /// Returns the rules of a member, or of its elements if it is a list.
  private func element(of name: String) -> SchemaRules {
    let member = spelling.rules(of: rules.objects[name] ?? [])
    return member.arrays.items.isEmpty ? member : spelling.rules(of: member.arrays.items)
  }
}
