/// Where answers to received requests go: a connection, as those see it that make answers.
package protocol ResponseSink: AnyObject, Sendable {
  /// Takes the answer to a request, which a number names. What comes back is content that ``pull(_:for:)`` sends.
  ///
  /// An answer that comes too late, after a timeout or after the client has gone, is dropped.
  func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream?

  /// Sends content piece by piece.
  func pull(_ stream: HTTPBodyStream, for serial: Int) async

  /// The answer to an error that no contract declares.
  ///
  /// - Parameter request: the request as it was given to the handler.
  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse
}

/// Answers a request, which is an object of the handler's own kind, with one ``ResponseSink/deliver(_:for:)``.
///
/// It is one asynchronous function from the inputs to the answer: every frame that has something to do after its call
/// returns costs a check of executors, which is as much as writing an answer.
package typealias RequestHandler =
  nonisolated(nonsending) @Sendable (
    _ request: any AnyObject & Sendable, _ sink: any ResponseSink, _ serial: Int
  ) async -> Void
