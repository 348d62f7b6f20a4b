internal import Contract

/// The handlers of the upload routes.
struct UploadHandling: Sendable {
  let rules: UploadRules
  let store: UploadStore
  let admit: ResumableUploads.Admission?
  let complete: ResumableUploads.Completion

  // MARK: Requests

  /// Returns the version, extensions and limits of the server.
  func options() -> HTTPResponse {
    HTTPResponse(
      .noContent,
      fields: [
        "Tus-Resumable": HTTPFieldValue(unchecked: UploadRules.version),
        "Tus-Version": HTTPFieldValue(unchecked: UploadRules.version),
        "Tus-Extension": HTTPFieldValue(unchecked: UploadRules.extensions),
        "Tus-Max-Size": HTTPFieldValue(unchecked: "\(rules.maxBytes)"),
        "Tus-Checksum-Algorithm": HTTPFieldValue(unchecked: UploadChecksum.algorithms),
      ])
  }

  /// Begins an upload, possibly with its first bytes.
  func create(_ request: ServerRequest) async throws -> HTTPResponse {
    try await responding(request) { fields in
      let creation = try rules.creation(fields)
      let metadata = UploadMetadata.values(of: creation.metadata) ?? [:]
      if let admit { try await admit(RequestedUpload(byteCount: creation.length, metadata: metadata), request) }
      let lease = try await FileWork.chunk { try store.create(creation) }
      var response = HTTPResponse(.created)
      let path = request.head.path
      let slash = path.ends(withBytes: "/") ? "" : "/"
      response.fields[.location] = HTTPFieldValue(path + slash + lease.files.id)
      do {
        let turn = try await FileWork.chunk { try lease.session.begin() }
        var position = turn.position
        if creation.hasContent {
          position = try await add(request, fields, to: lease, turn, isFirst: true)
          response.fields["Upload-Offset"] = HTTPFieldValue(unchecked: "\(position.offset)")
        }
        if position.offset == creation.length { position = try await finish(lease, turn, request) }
        return response.expiring(position.record)
      } catch {
        // The upload is removed, because the client does not know its location: the request was refused, or the connection was
        // lost.
        try? await FileWork.chunk { lease.session.remove() }
        throw error
      }
    }
  }

  /// Returns the number of received bytes of an upload. If all bytes have arrived, the service accepts the upload first.
  func state(_ request: ServerRequest) async throws -> HTTPResponse {
    try await responding(request) { _ in
      let lease = try await open(request)
      // `begin` ends an older request, so that the number of bytes does not change before the client continues.
      let turn = try await FileWork.chunk {
        lease.session.renew(until: store.nextExpiration)
        return try lease.session.begin()
      }
      // An upload with all bytes is finished here, because its client considers it accepted, and the request with the last
      // bytes may have been interrupted.
      var position = turn.position
      if position.offset == position.record.length { position = try await finish(lease, turn, request) }
      let record = position.record
      var response = HTTPResponse(.ok, fields: ["Cache-Control": "no-store"])
      response.fields["Upload-Offset"] = HTTPFieldValue(unchecked: "\(position.offset)")
      if let length = record.length {
        response.fields["Upload-Length"] = HTTPFieldValue(unchecked: "\(length)")
      } else {
        response.fields["Upload-Defer-Length"] = "1"
      }
      if !record.metadata.isEmpty { response.fields["Upload-Metadata"] = HTTPFieldValue(record.metadata) }
      return response.expiring(record)
    }
  }

  /// Adds bytes to an upload.
  func append(_ request: ServerRequest) async throws -> HTTPResponse {
    try await responding(request) { fields in
      let lease = try await open(request)
      let turn = try await FileWork.chunk { try lease.session.begin() }
      var position = try await add(request, fields, to: lease, turn, isFirst: false)
      if position.offset == position.record.length { position = try await finish(lease, turn, request) }
      var response = HTTPResponse(.noContent)
      response.fields["Upload-Offset"] = HTTPFieldValue(unchecked: "\(position.offset)")
      return response.expiring(position.record)
    }
  }

