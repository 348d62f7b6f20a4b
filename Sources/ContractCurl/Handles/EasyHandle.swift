internal import CCurl
internal import ContractHTTP

/// An easy handle of libcurl, with the memory that libcurl borrows and typed setters. Loop thread only.
final class EasyHandle {
  // SAFETY: libcurl reads and writes the memory below until `deinit`, which frees the easy handle first.

  let pointer: UnsafeMutableRawPointer
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let origin: OpaquePointer
  private var fieldLines = FieldLineList()
  private var resolvedHosts: UnsafeMutablePointer<curl_slist>?
  /// The jar that the handle shares, retained until the handle has ended.
  private var cookieJar: CookieJar?
  /// The first error of a setter since ``forgetErrors()``.
  private(set) var firstError = CURLE_OK

  /// Creates a handle; nil if memory is short.
  init?() {
    guard let origin = curl_url() else {
      errorBuffer.deallocate()
      return nil
    }
    guard let pointer = curl_easy_init() else {
      curl_url_cleanup(origin)
      errorBuffer.deallocate()
      return nil
    }
    self.pointer = pointer
    self.origin = origin
    set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(resolvedHosts)
    curl_url_cleanup(origin)
    errorBuffer.deallocate()
  }

  // MARK: Errors

  /// Forgets the errors of setters and of the last transfer.
  func forgetErrors() {
    firstError = CURLE_OK
    errorBuffer[0] = 0
  }

  /// libcurl's description of the last failure; empty for none.
  var errorText: String { String(cString: errorBuffer) }

  // MARK: Setters

  func set(_ option: CURLoption, _ value: Int) {
    note(contract_curl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ value: String) {
    // Without `withCString` the string would be copied into an array first.
    note(value.withCString { contract_curl_set_text(pointer, option, $0) })
  }

  func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
    note(contract_curl_set_pointer(pointer, option, value))
  }

  /// Sets a string option that libcurl copies; nil resets it.
  func setText(_ option: CURLoption, _ value: String?) {
    note(contract_curl_set_text(pointer, option, value))
  }

  /// Records the result of a setter.
  func note(_ result: CURLcode) {
    if firstError == CURLE_OK { firstError = result }
  }

  // MARK: Borrowed memory

  /// Sets the scheme and authority of all requests of a shape. libcurl reads them with every transfer.
  func setOrigin(_ url: String) {
    guard curl_url_set(origin, CURLUPART_URL, url, 0) == CURLUE_OK else { return note(CURLE_URL_MALFORMAT) }
    set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(origin))
  }

  func setFieldLines(_ lines: FieldLines) {
    fieldLines.set(lines)
    set(CURLOPT_HTTPHEADER, pointer: fieldLines.first)
  }

  func setOverrides(_ overrides: [CurlConfiguration.AddressOverride]) {
    if resolvedHosts == nil {
      for override in overrides {
        guard let longer = override.line.withCString({ curl_slist_append(resolvedHosts, $0) }) else {
          return note(CURLE_OUT_OF_MEMORY)
        }
        resolvedHosts = longer
      }
    }
    if resolvedHosts != nil { set(CURLOPT_RESOLVE, pointer: resolvedHosts) }
  }

  func setCookies(_ jar: CookieJar?) {
    guard let jar else { return }
    cookieJar = jar
    set(CURLOPT_SHARE, pointer: jar.share)
    // An empty file name reads no file, but enables cookies.
    set(CURLOPT_COOKIEFILE, "")
  }

  // MARK: The transfer in progress

  /// True if the connection was established before the transfer ended.
  var isConnected: Bool {
    var microseconds: curl_off_t = 0
    return contract_curl_get_offset(pointer, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK
      && microseconds > 0
  }

  /// True while the transfer uses a kept connection.
  var isReusing: Bool { contract_curl_is_reusing(pointer) != 0 }

  /// The number of bytes of the request body that were passed to the connection.
  var sentBytes: Int {
    var count: curl_off_t = 0
    return contract_curl_get_offset(pointer, CURLINFO_SIZE_UPLOAD_T, &count) == CURLE_OK ? Int(count) : 0
  }

  /// The status of a proxy's response to CONNECT; 0 for none.
  var tunnelStatus: Int {
    var status = 0
    return contract_curl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK ? status : 0
  }

  /// The timings of the transfer.
  var timings: ResponseArrival.Timings { Self.timings(contract_curl_get_times(pointer)) }

  /// Returns the timings and the version of a response that has ended or begun.
  ///
  /// - Parameter earlierTime: The microseconds of the exchange before libcurl's timings begin.
  func arrival(_ version: HTTPVersion, after earlierTime: Int) -> ResponseArrival {
    let times = contract_curl_get_times(pointer)
    var timings = Self.timings(times)
    if earlierTime > 0 { timings.add(earlierTime) }
    return ResponseArrival(timings, reusedConnection: times.connections == 0, httpVersion: version)
  }

  private static func timings(_ times: contract_curl_times) -> ResponseArrival.Timings {
    ResponseArrival.Timings(
      nameLookup: times.lookup, connect: times.connect, tls: times.tls, firstByte: times.firstByte, total: times.total)
  }
}

extension ResponseArrival.Timings {
  /// Adds the time before the timings began to all steps that took place.
  fileprivate mutating func add(_ earlierTime: Int) {
    let steps: [WritableKeyPath<Self, Int>] = [\.nameLookup, \.connect, \.tls, \.firstByte, \.total]
    for step in steps where self[keyPath: step] > 0 { self[keyPath: step] += earlierTime }
  }
}
