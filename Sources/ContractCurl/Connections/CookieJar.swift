internal import CCurl
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The cookies that all handles of a transport share, across loops. libcurl parses, matches and stores the cookies, and
/// locks the share for each use.
package final class CookieJar:
  // SAFETY: only libcurl uses the share, under its locks. The share outlives every handle, because each handle retains the jar.
  @unchecked Sendable
{
  private let jar: UnsafeMutablePointer<contract_curl_jar>
  private let path: String?
  /// The number of cookies received since the limits were last checked.
  private let uncheckedCount = Atomic(0)

  /// The share, for CURLOPT_SHARE.
  var share: UnsafeMutableRawPointer? { jar.pointee.handle }

  /// Creates the jar of a policy; nil for ``CurlConfiguration/Cookies/off``.
  init?(_ policy: CurlConfiguration.Cookies) throws(TransferFailure) {
    switch policy {
    case .off: return nil
    case .memory: path = nil
    case .file(let path):
      guard !path.isEmpty, !path.utf8.contains(0) else {
        throw TransferFailure(.invalidConfiguration, "the path of the cookie file is empty or contains NUL")
      }
      // libcurl would read a named pipe or a device without an end, and writes over the path.
      guard Self.mayBeFile(path) else {
        throw TransferFailure(.invalidConfiguration, "the path of the cookie file does not lead to a regular file")
      }
      // libcurl takes a dash for standard input and output.
      self.path = path == "-" ? "./-" : path
    }
    _ = CurlLibrary.current
    guard let jar = contract_curl_jar_create() else { throw .outOfMemory }
    self.jar = jar
    if let path {
      withHandle { easy in
        _ = contract_curl_set_text(easy, CURLOPT_COOKIEFILE, path)
        _ = contract_curl_set_text(easy, CURLOPT_COOKIELIST, "RELOAD")
      }
    }
  }

  deinit {
    _ = save()
    contract_curl_jar_destroy(jar)
  }

  /// The cookies in lines of Netscape's cookie file format.
  package var lines: [String] {
    var lines: [String] = []
    withHandle { easy in
      let list = contract_curl_get_cookies(easy)
      var entry = list
      while let line = entry {
        if let text = line.pointee.data { lines.append(String(cString: text)) }
        entry = line.pointee.next
      }
      curl_slist_free_all(list)
    }
    return lines
  }

  /// Stores a line of a cookie file, or executes a command of libcurl; `ALL` removes all cookies.
  package func change(_ text: String) {
    withHandle { _ = contract_curl_set_text($0, CURLOPT_COOKIELIST, text) }
  }

  /// Counts the cookies of a response, and removes cookies above the limits. Never called inside libcurl.
  func received(_ count: Int) {
    if count == 0 { return }
    let unchecked = uncheckedCount.add(count, ordering: .relaxed).newValue
    guard unchecked >= CookieLimits.checkInterval else { return }
    uncheckedCount.store(0, ordering: .relaxed)
    // Each line has its own handle, because libcurl limits the number of cookies that a handle sets.
    for line in CookieLimits.removals(from: lines) { change(line) }
  }

  /// Writes the file, if there is one; returns false if it cannot be written.
  package func save() -> Bool {
    guard let path else { return true }
    // The file is created here with private permissions, because libcurl keeps the permissions of an existing file.
    let created = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if created >= 0 { close(created) }
    // libcurl does not report whether writing succeeded, but it always replaces the file, so a changed identity shows success.
    let before = Self.identity(of: path)
    withHandle { easy in
      _ = contract_curl_set_text(easy, CURLOPT_COOKIEJAR, path)
      _ = contract_curl_set_text(easy, CURLOPT_COOKIELIST, "FLUSH")
      // Without this, libcurl would write the file again when the handle is freed.
      _ = contract_curl_set_text(easy, CURLOPT_COOKIEJAR, nil)
    }
    let after = Self.identity(of: path)
    return after != nil && after != before
  }

  /// Returns whether a path leads to a regular file, or to none yet.
  private static func mayBeFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private static func identity(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Calls `body` with a handle that uses the share; does nothing if memory is short.
  private func withHandle(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let easy = curl_easy_init() else { return }
    _ = contract_curl_set_pointer(easy, CURLOPT_SHARE, share)
    body(easy)
    curl_easy_cleanup(easy)
  }
}
