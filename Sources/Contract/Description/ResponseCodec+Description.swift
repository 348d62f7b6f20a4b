internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

extension ResponseCodec {
  /// Returns the results, with their schemas.
  package func responses(of operation: APIOperation) -> [ResponseDescription] {
    if !results.isEmpty { return results.indices.map { caseDescription($0, operation) } }
    if !alternatives.isEmpty { return alternativeDescriptions(operation) }
    let mediaType = operation.mediaType(of: mediaType)
    let schema = mediaType == nil ? nil : contentSchema
    let status = takesEveryStatus && value == nil ? nil : operation.successStatus
    var responses = [
      ResponseDescription(
        status, headers: headerDescriptions(headers, case: 0, operation), mediaType: mediaType, schema: schema,
        stream: (contentType as? any ValueStream.Type)?.form,
        channel: (contentType as? any MessageChannel.Type)?.described(operation))
    ]
    if contentType is any OptionalResult.Type, mediaType != nil, !takesNotModified {
      responses.append(ResponseDescription(.noContent))
    }
    if takesNotModified || operation.evaluatesEntityTags { responses.append(ResponseDescription(.notModified)) }
    return responses
  }

  /// The type of the body.
  package var contentType: any Any.Type { value?.contentType ?? Response.self }

  private var contentSchema: JSONSchema {
    if let stream = contentType as? any ValueStream.Type { return .of(stream.element) }
    let type = (contentType as? any OptionalResult.Type)?.wrapped ?? contentType
    if mediaType?.isJSON == true || mediaType?.essence == "application/x-www-form-urlencoded" { return .of(type) }
    return type == String.self ? JSONSchema(.string) : .binary
  }

  private func caseDescription(_ index: Int, _ operation: APIOperation) -> ResponseDescription {
    let element = results[index]
    let schema = (element.codec as? any ResultExample)?.responses(of: operation).first?.schema
    return ResponseDescription(
      element.status, headers: headerDescriptions(element.headers, case: index, operation),
      mediaType: operation.mediaType(of: element.mediaType), schema: schema)
  }

  private func alternativeDescriptions(_ operation: APIOperation) -> [ResponseDescription] {
    let statuses = [operation.successStatus, operation.alternativeStatus ?? .badRequest]
    var descriptions: [ResponseDescription] = []
    for (position, codec) in alternatives.enumerated() {
      for (index, response) in codec.responses(of: operation).enumerated() {
        // Every value of the second result has its status, also nil. Only an unchanged entity tag has another one.
        let isSent = position == 0 || index == 0 || (operation.evaluatesEntityTags && response.status == .notModified)
        guard isSent else { continue }
        var response = response
        if index == 0 { response.status = statuses[position] }
        descriptions.append(response)
      }
    }
    return descriptions
  }

  private func headerDescriptions(
    _ headers: [InputDescription], case index: Int, _ operation: APIOperation
  ) -> [ParameterDescription] {
    guard !headers.isEmpty else { return [] }
    let recorder = InputRecorder(wire: operation.wire)
    recordHeaders(index, recorder, operation)
    return headers.map { header in
      let known = recorder.inputs.first { $0.name == header.name }
      return ParameterDescription(
        input: header, schema: known?.schema ?? .undescribed(header), isRequired: header.isRequired, isNested: false,
        documentation: nil)
    }
  }
}

extension APIOperation {
  /// Returns the media type of a body. That of a custom coder replaces JSON.
  ///
  /// It can differ from `responseContent`, which clients accept: `responseContent` is nil for cases of different types, and the
  /// media type of the first of two results.
  fileprivate func mediaType(of body: MediaType?) -> MediaType? {
    body?.isJSON == true ? coder?.encoder.mediaType ?? body : body
  }
}

extension JSONSchema {
  /// Returns the schema of an input that its decoder did not read.
  static func undescribed(_ input: InputDescription) -> JSONSchema {
    var schema = JSONSchema()
    schema.problem =
      "the type of the \(input.location) value `\(input.name)` is unknown, because decoding ended before it was read; "
      + "read all inputs even if one is invalid"
    return schema
  }
}

/// Results that may be nil.
protocol OptionalResult {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalResult {
  static var wrapped: any Any.Type { Wrapped.self }
}