  /// Ends an upload and removes its bytes.
  func remove(_ request: ServerRequest) async throws -> HTTPResponse {
    try await responding(request) { _ in
      let lease = try await open(request)
      try await FileWork.chunk {
        _ = try lease.session.begin()
        lease.session.remove()
      }
      return HTTPResponse(.noContent)
    }
  }

  // MARK: Steps

  private func open(_ request: ServerRequest) async throws -> UploadStore.Lease {
    let id = request.pathValue("upload") ?? ""
    return try await FileWork.chunk { try store.open(id) }
  }

  private func add(
    _ request: ServerRequest, _ fields: HTTPFields, to lease: UploadStore.Lease, _ turn: UploadSession.Turn,
    isFirst: Bool
  ) async throws -> UploadSession.Position {
    let content = request.content
    let append = try rules.append(
      fields, to: turn.record, offset: turn.offset, isFirst: isFirst, contentLength: content.length)
    guard turn.record.phase != .complete else {
      return try await FileWork.chunk { lease.session.renew(until: store.nextExpiration) }
    }
    try await FileWork.chunk {
      try lease.session.prepare(
        turn, length: append.length, isChecked: append.checksum != nil, expires: store.nextExpiration)
    }
    return try await UploadWriter(append, turn, of: lease.session) { [store] in store.nextExpiration }.write(content)
  }

  /// Passes a complete upload to the service, unless the service has already accepted it.
  private func finish(
    _ lease: UploadStore.Lease, _ turn: UploadSession.Turn, _ request: ServerRequest
  ) async throws -> UploadSession.Position {
    let session = lease.session
    let position = try await FileWork.chunk { try session.beginCompletion(turn) }
    if position.record.phase == .complete { return position }
    do {
      try await FileWork.long { try session.synchronize() }
      let upload = CompletedUpload(
        id: lease.files.id, path: lease.files.bytes, byteCount: position.offset,
        metadata: UploadMetadata.values(of: position.record.metadata) ?? [:])
      try await complete(upload, request)
    } catch {
      _ = try? await FileWork.chunk { session.endCompletion(isAccepted: false, expires: store.nextExpiration) }
      throw error
    }
    return try await FileWork.chunk { session.endCompletion(isAccepted: true, expires: store.nextExpiration) }
  }

  // MARK: Responses

  /// Checks the version of the protocol, and turns declared errors into responses.
  private func responding(
    _ request: ServerRequest, _ body: (HTTPFields) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var response: HTTPResponse
    do {
      let fields = request.head.fields
      try rules.check(fields)
      response = try await body(fields)
    } catch let refusal as UploadRules.Refusal {
      response = self.response(to: refusal)
    } catch let failure as any APIFailure {
      response = RequestPipeline.response(Problem(failure, options: request.operation.wire.json))
    }
    response.fields["Tus-Resumable"] = HTTPFieldValue(unchecked: UploadRules.version)
    return response
  }

  /// Returns the response to a request that is refused.
  func response(to refusal: UploadRules.Refusal) -> HTTPResponse {
    var problem = Problem(refusal.status, detail: refusal.detail)
    switch refusal.status.code {
    case 412: problem.fields["Tus-Version"] = HTTPFieldValue(unchecked: UploadRules.version)
    case 405: problem.fields["Allow"] = "OPTIONS, HEAD, PATCH, DELETE"
    case 460: problem.title = "Checksum Mismatch"
    case 503: problem.fields["Retry-After"] = "60"
    default: break
    }
    return RequestPipeline.response(problem)
  }
}

extension HTTPResponse {
  /// Returns the response with the time at which an upload expires.
  fileprivate func expiring(_ record: UploadRecord) -> HTTPResponse {
    var response = self
    response.fields["Upload-Expires"] = HTTPFieldValue(unchecked: IMFFixdate.text(secondsSince1970: record.expires))
    return response
  }
}
