/// What a task answers now, and where its answer goes. The tasks that it makes for a part of its work see the same.
///
/// A task that answers one request after another binds one slot and changes what is in it. That is right as long as
/// nobody else has the slot: a task of its own that a handler has started keeps the slot of its request, so a slot that
/// is held by others is not used again.
///
/// Generated routes read their inputs from it and answer through it. It is theirs until they return: an answer that comes
/// later, from a task that was started for it, goes nowhere. One task answers, the handler's own.
public final class RequestSlot:
  // SAFETY: changed only between two requests and by the handler's own task, by which it is bound. Other tasks that see it
  // read the request, which is set for as long as they do. The memory of answers is used again only where one task answers
  // one request after another, which makes them one after another.
  @unchecked Sendable
{
  /// The slot of the calling task.
  @TaskLocal package static var bound: RequestSlot?

  /// The request that is being answered, an object of the kind that its handler takes.
  package var request: AnyObject? { current?.takeUnretainedValue() }

  /// The request for those who ask for it while it is answered, when it need not be retained.
  package var unretainedRequest: Unmanaged<AnyObject>? { current }

  // SAFETY: whoever sets it holds the request until it sets another one or nil, or calls `keep`. Without run-time checks of
  // exclusive access, like all that every request touches: see above.
  @exclusivity(unchecked) private var current: Unmanaged<AnyObject>?
  private var kept: AnyObject?

  // SAFETY: whoever sets it outlives the handlers that answer through the slot. Only they read it.
  @exclusivity(unchecked) private unowned(unsafe) var sink: (any ResponseSink)?
  /// The number of the request, by which the sink knows it.
  package var serial: Int { number }
  @exclusivity(unchecked) private var number = 0
  /// Content that the answer has left to be pulled.
  @exclusivity(unchecked) private var stream: HTTPBodyStream?

  /// Memory of the content of an earlier answer, for that of the next one; it is an ordinary array, so that nobody who has
  /// the earlier one sees it change.
  @exclusivity(unchecked) private var spare: [UInt8] = []
  /// Larger arrays are not held between answers.
  private static let largestSpare = 1 << 14

  /// A slot that nobody has set.
  package init() {}

  /// A slot that holds a request for good.
  package init(_ request: AnyObject) {
    self.current = .passUnretained(request)
    kept = request
  }

  /// Sets where answers go. The sink is the caller's to hold.
  package func answers(to sink: any ResponseSink) {
    self.sink = sink
  }

  /// Sets what is to be answered. The request is the caller's to hold.
  @inline(__always)
  package func set(_ request: AnyObject, serial: Int) {
    current = .passUnretained(request)
    number = serial
  }

  /// Forgets the request, which is answered.
  @inline(__always)
  package func clear() { current = nil }

  /// Holds the request from now on, and takes no answer any more.
  package func keep() {
    kept = request
    sink = nil
  }

  /// How often the slot is held, for comparisons with another count that was taken in the same way.
  @inline(never) package var holds: UInt { _getRetainCount(self) }

  // MARK: The answer

  /// Hands over the answer to the request.
  package func deliver(_ response: HTTPResponse) {
    // The content of an answer is not forgotten for a second one, which nobody takes.
    if let content = sink?.deliver(response, for: number) { stream = content }
  }

  /// Takes the memory of an earlier answer's content, if there is any.
  package func takeSpare() -> [UInt8] {
    if spare.isEmpty || kept != nil { return [] }
    var taken: [UInt8] = []
    swap(&taken, &spare)
    return taken
  }

  /// Hands over the answer to the request, and keeps the memory of its content.
  package func deliver(keeping response: consuming HTTPResponse) {
    deliver(response)
    if kept != nil { return }
    var body = HTTPBody.empty
    swap(&body, &response.body)
    if case .bytes(let bytes) = consume body, bytes.capacity <= Self.largestSpare { spare = bytes }
  }

  /// Hands over the answer to an error that no contract declares.
  package func deliver(answerTo error: any Error) {
    guard let sink, let request else { return }
    deliver(sink.answer(to: error, of: request))
  }

  /// The content that the answer has left to be pulled, once.
  @inline(__always)
  package func takeStream() -> HTTPBodyStream? {
    if stream == nil { return nil }
    return stream.take()
  }
}
