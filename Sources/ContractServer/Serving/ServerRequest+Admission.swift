package import Contract
package import ContractLoop
internal import ContractSockets

/// A request for a route without middleware is created when its head is admitted, and gets its body before the handler starts.
extension ServerRequest: AdmittedRequest {
  package var tag: Int { served?.index ?? -1 }
  package var timeout: Duration? { operation.timeout }
  package var expiry: LoopInstant { LoopInstant(nanoseconds: deadlineNanoseconds) }

  package nonisolated(nonsending) func respond(to body: consuming HTTPBody) async -> HTTPResponse {
    receive(body)
    // The pipeline admits only requests that have a route.
    guard let served else { return HTTPResponse(.notFound) }
    do {
      let response: HTTPResponse
      do {
        if let binding = Self.binding {
          binding.bind(self)
          defer { binding.unbind() }
          response = try await served.route.handler(self)
        } else {
          response = try await asCurrent { try await served.route.handler(self) }
        }
      } catch {
        return try self.response(to: error)
      }
      return response.status.code < 200 ? try switching(response, reportingTo: served.report) : response
    } catch {
      return RequestPipeline.response(to: error, of: self, reporting: served.report)
    }
  }

  /// Binds ``ServerRequest/current``; nil if the runtime differs from the expected one.
  static let binding = TaskLocalBinding(
    of: $bound,
    probe: ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/")), body: [],
      operation: APIOperation(id: "probe", method: .get, path: "/"),
      peer: nil))

  package func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    RequestPipeline.response(Problem(status, detail: reason))
  }

  package func streamFailed(_ error: any Error) {
    guard let served else { return }
    RequestPipeline.report(error, endingResponseTo: self, to: served.report)
  }
}
