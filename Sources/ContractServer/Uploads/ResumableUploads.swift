public import Contract
internal import ContractLoop

/// Routes for uploads that clients can resume after lost connections and server restarts (tus 1.0).
///
/// ```swift
/// Server(port: 8080) {
///   TodosRoutes(service)
///   ResumableUploads(in: "uploads", at: "/uploads", maxBytes: 10 << 30) { upload, request in
///     try upload.move(to: "files/\(upload.id)")
///   }
/// }
/// ```
///
/// The protocol is https://tus.io/protocols/resumable-upload with the extensions creation (also with upload and with a
/// deferred length), expiration, checksum (SHA-1 and SHA-256) and termination. ``/ContractClient/APIClient/upload(file:metadata:options:)``
/// is a client.
///
/// The URL of an upload contains a random number of 128 bits. Whoever has the URL may continue and end the upload, unless the
/// routes require credentials. ``AccessLog`` writes `*` instead of the number, even if the response is 404 or 405.
public struct ResumableUploads: RouteCollection {
  /// A function that accepts a completed upload.
  public typealias Completion = @Sendable (_ upload: CompletedUpload, _ request: ServerRequest) async throws -> Void
  /// A function that checks an upload before it begins.
  public typealias Admission = @Sendable (_ upload: RequestedUpload, _ request: ServerRequest) async throws -> Void

  private let path: PathTemplate
  private let handling: UploadHandling

  /// Creates the routes.
  ///
  /// - Parameters:
  ///   - folder: the path of an existing folder, used only for this purpose. It survives restarts of the server.
  ///   - path: the path at which uploads are created. Each upload has a path below it.
  ///   - maxBytes: the maximum size of an upload in bytes.
  ///   - maxUploads: the maximum number of uploads in the folder, including completed ones that have not expired. Further
  ///     uploads are refused with 503.
  ///   - lifetime: the time without a request after which an upload is removed, in whole seconds. It begins again with every
  ///     request, at the end of the request's body, and after `complete`.
  ///   - admit: called before an upload begins. An error refuses the upload: an ``APIError`` with its status, others with 500.
  ///   - complete: called once all bytes are on the disk, before the client receives the response to its last request. If it
  ///     throws, the upload stays until it expires, and the next HEAD, or an empty request at the upload's end, calls this
  ///     function again. The function is cancelled when the client disconnects or ``ServerTimeouts/handler`` passes.
  public init(
    in folder: String, at path: PathTemplate, maxBytes: Int, maxUploads: Int = 1000,
    lifetime: Duration = .seconds(24 * 3600), admit: Admission? = nil, complete: @escaping Completion
  ) {
    self.init(
      in: folder, at: path, maxBytes: maxBytes, maxUploads: maxUploads, lifetime: lifetime, clock: .system,
      admit: admit,
      complete: complete)
  }

  init(
    in folder: String, at path: PathTemplate, maxBytes: Int, maxUploads: Int = 1000,
    lifetime: Duration = .seconds(24 * 3600), clock: TimeSource, admit: Admission? = nil,
    complete: @escaping Completion
  ) {
    self.path = path
    let seconds = Int(clamping: max(1, lifetime.components.seconds))
    handling = UploadHandling(
      rules: UploadRules(maxBytes: max(0, maxBytes)),
      store: UploadStore(folder, maxUploads: maxUploads, lifetime: seconds, clock: clock), admit: admit,
      complete: complete)
  }

  /// The routes of the protocol. A POST with `X-HTTP-Method-Override` replaces PATCH and DELETE for clients that cannot send
  /// them.
  public var routes: [Route] {
    let text = path.description
    let below = PathTemplate(stringLiteral: text.ends(withBytes: "/") ? "\(text){upload}" : "\(text)/{upload}")
    let handling = handling
    var create = Self.route(.post, path, isUpload: false) { try await handling.create($0) }
    // Sweeping begins with serving, so that a restarted server removes uploads that expired in the meantime.
    create.onServing = { _ in handling.store.sweepRepeatedly() }
    return [
      create, Self.route(.options, path, isUpload: false) { _ in handling.options() },
      Self.route(.options, below) { _ in handling.options() },
      Self.route(.head, below) { try await handling.state($0) },
      Self.route(.patch, below) { try await handling.append($0) },
      Self.route(.delete, below) { try await handling.remove($0) },
      Self.route(.post, below) { request in
        switch request.head.text(of: "X-HTTP-Method-Override") {
        case "PATCH": try await handling.append(request)
        case "DELETE": try await handling.remove(request)
        default: handling.response(to: UploadRules.Refusal(.methodNotAllowed, "uploads are created at the path above"))
        }
      },
    ]
  }

  private static func route(
    _ method: HTTPMethod, _ path: PathTemplate, isUpload: Bool = true,
    _ handler: @escaping @Sendable (ServerRequest) async throws -> HTTPResponse
  ) -> Route {
    let version = FailureFields(fields: ["Tus-Resumable": HTTPFieldValue(unchecked: UploadRules.version)])
    let traits: [EndpointTrait] = [.meta(RawRoute()), .meta(version)]
    let operation = APIOperation(
      id: "\(method.rawValue) \(path)", method: method, path: path, requestContent: .stream,
      traits: isUpload ? traits + [.meta(SecretLastSegment())] : traits)
    return Route(operation: operation) { request in try await request.asCurrent { try await handler(request) } }
  }
}
