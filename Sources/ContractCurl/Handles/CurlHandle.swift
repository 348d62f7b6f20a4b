internal import CCurl
internal import ContractHTTP

/// One easy handle with what it borrows: the error text, the field lines, the URL. Loop thread only.
///
/// Setting up a handle costs as much as a small transfer, so a handle stays set up for requests of one ``Shape`` and only
/// what differs from the last transfer is set for the next. Another shape begins from libcurl's defaults.
final class CurlHandle {
  /// Content up to this many bytes is copied into libcurl, which then sends it together with the head.
  static let maxCopiedContent = 64 * 1024
  /// Copies up to this size stay with a handle that waits for reuse.
  private static let maxKeptContent = 4 * 1024

  let easy: UnsafeMutableRawPointer
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var firstError = CURLE_OK

  // MARK: What is set

  /// Whether libcurl passes each line of a response head to `onContent` before it reads the line itself.
  @exclusivity(unchecked) var preview: HeadPreview
  /// The number of times that libcurl has begun the present transfer's request.
  @exclusivity(unchecked) var beginCount = 0
  /// True when libcurl may have moved the last transfer to another connection because a kept one was dead. It counts these
  /// moves for the life of a handle and fails a transfer at the sixth, so such a handle is not kept.
  private(set) var mayHaveMoved = false
  /// What the handle is set up for; nil when it is new or could not be set up.
  private var shape: Shape?
  private let origin: OpaquePointer
  private var target = ""
  private var pace = TransferRequest.Pace.unlimited
  /// The fields that `fieldLines` were made of.
  private var fields: HTTPFields?
  private var fieldLines = FieldLineList()
  var resolvedHosts: UnsafeMutablePointer<curl_slist>?
  /// Ends after every handle that shares it.
  var cookieJar: CookieJar?

  /// The transfer that the handle works for, from `prepare` to `release`.
  private(set) var transfer: Transfer? {
    didSet { lentTransfer = transfer.map(Unmanaged.passUnretained) }
  }
  // SAFETY: the same as `transfer`, which holds it, for callbacks.
  private(set) var lentTransfer: Unmanaged<Transfer>?

  /// A new handle, or nil when memory is short.
  init?() {
    guard let origin = curl_url() else {
      errorBuffer.deallocate()
      return nil
    }
    guard let easy = curl_easy_init() else {
      curl_url_cleanup(origin)
      errorBuffer.deallocate()
      return nil
    }
    self.easy = easy
    self.origin = origin
    preview = HeadPreview(of: easy)
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(resolvedHosts)
    curl_url_cleanup(origin)
    errorBuffer.deallocate()
  }

  /// True when little has to be set for a transfer of this shape.
  func fits(_ shape: Shape) -> Bool { self.shape == shape }

  /// Notes the end of a transfer in libcurl. Before 7.80 nothing says how often a request begins.
  func ended(_ result: CURLcode) {
    mayHaveMoved = result != CURLE_OK || beginCount != 1
  }

  /// Lets go of the last transfer. Connections and lookups stay with the multi handle.
  func release() {
    if case .bytes(let bytes) = transfer?.request.content, bytes.count > Self.maxKeptContent,
      shape?.content == .copied
    {
      _ = contract_curl_set_content(easy, nil, 0)
    }
    transfer = nil
  }

  /// Lets go of a transfer whose connection stays.
  func keepConnection() { transfer = nil }

  /// libcurl's own words about a failure, or nothing.
  var errorText: String { String(cString: errorBuffer) }

  /// True when a connection was up before the transfer ended.
  var isConnected: Bool {
    var microseconds: curl_off_t = 0
    return contract_curl_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK && microseconds > 0
  }

  /// True while the transfer has a kept connection.
  var isReusing: Bool { contract_curl_is_reusing(easy) != 0 }

  /// The status with which a proxy answered to CONNECT, or 0.
  var tunnelStatus: Int {
    var status = 0
    return contract_curl_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK ? status : 0
  }

  /// How the response came that has just ended.
  func arrival(_ version: HTTPVersion) -> ResponseArrival {
    let times = contract_curl_get_times(easy)
    return ResponseArrival(
      Self.moments(times), reusedConnection: times.connections == 0, httpVersion: version)
  }

  /// The moments of the transfer.
  var moments: ResponseArrival.Moments { Self.moments(contract_curl_get_times(easy)) }

  private static func moments(_ times: contract_curl_times) -> ResponseArrival.Moments {
    ResponseArrival.Moments(
      nameLookup: times.lookup, connect: times.connect, tls: times.tls, firstByte: times.firstByte, total: times.total)
  }

