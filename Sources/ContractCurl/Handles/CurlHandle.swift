internal import CCurl
internal import ContractHTTP

/// A reusable handle with its current settings. Loop thread only.
///
/// Setting up a handle costs as much as a small transfer, so a handle stays set up for requests of one ``Shape``, and
/// only the differences from its last transfer are set. Another shape gets another handle.
final class CurlHandle {
  /// The maximum size of a body that is copied into libcurl, which then sends it together with the head.
  static let maxCopiedContent = 64 * 1024
  /// The maximum size of a copy that an idle handle keeps.
  private static let maxKeptContent = 4 * 1024

  let easy: EasyHandle

  // MARK: Current settings

  /// The shape that the handle is set up for; nil for a new handle, and if another transfer must use another handle.
  private var shape: Shape?
  /// The origin that the handle was set up for; nil for a new handle.
  private(set) var origin: ConnectionOrigin?
  private var target = ""
  private var pace = TransferRequest.Pace.unlimited
  /// The headers of the current field lines.
  private var fields: HTTPFields?
  /// The check that refuses lines before libcurl reads them.
  var preview: HeadPreview

  // MARK: The transfer

  /// The number of times that libcurl has begun to send the current request.
  var beginCount = 0
  /// True if libcurl may have moved the last transfer to another connection because a kept connection was dead. libcurl
  /// counts these moves over the life of a handle and fails a transfer at the sixth, so such a handle is not reused.
  private var mayHaveMoved = false
  /// False if another transfer must use another handle. After trailer fields, libcurl 7.88 writes the framing of the
  /// next chunked body of the handle before the start of its buffer. After a limited pace, the handle would keep its
  /// small buffer, and in some versions of libcurl a wrong count (curl issue 7042).
  var isReusable: Bool {
    guard let shape else { return false }
    return !mayHaveMoved && !shape.hasTrailer && pace == .unlimited
  }
  /// The transfer that uses the handle, from `prepare` to `release`.
  private(set) var transfer: Transfer? {
    didSet { lentTransfer = transfer.map(Unmanaged.passUnretained) }
  }
  // SAFETY: this is the same object as `transfer`, which retains it. Callbacks therefore need not count references.
  private(set) var lentTransfer: Unmanaged<Transfer>?

  /// Creates a handle; nil if memory is short.
  init?() {
    guard let easy = EasyHandle() else { return nil }
    self.easy = easy
    preview = HeadPreview(of: easy.pointer)
  }

  /// Returns the handle of an easy handle; nil outside a transfer.
  static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? {
    // `setUp` stores the handle itself, which lives as long as `easy`.
    LibraryContext.with(contract_curl_private(easy), as: CurlHandle.self) { $0 }
  }

  /// True if the handle is set up for transfers of this shape.
  func fits(_ shape: Shape) -> Bool { self.shape == shape }

  /// Returns the HTTP version that the current transfer requests.
  func version(_ configuration: CurlConfiguration) -> Shape.Version { shape?.version(configuration) ?? .http1 }

  /// Records the end of a transfer in libcurl. Before 7.80 libcurl does not report how often a request begins.
  func ended(_ result: CURLcode) {
    mayHaveMoved = result != CURLE_OK || beginCount != 1
  }

  /// Releases the last transfer. Connections and lookups stay with the multi handle.
  func release() {
    if case .bytes(let bytes) = transfer?.request.content, bytes.count > Self.maxKeptContent,
      shape?.content == .copied
    {
      _ = contract_curl_set_content(easy.pointer, nil, 0)
    }
    transfer = nil
  }

  /// Lets libcurl close the connection when the current transfer ends.
  func endConnectionAfterTransfer() {
    easy.set(CURLOPT_FORBID_REUSE, 1)
    shape = nil
  }

  /// Releases a transfer whose connection continues with another protocol.
  func keepConnection() { transfer = nil }

  // MARK: Setting up

  /// Sets the options of a transfer that differ from the current ones. The handle is new or fits the shape.
  func prepare(for transfer: Transfer, _ shape: Shape, on engine: CurlEngine) throws(TransferFailure) {
    easy.forgetErrors()
    let request = transfer.request
    if self.shape == nil { setUp(shape, on: engine) }
    if pace != request.limits.pace {
      setPace(request.limits.pace, readsHTTP1: shape.readsHTTP1(engine.options.configuration))
    }
    if target != request.target { setTarget(request, shape, engine.options) }
    if shape.content != .upgrade {
      if transfer.sending.isExpectationRefused {
        setFields(request.withoutExpectation, shape, engine.options)
      } else if fields?.isSpelledLike(request.fields) != true {
        setFields(request, shape, engine.options)
      }
      setContent(of: transfer, shape)
    }
    if CurlLibrary.current.keepsLastField, !CurlLibrary.current.reportsRequestStart { preview.begin() }
    guard easy.firstError == CURLE_OK else {
      throw TransferFailure(easy.firstError, detail: easy.errorText, isConnected: false)
    }
    self.transfer = transfer
    mayHaveMoved = true
    beginCount = 0
  }

