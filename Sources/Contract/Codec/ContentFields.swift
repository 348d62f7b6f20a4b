internal import ContractCoding

/// The fields of a received structured body in any format. A class, because the decoder reads them one by one and must
/// not copy them for each read.
final class ContentFields {
  private enum Source {
    case json(JSONFields)
    case form(URLFormTree)
    case parts([Part], URLFormTree)
    case custom(any ContentDecoder, [UInt8])
  }

  private let source: Source
  private let operation: APIOperation
  private var wire: Wire { operation.wire }

  /// Parses the body of a request in the format that its `Content-Type` names.
  ///
  /// - Throws: the failure of a body that is unreadable as a whole, such as invalid JSON.
  init(_ request: ServerRequest) throws(InputFailure) {
    operation = request.operation
    let wire = request.operation.wire
    if request.operation.takesJSONAlone {
      source = .json(try Self.object(request.body))
      return
    }
    let media = request.contentMediaType
    switch request.bodyFormat(media) {
    case .json: source = .json(try Self.object(request.body))
    case .urlForm where request.operation.sendsFormAsQuery: source = .form(try Self.tree(request.head.queryBytes, wire))
    case .urlForm: source = .form(try Self.tree(request.body[...], wire))
    case .multipart: source = try Self.parts(request, media, wire)
    case .custom(_, let decoder): source = try Self.custom(request.body, decoder)
    }
  }

  /// Returns the source of fields for a custom coder, which decodes one field at a time. Checks first that the body is
  /// an object, because the defaults of fields would hide an unreadable body.
  private static func custom(_ bytes: [UInt8], _ decoder: any ContentDecoder) throws(InputFailure) -> Source {
    if bytes.isEmpty { return .json(try object(bytes)) }
    do {
      _ = try decoder.decode(ObjectProbe.self, content: bytes)
    } catch {
      throw InputFailure(
        .body, "", .syntax, expected: decoder.mediaType.essence,
        message: "the request body is not an object in \(decoder.mediaType.essence)")
    }
    return .custom(decoder, bytes)
  }

  /// Parses a JSON object; an empty body is an object without members.
  private static func object(_ bytes: [UInt8]) throws(InputFailure) -> JSONFields {
    let fields: JSONFields?
    do throws(JSONSyntaxError) {
      fields = try JSONFields(bytes.isEmpty ? Array("{}".utf8) : bytes)
    } catch {
      throw .noJSON(error)
    }
    guard let fields else { throw .type(.body, "", expected: "object", found: nil) }
    return fields
  }

  static func tree(_ bytes: ArraySlice<UInt8>, _ wire: Wire) throws(InputFailure) -> URLFormTree {
    do {
      return try URLFormDecoder(options: wire.form).tree(of: bytes)
    } catch {
      throw InputFailure(
        .body, "", .syntax, expected: "a form", message: "the form cannot be read: \(error.description)")
    }
  }

  private static func parts(
    _ request: ServerRequest, _ media: MediaType?, _ wire: Wire
  ) throws(InputFailure) -> Source {
    let parts: [Part]
    do {
      if let spooled = request.parts {
        parts = try spooled.result.get()
      } else if !request.body.isEmpty, let media {
        parts = try MultipartDecoder().decode(request.body, mediaType: media).parts
      } else {
        parts = []
      }
    } catch {
      throw InputFailure(
        .body, "", .syntax, expected: "multipart/form-data",
        message: "the parts cannot be read: \(error.description)")
    }
    return .parts(parts, try tree(texts(of: parts)[...], Wire(form: wire.parts)))
  }

  /// Encodes all parts except files as a form. Invalid UTF-8 is detected later, when a value is read as text.
  private static func texts(of parts: [Part]) -> [UInt8] {
    var texts: [UInt8] = []
    for part in parts where !part.isFile {
      guard let name = part.name else { continue }
      if !texts.isEmpty { texts.append(UInt8(ascii: "&")) }
      texts += PercentEncoding.encoded(name, for: .component).utf8
      texts.append(UInt8(ascii: "="))
      for byte in part.bytes {
        if PercentEncoding.isUnreserved(byte) {
          texts.append(byte)
        } else {
          HexDigit.appendEncoded(byte, to: &texts)
        }
      }
    }
    return texts
  }

  // MARK: Fields

  /// The options for values of the form, or of the text parts of a multipart body.
  var options: URLFormOptions {
    if case .parts = source { wire.parts } else { wire.form }
  }

  /// The mapping of coding keys in this body; the default for a custom coder, whose mapping is unknown.
  private var keys: KeyMapping {
    switch source {
    case .json: wire.json.keys
    case .form, .parts: options.keys
    case .custom: .useDefaultKeys
    }
  }

  /// Returns true if the default of a field applies: the field was not sent, or, in a form, is an empty string or null
  /// that the type cannot represent.
  func isAbsent<T: Decodable>(_ name: String, as type: T.Type) -> Bool {
    guard contains(name) else { return true }
    guard let tree, tree.contains(name) else { return false }
    return URLFormDecoder(options: options).isNothing(name, as: T.self, of: tree)
  }

  /// Returns true if a field was sent.
  private func contains(_ name: String) -> Bool {
    switch source {
    case .json(let fields): fields.contains(name)
    case .form(let tree): tree.contains(name)
    case .parts(let parts, let tree): tree.contains(name) || parts.contains { $0.name == name }
    case .custom(let decoder, let bytes):
      (try? ProbedField.$name.withValue(name) { try decoder.decode(FieldPresence.self, content: bytes).isPresent })
        ?? false
    }
  }

