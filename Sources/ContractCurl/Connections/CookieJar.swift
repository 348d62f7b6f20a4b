internal import CCurl

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Cookies that all handles of a transport share, on whichever loop they are. libcurl reads, matches and keeps them, and
/// takes a lock around each use.
package final class CookieJar:
  // SAFETY: the share is used inside libcurl alone, under its own locks, and ends after every handle that uses it,
  // because each holds the jar.
  @unchecked Sendable
{
  private let jar: UnsafeMutablePointer<contract_curl_jar>
  private let path: String?

  /// The share, for CURLOPT_SHARE.
  var share: UnsafeMutableRawPointer? { jar.pointee.handle }

  /// The jar for a policy, or nil where there is none.
  init?(_ policy: CurlConfiguration.Cookies) throws(TransferFailure) {
    switch policy {
    case .off: return nil
    case .memory: path = nil
    case .file(let path):
      guard !path.isEmpty, !path.utf8.contains(0) else {
        throw TransferFailure(.invalidConfiguration, "the file of cookies needs a path")
      }
      self.path = path
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

  /// The cookies as lines of a cookie file.
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

  /// Takes a line of a cookie file, or a word of libcurl's such as `ALL`, which empties the jar.
  package func change(_ text: String) {
    withHandle { _ = contract_curl_set_text($0, CURLOPT_COOKIELIST, text) }
  }

  /// Writes the file, when there is one; false when it cannot be written.
  package func save() -> Bool {
    guard let path else { return true }
    // libcurl leaves a file the rights it has.
    let created = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if created >= 0 { close(created) }
    // It does not tell whether it could write, but it always writes a new file and moves it over the old one.
    let before = Self.identity(of: path)
    withHandle { easy in
      _ = contract_curl_set_text(easy, CURLOPT_COOKIEJAR, path)
      _ = contract_curl_set_text(easy, CURLOPT_COOKIELIST, "FLUSH")
      // Else the end of the handle writes it once more.
      _ = contract_curl_set_text(easy, CURLOPT_COOKIEJAR, nil)
    }
    let after = Self.identity(of: path)
    return after != nil && after != before
  }

  private static func identity(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Lends a handle that uses the share; does nothing when memory is short.
  private func withHandle(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let easy = curl_easy_init() else { return }
    _ = contract_curl_set_pointer(easy, CURLOPT_SHARE, share)
    body(easy)
    curl_easy_cleanup(easy)
  }
}
