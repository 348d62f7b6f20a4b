public import ContractClient
public import ContractServer

/// Answers requests with a server's routes without any socket: encode, route, checks, decode, handler and back.
///
/// What needs a connection (framing, timeouts, limits of the head) is not exercised, nor are a client's timeouts; ``withServer(_:_:)`` does that.
public struct InProcessTransport: ClientTransport {
  private let pipeline: RequestPipeline

  /// A transport to the routes of `server`, which need not be started.
  ///
  /// - Throws: ``RouteConflict`` when the routes cannot be served together.
  public init(_ server: Server) throws {
    self.pipeline = try server.pipeline()
  }

  /// Answers a request. The path of the request is all that counts of its URL.
  ///
  /// - Throws: ``ClientError`` when the content of the response cannot be collected within the options' limit.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    var response = try await stream(request, options: options)
    do {
      let bytes = try await response.body.collect(upTo: options.maxResponseBytes)
      response.body = bytes.isEmpty ? .empty : .bytes(bytes)
    } catch is HTTPBodyTooLarge {
      throw ClientError(
        .responseTooLarge, stage: .exchange, "the response is longer than \(options.maxResponseBytes) bytes")
    }
    return response
  }

  /// Answers a request as soon as the service does, with the content of its response as the service makes it: of any length,
  /// and perhaps without an end.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    var response = try await pipeline.respond(to: request)
    if request.method == .head || !response.status.allowsContent { response.body = .empty }
    return response
  }
}

extension Server {
  /// A client whose calls this server's routes answer in the same process, without any socket.
  ///
  /// ```swift
  /// let todos = TodosAPI(server.inProcess)
  /// ```
  ///
  /// The server need not be started. Routes that collide are thrown by the first call, as the cause of a
  /// `ClientError`.
  public var inProcess: APIClient {
    do {
      return APIClient(baseURL: "http://in-process", transport: try InProcessTransport(self))
    } catch {
      let mistake = ClientError(.transport, stage: .connect, "\(error)", cause: error)
      return APIClient(baseURL: "http://in-process", transport: ScriptedTransport { _ in throw mistake })
    }
  }
}

extension RouteCollection {
  /// A client whose calls these routes answer in the same process, without any socket.
  ///
  /// ```swift
  /// let todos = TodosAPI(TodosRoutes(service).inProcess)
  /// ```
  public var inProcess: APIClient {
    Server(port: 0) { self }.inProcess
  }
}