  /// Reads a field, or records its failures. A missing field is a failure unless the type can represent it.
  func read<T: Decodable>(_ name: String, as type: T.Type, failures: inout [CodingFailure]) -> T? {
    RuleSink.read(keys, failures: &failures) { plain(name, as: T.self, failures: &$0) }
  }

  private func plain<T: Decodable>(_ name: String, as type: T.Type, failures: inout [CodingFailure]) -> T? {
    switch source {
    case .json(let fields):
      JSONReader(options: wire.json).decodeMember(name, as: type, of: fields.document.root, failures: &failures)
    case .parts(let parts, _) where JSONPart.reads(T.self, name, in: parts):
      JSONPart.document(name, as: T.self, parts, failures: &failures).flatMap {
        JSONReader(options: wire.json).decodeMember(name, as: type, of: $0.root, failures: &failures)
      }
    case .parts(let parts, _) where Self.hasFile(name, in: parts, failures: &failures): nil
    case .form(let tree), .parts(_, let tree):
      URLFormDecoder(options: options).decodeMember(name, as: type, of: tree, failures: &failures)
    case .custom(let decoder, let bytes):
      decoder.read(name, as: T.self, failures: &failures) {
        try decoder.decode(FieldProbe<T>.self, content: bytes).value
      }
    }
  }

  /// Returns true, and records a failure, if a part of this name is a file, because files are not read as text.
  private static func hasFile(_ name: String, in parts: [Part], failures: inout [CodingFailure]) -> Bool {
    guard parts.contains(where: { $0.isFile && $0.name == name }) else { return false }
    let pointer = "/" + JSONPointer.token(name)
    failures.append(CodingFailure(pointer: pointer, code: .type, expected: "text, not a file"))
    return true
  }

  /// Reads a field; `.some(nil)` if it is absent or null.
  func readIfPresent<T: Decodable>(_ name: String, as type: T.Type, failures: inout [CodingFailure]) -> T?? {
    RuleSink.read(keys, failures: &failures) { plainIfPresent(name, as: T.self, failures: &$0) }
  }

  private func plainIfPresent<T: Decodable>(
    _ name: String, as type: T.Type, failures: inout [CodingFailure]
  ) -> T?? {
    switch source {
    case .json(let fields):
      JSONReader(options: wire.json)
        .decodeMemberIfPresent(name, as: type, of: fields.document.root, failures: &failures)
    case .parts(let parts, _) where JSONPart.reads(T.self, name, in: parts):
      JSONPart.document(name, as: T.self, parts, failures: &failures).flatMap {
        JSONReader(options: wire.json).decodeMemberIfPresent(name, as: type, of: $0.root, failures: &failures)
      }
    case .parts(let parts, _) where Self.hasFile(name, in: parts, failures: &failures): nil
    case .form(let tree), .parts(_, let tree):
      URLFormDecoder(options: options).decodeMemberIfPresent(name, as: type, of: tree, failures: &failures)
    case .custom(let decoder, let bytes):
      decoder.read(name, as: T.self, failures: &failures) {
        try decoder.decode(OptionalFieldProbe<T>.self, content: bytes).value
      }
    }
  }

  // SAFETY: uninitialized memory for one value, provided by the macro; it is initialized if and only if the outcome is
  // `read`.
  /// Reads a field into memory; see ``JSONFields/read(_:into:takesNull:with:failures:)``.
  func read<T: Schema>(
    _ name: String, into slot: UnsafeMutablePointer<T>, takesNull: Bool, failures: inout [CodingFailure]
  ) -> JSONFields.Outcome {
    if case .json(let fields) = source {
      return fields.read(name, into: slot, takesNull: takesNull, with: operation.jsonReading, failures: &failures)
    }
    return takesNull ? readOptional(name, into: slot, &failures) : readDecodable(name, into: slot, &failures)
  }

  private func readDecodable<T: Decodable>(
    _ name: String, into slot: UnsafeMutablePointer<T>, _ failures: inout [CodingFailure]
  ) -> JSONFields.Outcome {
    guard let value = read(name, as: T.self, failures: &failures) else { return .wrong }
    slot.initialize(to: value)
    return .read
  }

  private func readOptional<T: Decodable>(
    _ name: String, into slot: UnsafeMutablePointer<T>, _ failures: inout [CodingFailure]
  ) -> JSONFields.Outcome {
    switch readIfPresent(name, as: T.self, failures: &failures) {
    case .none: return .wrong
    case .some(.none): return .null
    case .some(.some(let value)):
      slot.initialize(to: value)
      return .read
    }
  }

  /// The names and strings of a form or of parts; nil for other bodies.
  var tree: URLFormTree? {
    switch source {
    case .form(let tree), .parts(_, let tree): tree
    case .json, .custom: nil
    }
  }

  /// Returns the parts with this name in order; nil if the body is not multipart.
  func parts(_ name: String) -> [Part]? {
    guard case .parts(let parts, _) = source else { return nil }
    return parts.filter { $0.name == name }
  }
}

extension JSONDocument {
  /// Parses a body as JSON.
  ///
  /// - Throws: the failure of a body that is not JSON.
  init(content bytes: [UInt8]) throws(InputFailure) {
    do {
      try self.init(bytes)
    } catch {
      throw .noJSON(error)
    }
  }
}

extension InputFailure {
  /// Returns the failure for a body that is not JSON.
  static func noJSON(_ error: JSONSyntaxError) -> InputFailure {
    InputFailure(
      .body, "", .syntax, expected: "JSON", message: "the request body is not JSON: \(error.description)")
  }
}
