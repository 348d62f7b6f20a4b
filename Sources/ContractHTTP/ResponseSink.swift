/// Where answers to received requests go: a connection, as those see it that make answers.
package protocol ResponseSink: AnyObject, Sendable {
  /// Takes the answer to a request, which a number names. What comes back is content that is still to be pulled.
  ///
  /// An answer that comes too late, after a timeout or after the client has gone, is dropped.
  func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream?

  /// The answer to an error that no contract declares.
  ///
  /// - Parameter request: the request as it was given to the handler.
  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse
}

/// Answers the request of a slot with one ``RequestSlot/deliver(_:)``.
///
/// It is one asynchronous function from the inputs to the answer: every frame that has something to do after its call
/// returns costs a check of executors, which is as much as writing an answer.
package typealias RequestHandler = nonisolated(nonsending) @Sendable (_ slot: RequestSlot) async -> Void
