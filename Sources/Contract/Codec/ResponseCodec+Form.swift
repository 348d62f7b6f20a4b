extension ResponseCodec where Response: Codable & SendableMetatype {
  /// A form (`application/x-www-form-urlencoded`), as sent by older OAuth servers: an object, or `[String: String]`.
  ///
  /// ```swift
  /// let token = Endpoint<TokenRequest, Token>(.post, "/oauth/token", result: .urlForm)
  /// ```
  ///
  /// Values use the options of the operation's wire.
  public static var urlForm: ResponseCodec {
    ResponseCodec(mediaType: .urlForm) { result, operation, _ in
      let bytes = try URLFormEncoder(options: operation.wire.form).encode(result)
      return HTTPResponse(
        operation.successStatus, fields: [.contentType: HTTPFieldValue(unchecked: MediaType.urlForm.description)],
        body: .bytes(bytes))
    } decode: { response, operation in
      if let media = response.mediaType, media.essence != MediaType.urlForm.essence {
        throw UnexpectedContent(reason: "expected \(MediaType.urlForm.essence), got \(media.essence)")
      }
      let decoder = URLFormDecoder(options: operation.wire.form)
      do {
        return try decoder.decode(Response.self, from: response.heldBytes)
      } catch {
        let failures = (try? decoder.failures(decoding: Response.self, from: response.heldBytes)) ?? []
        throw UnusableContent(failures.isEmpty ? [CodingFailure(error)] : failures, cause: error)
      }
    }
  }
}