  /// Sets the options that all transfers of a shape share.
  private func setUp(_ shape: Shape, on engine: CurlEngine) {
    self.shape = shape
    origin = ConnectionOrigin(isSecure: shape.isSecure, authority: shape.authority)
    let configuration = engine.options.configuration
    let context = LibraryContext.pointer(to: self)
    easy.set(CURLOPT_PRIVATE, pointer: context)
    easy.note(contract_curl_set_receiver(easy.pointer, onHeadLine, onContent, context))
    // Connections belong to the multi handle, which is freed before the engine and its sockets.
    let connectionContext = LibraryContext.pointer(to: engine.sockets)
    easy.note(contract_curl_set_socket_watcher(easy.pointer, onOpen, onClose, connectionContext))
    setSafety()
    easy.setLimits(configuration)
    easy.setRoute(configuration, shape)
    if shape.isSecure || configuration.proxy.usesTLS { easy.setTLS(configuration.tls, configuration.proxy) }
    easy.setCookies(engine.options.cookieJar)
    if !shape.mayRepeat || CurlLibrary.current.reportsRequestStart {
      easy.note(contract_curl_watch_beginnings(easy.pointer, onBegin, context))
    }
    if shape.sendsTarget(engine.options) {
      easy.setOrigin("\(shape.isSecure ? "https" : "http")://\(shape.authority)/")
    }
    switch shape.content {
    case .none where shape.method == .head:
      return easy.set(CURLOPT_NOBODY, 1)
    case .none:
      easy.set(CURLOPT_HTTPGET, 1)
      if shape.method == .get { return }
    case .copied:
      easy.set(CURLOPT_POST, 1)
    case .pulled:
      easy.set(CURLOPT_UPLOAD, 1)
      easy.note(contract_curl_set_sender(easy.pointer, onRead, onSeek, context))
      if shape.hasTrailer { easy.note(contract_curl_set_trailer(easy.pointer, onTrailer, context)) }
    case .upgrade:
      return setUpgrade()
    }
    easy.set(CURLOPT_CUSTOMREQUEST, shape.method.rawValue)
  }

  /// Opens only the connection, for HTTP/1.1, because later versions have no upgrades. A proxy must tunnel the
  /// connection (RFC 6455 §4.1).
  private func setUpgrade() {
    easy.set(CURLOPT_CONNECT_ONLY, 1)
    easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
  }

  private func setSafety() {
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.note(contract_curl_restrict_protocols(easy.pointer))
    easy.set(CURLOPT_PATH_AS_IS, 1)
    easy.set(CURLOPT_HTTP09_ALLOWED, 0)
    easy.set(CURLOPT_FOLLOWLOCATION, 0)
    easy.set(CURLOPT_HTTP_TRANSFER_DECODING, 0)
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    contract_curl_abandon_lookups(easy.pointer)
  }

  private func setPace(_ pace: TransferRequest.Pace, readsHTTP1: Bool) {
    self.pace = pace
    // libcurl checks the pace after 100 reads, so 100 full buffers must not exceed the bytes of one second.
    if readsHTTP1, pace.receiving > 0 { easy.set(CURLOPT_BUFFERSIZE, min(max(1024, pace.receiving / 100), 16 * 1024)) }
    easy.note(contract_curl_set_offset(easy.pointer, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(pace.sending)))
    easy.note(contract_curl_set_offset(easy.pointer, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(pace.receiving)))
  }

  private func setTarget(_ request: TransferRequest, _ shape: Shape, _ options: CurlOptions) {
    target = request.target
    if shape.sendsTarget(options) { return easy.set(CURLOPT_REQUEST_TARGET, target) }
    // No URL expresses the target of `OPTIONS *`.
    let isAsterisk = target == "*"
    easy.set(CURLOPT_URL, isAsterisk ? request.origin : request.origin + target)
    easy.setText(CURLOPT_REQUEST_TARGET, isAsterisk ? "*" : nil)
  }

  private func setFields(_ request: TransferRequest, _ shape: Shape, _ options: CurlOptions) {
    let joinsCookies = options.cookieJar != nil
    if joinsCookies { easy.setCookie(request.fields) }
    easy.setFieldLines(request.fieldLines(shape.content, exceptCookie: joinsCookies))
    fields = request.fields
  }

  private func setContent(of transfer: Transfer, _ shape: Shape) {
    switch shape.content {
    case .none, .upgrade:
      break
    case .copied:
      guard case .bytes(let bytes) = transfer.request.content else { break }
      // SAFETY: libcurl copies the bytes during the call.
      bytes.withUnsafeBytes { easy.note(contract_curl_set_content(easy.pointer, $0.baseAddress, $0.count)) }
    case .pulled:
      let length = curl_off_t(transfer.upload?.length ?? -1)
      easy.note(contract_curl_set_offset(easy.pointer, CURLOPT_INFILESIZE_LARGE, length))
    }
  }
}
