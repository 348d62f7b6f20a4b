internal import ContractHTTP
internal import ContractLoop

/// The socket of a connection and what its events have revealed.
struct ConnectionSocket: ~Copyable {
  /// The client's side of the stream.
  enum Input {
    case open
    /// The client has finished sending, so the read that empties the socket is followed by the end of the stream.
    case finished
    /// The end of the stream was read.
    case ended
  }

  let raw: Int32
  private var descriptor: Descriptor?
  private var registration: Registration?
  /// True when the socket may have bytes: an edge was reported, and no read has found it empty since.
  var isReadable = false
  var input = Input.open
  /// True once an interim response has been sent to find out whether the client is connected.
  var hasProbedPeer = false
  #if TLS
    /// The encryption of the connection.
    var session: TLSSession?
    /// The settings for the encryption that follows a PROXY header.
    var contexts: TLSContexts?
  #endif

  init(_ descriptor: consuming Descriptor) {
    raw = descriptor.raw
    self.descriptor = consume descriptor
  }

  var hasPeerFinished: Bool { input != .open }

  mutating func register(_ handler: any LoopHandler, on loop: ContractLoop) throws(SystemError) {
    registration = try loop.register(raw, [.read, .write, .peerClosed, .edgeTriggered], handler: handler)
  }

  mutating func close(on loop: ContractLoop) {
    if let registration { loop.deregister(registration) }
    registration = nil
    descriptor = nil
  }
}

/// Received bytes that wait for the response to an earlier request.
struct PendingInput {
  private(set) var bytes: [UInt8] = []
  private var start = 0

  var isEmpty: Bool { start >= bytes.count }

  /// The offset of the first unprocessed byte.
  var offset: Int { start }

  mutating func append(_ received: some Sequence<UInt8>) { bytes += received }

  mutating func replace(with rest: consuming [UInt8]) {
    bytes = rest
    start = 0
  }

  /// Drops the bytes before `offset`.
  mutating func advance(to offset: Int) {
    start = offset
    if isEmpty { removeAll() }
  }

  mutating func removeAll() {
    bytes = []
    start = 0
  }
}
