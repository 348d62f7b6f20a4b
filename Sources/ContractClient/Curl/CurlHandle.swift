internal import CCurl

/// One easy handle with what it borrows: the error text and the field lines. Loop thread only.
final class CurlHandle {
  /// Content up to this many bytes is copied into libcurl, which then sends it together with the head.
  static let maxCopiedContent = 64 * 1024

  let easy: UnsafeMutableRawPointer
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var fieldLines: UnsafeMutablePointer<curl_slist>?
  private var firstError = CURLE_OK

  /// A new handle, or nil when memory is short.
  init?() {
    guard let easy = curl_easy_init() else {
      errorBuffer.deallocate()
      return nil
    }
    self.easy = easy
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fieldLines)
    errorBuffer.deallocate()
  }

  /// Forgets the last transfer. Connections and lookups stay with the multi handle.
  func reset() {
    curl_easy_reset(easy)
    curl_slist_free_all(fieldLines)
    fieldLines = nil
  }

  /// libcurl's own words about a failure, or nothing.
  var errorText: String { String(cString: errorBuffer) }

  /// True when a connection was up before the transfer ended.
  var isConnected: Bool {
    var microseconds: curl_off_t = 0
    return contract_curl_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK && microseconds > 0
  }

  // MARK: Setting up

  /// Sets every option that `transfer` needs on a handle that is new or reset.
  func prepare(for transfer: Transfer, _ options: CurlOptions) throws(TransferFailure) {
    firstError = CURLE_OK
    errorBuffer[0] = 0
    set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    setSafety(options)
    setLimits(options)
    set(CURLOPT_URL, transfer.request.url)
    if transfer.request.isLoopback || !options.usesEnvironmentProxy { set(CURLOPT_PROXY, "") }
    setFieldLines(transfer.request.fieldLines)
    setContent(of: transfer)
    // SAFETY: the engine holds the transfer until it has removed this handle, so the callbacks find it alive.
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    note(contract_curl_set_receiver(easy, onHeadLine, onContent, context))
    guard firstError == CURLE_OK else {
      throw TransferFailure(firstError, detail: errorText, isConnected: false)
    }
  }

  private func setSafety(_ options: CurlOptions) {
    set(CURLOPT_NOSIGNAL, 1)
    note(contract_curl_restrict_protocols(easy))
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_HTTP_TRANSFER_DECODING, 0)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if let file = options.certificateAuthorityFile { set(CURLOPT_CAINFO, file) }
    contract_curl_abandon_lookups(easy)
  }

  private func setLimits(_ options: CurlOptions) {
    set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.curlMilliseconds)
    set(CURLOPT_MAXAGE_CONN, options.idleConnectionTimeout.curlSeconds)
    if let lowSpeed = options.lowSpeed {
      set(CURLOPT_LOW_SPEED_LIMIT, lowSpeed.bytesPerSecond)
      set(CURLOPT_LOW_SPEED_TIME, lowSpeed.duration.curlSeconds)
    }
  }

  private func setFieldLines(_ lines: [String]) {
    for line in lines {
      guard let longer = curl_slist_append(fieldLines, line) else { return note(CURLE_OUT_OF_MEMORY) }
      fieldLines = longer
    }
    set(CURLOPT_HTTPHEADER, pointer: fieldLines)
  }

  private func setContent(of transfer: Transfer) {
    let method = transfer.request.method
    if let upload = transfer.upload {
      set(CURLOPT_UPLOAD, 1)
      note(contract_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.length ?? -1)))
      // SAFETY: as for the receiver; the transfer holds the upload.
      note(contract_curl_set_sender(easy, onRead, onSeek, Unmanaged.passUnretained(upload).toOpaque()))
    } else if case .bytes(let bytes) = transfer.request.content {
      bytes.withUnsafeBytes { note(contract_curl_set_content(easy, $0.baseAddress, $0.count)) }
    } else if method == "HEAD" {
      return set(CURLOPT_NOBODY, 1)
    } else {
      set(CURLOPT_HTTPGET, 1)
      if method == "GET" { return }
    }
    set(CURLOPT_CUSTOMREQUEST, method)
    if transfer.request.isAsterisk { set(CURLOPT_REQUEST_TARGET, "*") }
  }

  // MARK: Typed setters, which keep the first error

  private func set(_ option: CURLoption, _ value: Int) {
    note(contract_curl_set_long(easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) {
    note(contract_curl_set_text(easy, option, value))
  }

  private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    note(contract_curl_set_pointer(easy, option, pointer))
  }

  private func note(_ result: CURLcode) {
    if firstError == CURLE_OK { firstError = result }
  }
}

// MARK: - Callbacks

// SAFETY: libcurl calls these on the loop's thread, between `curl_multi_add_handle` and `curl_multi_remove_handle`,
// with the context given in `prepare` and a buffer of `size * count` bytes.

private let onHeadLine: contract_curl_data_function = { bytes, size, count, context in
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue().receiveHeadLine(line) ? line.count : 0
}

private let onContent: contract_curl_data_function = { bytes, size, count, context in
  let start = UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self)
  let piece = UnsafeBufferPointer(start: start, count: size * count)
  // For an empty piece the returned 0 is the whole of it and no abort.
  return Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue().receiveContent(piece) ? piece.count : 0
}

private let onRead: contract_curl_data_function = { bytes, size, count, context in
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<TransferUpload>.fromOpaque(context!).takeUnretainedValue().read(into: buffer)
}

private let onSeek: contract_curl_seek_function = { context, offset, origin in
  let upload = Unmanaged<TransferUpload>.fromOpaque(context!).takeUnretainedValue()
  guard origin == SEEK_SET, upload.seek(to: Int(offset)) else { return CURL_SEEKFUNC_FAIL }
  return CURL_SEEKFUNC_OK
}
