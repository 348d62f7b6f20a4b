internal import CCurl

/// The field lines of a request as a linked list of C strings, which libcurl reads until the transfer ends.
///
/// The list occupies two reused blocks of memory. `curl_slist_append` would allocate twice per line, and most clients
/// change a header with each request.
struct FieldLineList: ~Copyable {
  // SAFETY: the list owns `nodes` and `text`, which change only in `set`. Each node points to NUL-terminated bytes of
  // `text` and to the next node; the last node has no next one.
  private var nodes = UnsafeMutableBufferPointer<curl_slist>.allocate(capacity: 16)
  private var text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1024)
  private var count = 0

  deinit {
    nodes.deallocate()
    text.deallocate()
  }

  /// The first node; nil without lines.
  var first: UnsafeMutablePointer<curl_slist>? { count == 0 ? nil : nodes.baseAddress }

  /// Replaces the lines.
  mutating func set(_ lines: FieldLines) {
    count = lines.starts.count
    if nodes.count < count {
      nodes.deallocate()
      nodes = .allocate(capacity: count * 2)
    }
    if text.count < lines.bytes.count {
      text.deallocate()
      text = .allocate(capacity: lines.bytes.count * 2)
    }
    guard let memory = text.baseAddress, let node = nodes.baseAddress else { return }
    lines.bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
    for (index, start) in lines.starts.enumerated() {
      let next = index + 1 < count ? node + index + 1 : nil
      (node + index).initialize(to: curl_slist(data: memory + start, next: next))
    }
  }
}

/// Lines of text, each terminated by NUL.
struct FieldLines {
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [Int] = []

  init() {
    bytes.reserveCapacity(512)
    starts.reserveCapacity(16)
  }

  /// Adds a line.
  mutating func append(_ name: String, _ separator: StaticString, _ value: String = "") {
    starts.append(bytes.count)
    bytes += name.utf8
    separator.withUTF8Buffer { bytes += $0 }
    bytes += value.utf8
    bytes.append(0)
  }
}
