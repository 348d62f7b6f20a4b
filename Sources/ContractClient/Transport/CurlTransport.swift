public import Contract
public import ContractCurl
internal import ContractLoop

/// A transport that uses libcurl, with HTTP/1.1, and HTTP/2 if server and libcurl negotiate it over TLS.
///
/// Calls share connections, name lookups and TLS sessions. A call from a `ContractLoop`, such as a call by a server's
/// handler, runs its transfer on that loop without a thread switch. All other calls share one thread of the transport,
/// which starts with the first call and ends with the transport.
///
/// ```swift
/// var configuration = CurlTransport.Configuration()
/// configuration.connectTimeout = .seconds(3)
/// let transport = CurlTransport(configuration)
/// let todos = TodosAPI(APIClient(baseURL: "https://todos.example", transport: transport))
/// let users = UsersAPI(APIClient(baseURL: "https://users.example", transport: transport))
/// ```
///
/// A request with an idempotent method is sent again on a new connection if a reused one turns out to be closed before
/// any byte of a response; see ``TransportOptions/Repetition``.
public final class CurlTransport: ClientTransport {
  let engines: CurlEngines
  /// The identity of the transport, for keys that must not retain it.
  let sharingScope = SharingScope()

  /// Creates a transport. Resources are allocated by the first call.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    engines = CurlEngines(options: CurlOptions(configuration))
  }

  /// The default transport of clients. It exists as long as a client retains it.
  public static var shared: CurlTransport {
    sharedTransport.withLock { holder in
      if let transport = holder.transport { return transport }
      let transport = CurlTransport()
      holder.transport = transport
      return transport
    }
  }

  private struct WeakHolder {
    weak var transport: CurlTransport?
  }

  private static let sharedTransport = Lock(WeakHolder())

  var cookieJar: CookieJar? { engines.options.cookieJar }

  /// Whether the transport has a cookie jar.
  public var keepsCookies: Bool { cookieJar != nil }

  /// Sends a request, follows redirects according to `options`, and returns the last response.
  ///
  /// The headers `Content-Length` and `Transfer-Encoding` of the request are ignored, because the body determines them.
  /// Unless the request sets `Accept-Encoding`, the transport accepts gzip and deflate, decodes the body, and removes
  /// `Content-Encoding` and `Content-Length` from the response.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response; see ``ClientTransport``.
  public nonisolated(nonsending) func send(
    _ request: HTTPRequest, options: TransportOptions
  ) async throws -> HTTPResponse {
    guard options.progress.isEmpty else { return try await sendReporting(request, options) }
    return Self.delivered(try await exchange(request, options, nil).response)
  }

  /// Sends a request, follows redirects, and returns the last response with its transfer.
  ///
  /// - Parameter isStreamed: Whether to return with the response head, and leave the body to a reader.
  // This function is inlined, because each further asynchronous frame costs as much as the rest of the function.
  @inline(__always)
  private nonisolated(nonsending) func exchange(
    _ request: HTTPRequest, _ options: TransportOptions, _ progress: ProgressSink?, isStreamed: Bool = false
  ) async throws -> (transfer: Transfer, response: TransferResponse) {
    var deadline = LoopInstant.read().advanced(by: options.timeout)
    var redirects = RedirectMachine(options.redirects)
    var request = request
    do throws(TransferFailure) {
      while true {
        let wanted = try TransferRequest(
          request, limits: options.limits, timeout: options.timeout, deadline: deadline,
          waitsForUpload: options.waitsForUpload, mayRepeat: options.mayRepeat(request.method), progress: progress)
        let transfer = Transfer(
          wanted, on: try engines.current(),
          receiver: isStreamed ? ResponseReceiver(idleTimeout: options.idleTimeout) : nil)
        await transfer.engine.perform(transfer)
        let response = try transfer.takeOutcome().get()
        do throws(TransferFailure) {
          guard case .follow(let next) = try redirects.responseReceived(response.status, response.fields, to: request)
          else { return (transfer, response) }
          // The transfer moved its deadline while it sent the body, so the deadline of this function may have passed.
          if options.waitsForUpload, request.body.length != 0 {
            deadline = LoopInstant.read().advanced(by: options.timeout)
          }
          request = next
        } catch {
          transfer.cancel()
          throw error
        }
        // The body of a redirect is not read.
        transfer.cancel()
      }
    } catch {
      throw ClientError(error, isRedirected: redirects.hasFollowed)
    }
  }

  static func delivered(_ response: consuming TransferResponse) -> HTTPResponse {
    let body: HTTPBody = response.content.isEmpty ? .empty : .bytes(response.content)
    var delivered = HTTPResponse(response.status, fields: response.fields, body: body)
    delivered.arrival = response.arrival
    return delivered
  }

  /// Sends a request, follows redirects, and returns when the last response head has arrived. The body is received as
  /// fast as it is read, with a buffer of at most a few hundred KiB; over HTTP/2 libcurl may hold up to 32 MiB more. If
  /// its reader waits longer than `idleTimeout`, the stream throws the code `timeout`.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response; see ``ClientTransport``.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    var options = options
    options.maxResponseBytes = .max
    let reporting = options.progress.isEmpty ? nil : ProgressReporting(options.progress)
    let (transfer, response) = try await exchange(request, options, reporting?.sink, isStreamed: true)
    return streamed(OpenedResponse(head: response, transfer), reporting, keepsDigest: request.fields.contains("TE"))
  }

  /// - Parameter keepsDigest: True for a request that accepts trailers (RFC 9110 §10.1.4). Otherwise a server that
  ///   relays the stream would announce a trailer, and would not compress the stream.
  private func streamed(
    _ response: OpenedResponse, _ reporting: ProgressReporting?, keepsDigest: Bool
  ) -> HTTPResponse {
    let next: @Sendable () async throws -> [UInt8]? = { [self] in
      // The closure retains the progress reports, and the transport with its engine, until the stream is dropped.
      defer { withExtendedLifetime((self, reporting)) {} }
      do throws(TransferFailure) {
        return try await response.next()
      } catch {
        throw ClientError(error)
      }
    }
    let stream =
      keepsDigest
      ? ByteStream(length: response.length, mediaType: nil, contentDigest: { response.contentDigest }, next: next)
      : ByteStream(length: response.length, next: next)
    var delivered = HTTPResponse(response.head.status, fields: response.head.fields, body: .stream(stream))
    delivered.arrival = response.head.arrival
    return delivered
  }

  /// Sends a request, and returns after the progress handlers have seen the last state.
  private func sendReporting(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    let reporting = ProgressReporting(options.progress)
    let result = await Result.catching { try await exchange(request, options, reporting.sink).response }
    await reporting.finish()
    return Self.delivered(try result.get())
  }
}

extension TransportOptions {
  fileprivate var limits: TransferRequest.Limits {
    // libcurl treats 0 as no limit.
    let pace = TransferRequest.Pace(
      sending: maxSentBytesPerSecond.map { max(1, $0) } ?? 0,
      receiving: maxReceivedBytesPerSecond.map { max(1, $0) } ?? 0)
    return TransferRequest.Limits(maxResponseBytes: maxResponseBytes, maxExpansion: maxExpansion, pace: pace)
  }

  fileprivate func mayRepeat(_ method: HTTPMethod) -> Bool {
    switch repetition {
    case .idempotent: method.isIdempotent
    case .always: true
    case .never: false
    }
  }
}