  /// The handle that libcurl's name for it belongs to; nil outside a transfer.
  static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? {
    // SAFETY: `setUp` stores the handle itself, which lives as long as `easy`.
    contract_curl_private(easy).map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Setting up

  /// Sets what `transfer` needs and is not set yet.
  ///
  /// - Parameter fits: whether the handle ``fits(_:)``, which the engine has just found out.
  func prepare(
    for transfer: Transfer, _ shape: Shape, fits: Bool, on engine: CurlEngine
  ) throws(TransferFailure) {
    firstError = CURLE_OK
    errorBuffer[0] = 0
    let request = transfer.request
    // A pace leaves its small buffer behind, and in some versions of libcurl its count (curl issue 7042).
    if !fits || pace != .unlimited { setUp(shape, on: engine) }
    if pace != request.limits.pace { setPace(request.limits.pace, readsHTTP1: shape.readsHTTP1(engine.options)) }
    if target != request.target { setTarget(request, shape, engine.options) }
    if shape.content != .upgrade {
      if fields?.isSpelledLike(request.fields) != true { setFields(request, shape, engine.options) }
      setContent(of: transfer, shape)
    }
    if CurlLibrary.current.keepsLastField, !CurlLibrary.current.saysWhenRequestsBegin { preview.begin() }
    guard firstError == CURLE_OK else {
      // Nobody knows what is set now.
      self.shape = nil
      throw TransferFailure(firstError, detail: errorText, isConnected: false)
    }
    self.transfer = transfer
    mayHaveMoved = true
    beginCount = 0
  }

  /// Forgets everything and sets what all transfers of a shape have in common.
  private func setUp(_ shape: Shape, on engine: CurlEngine) {
    curl_easy_reset(easy)
    self.shape = shape
    target = ""
    pace = .unlimited
    preview.isOn = false
    fields = nil
    set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    // SAFETY: the handle owns `easy`, so it outlives every use of these pointers.
    let context = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_PRIVATE, pointer: context)
    note(contract_curl_set_receiver(easy, onHeadLine, onContent, context))
    // SAFETY: connections live in the multi handle, which the engine cleans up before its own end.
    note(contract_curl_set_socket_watcher(easy, onOpen, onClose, Unmanaged.passUnretained(engine).toOpaque()))
    setSafety()
    setLimits(engine.options)
    setRoute(engine.options, shape)
    let configuration = engine.options.configuration
    if shape.isSecure || configuration.proxy.usesTLS { setTLS(configuration.tls, configuration.proxy) }
    setCookies(engine.options)
    if !shape.mayRepeat || CurlLibrary.current.saysWhenRequestsBegin {
      note(contract_curl_watch_beginnings(easy, onBegin, context))
    }
    if shape.sendsTarget(engine.options) { setOrigin(shape) }
    switch shape.content {
    case .none where shape.method == .head:
      return set(CURLOPT_NOBODY, 1)
    case .none:
      set(CURLOPT_HTTPGET, 1)
      if shape.method == .get { return }
    case .copied:
      set(CURLOPT_POST, 1)
    case .pulled:
      set(CURLOPT_UPLOAD, 1)
      note(contract_curl_set_sender(easy, onRead, onSeek, context))
    case .upgrade:
      return setUpgrade()
    }
    set(CURLOPT_CUSTOMREQUEST, shape.method.rawValue)
  }

  /// The connection alone: HTTP/1.1, which is what upgrades are of, and through a proxy by a tunnel (RFC 6455 §4.1).
  private func setUpgrade() {
    set(CURLOPT_CONNECT_ONLY, 1)
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    set(CURLOPT_HTTPPROXYTUNNEL, 1)
  }

  private func setSafety() {
    set(CURLOPT_NOSIGNAL, 1)
    note(contract_curl_restrict_protocols(easy))
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_HTTP_TRANSFER_DECODING, 0)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    contract_curl_abandon_lookups(easy)
  }

  private func setOrigin(_ shape: Shape) {
    let url = "\(shape.isSecure ? "https" : "http")://\(shape.authority)/"
    guard curl_url_set(origin, CURLUPART_URL, url, 0) == CURLUE_OK else { return note(CURLE_URL_MALFORMAT) }
    // libcurl keeps the pointer and reads it with every transfer.
    set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(origin))
  }

  private func setPace(_ pace: TransferRequest.Pace, readsHTTP1: Bool) {
    self.pace = pace
    // libcurl looks at the pace after 100 reads of what is there: together no more than a second allows.
    if readsHTTP1, pace.receiving > 0 { set(CURLOPT_BUFFERSIZE, min(max(1024, pace.receiving / 100), 16 * 1024)) }
    note(contract_curl_set_offset(easy, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(pace.sending)))
    note(contract_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(pace.receiving)))
  }

  private func setTarget(_ request: TransferRequest, _ shape: Shape, _ options: CurlOptions) {
    target = request.target
    if shape.sendsTarget(options) { return set(CURLOPT_REQUEST_TARGET, target) }
    // No URL can say the target of `OPTIONS *`.
    let isAsterisk = target == "*"
    set(CURLOPT_URL, isAsterisk ? request.origin : request.origin + target)
    note(contract_curl_set_text(easy, CURLOPT_REQUEST_TARGET, isAsterisk ? "*" : nil))
  }

  private func setFields(_ request: TransferRequest, _ shape: Shape, _ options: CurlOptions) {
    let joinsCookies = options.cookieJar != nil
    if joinsCookies { setCookie(request.fields) }
    fieldLines.set(request.fieldLines(shape.content, exceptCookie: joinsCookies))
    set(CURLOPT_HTTPHEADER, pointer: fieldLines.first)
    fields = request.fields
  }

  private func setContent(of transfer: Transfer, _ shape: Shape) {
    switch shape.content {
    case .none, .upgrade:
      break
    case .copied:
      guard case .bytes(let bytes) = transfer.request.content else { break }
      bytes.withUnsafeBytes { note(contract_curl_set_content(easy, $0.baseAddress, $0.count)) }
    case .pulled:
      note(contract_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(transfer.upload?.length ?? -1)))
    }
  }

  // MARK: Typed setters, which keep the first error

  func set(_ option: CURLoption, _ value: Int) {
    note(contract_curl_set_long(easy, option, value))
  }

  func set(_ option: CURLoption, _ value: String) {
    // Passed as it is, a String is copied into an array first.
    note(value.withCString { contract_curl_set_text(easy, option, $0) })
  }

  func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    note(contract_curl_set_pointer(easy, option, pointer))
  }

  func note(_ result: CURLcode) {
    if firstError == CURLE_OK { firstError = result }
  }
}
