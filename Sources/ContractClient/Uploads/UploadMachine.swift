/// The sequence of requests of a resumable upload, including the requests after failures. A pure value, without I/O.
struct UploadMachine: Equatable, Sendable {
  /// The next request.
  enum Step: Equatable {
    /// Create the upload.
    case create
    /// Request the number of bytes that the server has.
    case ask
    /// Send these bytes of the file.
    case send(Range<Int>)
    /// Send nothing: the server has accepted the upload.
    case finished
  }

  /// The kind of a failed request.
  enum Failure: Equatable {
    /// Another attempt may succeed: the connection was lost, or the server is busy or has another number of bytes.
    case transient
    /// The server does not know the upload.
    case gone
    /// No attempt will succeed.
    case final
  }

  /// The delay after the first failure. Each further failure doubles the delay.
  static let firstDelay = Duration.milliseconds(200)
  /// The maximum delay.
  static let maxDelay = Duration.seconds(10)
  /// The size in bytes below which the part of a request that the server has accepted is small.
  static let smallBytes = 16 * 1024
  /// The maximum number of consecutive requests of which the server accepts only a small part.
  static let maxSmallParts = 64

  private let size: Int
  private let chunkBytes: Int
  private let maxFailures: Int
  private(set) var step: Step
  /// The number of consecutive failures without progress.
  private var failures = 0
  /// The highest number of bytes that the server had.
  private var best = 0
  /// The number of consecutive requests of which the server accepted only a small part.
  private var smallParts = 0

  /// Creates the sequence of an upload.
  ///
  /// - Parameters:
  ///   - size: The size of the file in bytes.
  ///   - isKnown: True if an earlier process has created the upload.
  init(size: Int, chunkBytes: Int?, maxFailures: Int, isKnown: Bool) {
    self.size = size
    self.chunkBytes = max(1, chunkBytes ?? .max)
    self.maxFailures = maxFailures
    step = isKnown ? .ask : .create
  }

  /// Chooses the next step after the server has stated its number of bytes. Returns false if that number is impossible,
  /// or if too many requests made too little progress.
  mutating func accept(offset: Int) -> Bool {
    guard (0...size).contains(offset) else { return false }
    if case .send(let range) = step, !range.isEmpty {
      guard offset > range.lowerBound, offset <= range.upperBound else { return false }
      let isSmall = offset < range.upperBound && offset - range.lowerBound < Self.smallBytes
      smallParts = isSmall ? smallParts + 1 : 0
      // If the server accepts only small parts, the upload needs countless requests, each with all remaining bytes.
      guard smallParts <= Self.maxSmallParts else { return false }
    }
    if offset > best {
      best = offset
      failures = 0
    }
    // The service may have refused the last bytes, so after `ask` an empty request asks it to accept the upload again.
    if offset == size, step != .ask {
      step = .finished
    } else {
      step = .send(offset..<(size - offset > chunkBytes ? offset + chunkBytes : size))
    }
    return true
  }

  /// Notes a failure and returns the delay before the next step; nil to give up.
  mutating func fail(_ failure: Failure) -> Duration? {
    failures += 1
    guard failure != .final, failures <= maxFailures else { return nil }
    step = failure == .gone || step == .create ? .create : .ask
    let factor = 1 << min(failures - 1, 10)
    return min(Self.firstDelay * factor, Self.maxDelay)
  }
}
