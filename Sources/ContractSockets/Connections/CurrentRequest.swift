internal import ContractHTTP

/// The request that a connection is processing, and the tasks that work on it.
struct CurrentRequest {
  /// The responder's object; nil between requests and for a response without a handler.
  private(set) var admitted: (any AdmittedRequest)?
  /// The number of the handler for reports of blocked loops.
  private(set) var tag = -1
  /// The collected body, until the handler starts.
  private var body: [UInt8] = []
  /// True when the handler waits for a worker.
  private var isQueued = false
  /// The number of the request on its connection, which identifies late responses.
  private(set) var serial = 0
  // SAFETY: the worker is not retained here. Its task retains it, and the worker calls `leave` when the handler returns.
  // If the loop has stopped by then, the queue retains the worker until the connection has been closed.
  /// The worker that runs the handler.
  unowned(unsafe) private(set) var worker: HandlerWorker?
  /// The task that reads the body of a response that no handler created.
  var puller: Task<Void, Never>?

  mutating func begin() { serial += 1 }

  mutating func admit(_ request: consuming any AdmittedRequest) {
    tag = request.tag
    admitted = request
  }

  /// Prepares the request for a worker.
  mutating func queue(_ body: consuming [UInt8] = []) {
    self.body = body
    isQueued = true
  }

  /// Assigns the request to a worker. Returns false unless it is queued.
  @inline(__always)
  mutating func start(_ worker: HandlerWorker) -> Bool {
    guard isQueued else { return false }
    isQueued = false
    self.worker = worker
    return true
  }

  /// Returns the collected body, once.
  mutating func takeBody() -> HTTPBody {
    if body.isEmpty { return .empty }
    var taken: [UInt8] = []
    swap(&taken, &body)
    return .bytes(taken)
  }

  mutating func leave(_ worker: HandlerWorker) {
    if self.worker === worker { self.worker = nil }
  }

  /// Marks the response of the handler as late. Returns the worker that runs the handler.
  mutating func abandon() -> HandlerWorker? {
    serial += 1
    isQueued = false
    defer { worker = nil }
    return worker
  }

  /// Ends the request. Its tasks continue, but the connection no longer refers to them.
  mutating func end() {
    worker = nil
    isQueued = false
    admitted = nil
    if puller != nil { puller = nil }
    if !body.isEmpty { body = [] }
  }
}
