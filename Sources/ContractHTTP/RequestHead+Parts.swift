/// The parts of a head.
extension RequestHead {
  /// A range of offsets in ``bytes``. 32 bits suffice, as heads are far shorter than 4 GiB.
  @usableFromInline package struct ByteRange: Sendable, Hashable {
    @usableFromInline package var start: UInt32
    @usableFromInline package var end: UInt32

    @inlinable
    package init(_ range: Range<Int>) {
      self.start = UInt32(range.lowerBound)
      self.end = UInt32(range.upperBound)
    }

    @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
    @inlinable package var count: Int { Int(end &- start) }

    /// Returns the range shifted by `offset`, wrapping.
    @inline(__always)
    func moved(by offset: UInt32) -> ByteRange {
      var moved = self
      moved.start &+= offset
      moved.end &+= offset
      return moved
    }
  }

  /// A field line as the ranges of its name and value, without surrounding white space.
  @usableFromInline package struct FieldLine: Sendable, Hashable {
    @usableFromInline package var name: ByteRange
    @usableFromInline package var value: ByteRange

    @inlinable
    package init(name: ByteRange, value: ByteRange) {
      self.name = name
      self.value = value
    }

    @inline(__always)
    func moved(by offset: UInt32) -> FieldLine {
      FieldLine(name: name.moved(by: offset), value: value.moved(by: offset))
    }
  }

  /// The form of a request target (RFC 9112 §3.2).
  public enum TargetForm: Sendable {
    /// `/path?query`.
    case origin
    /// `http://authority/path?query`; ``RequestHead/path`` contains only the path.
    case absolute
    /// `host:port`, for CONNECT.
    case authority
    /// `*`, for OPTIONS.
    case asterisk
  }

  /// The parts of the request line as ranges and numbers, so that copying it involves no reference counting.
  @usableFromInline package struct Line: Sendable {
    /// The method's ``HTTPMethod/code``; the range is used only for unregistered methods.
    @usableFromInline package var methodCode: UInt8
    @usableFromInline package var method: ByteRange
    @usableFromInline package var targetForm: TargetForm
    @usableFromInline package var minorVersion: UInt8
    /// The percent-encoded path; `/` for an absolute-form target without a path (RFC 9110 §4.2.3). Asterisk and
    /// authority forms store `*` and `host:port` here.
    @usableFromInline package var path: ByteRange
    /// The query after the `?`; nil if absent.
    @usableFromInline package var query: ByteRange?
    /// The authority of an absolute-form target.
    @usableFromInline package var authority: ByteRange?

    @inlinable
    package init(
      methodCode: UInt8, method: ByteRange, targetForm: TargetForm, minorVersion: UInt8, path: ByteRange,
      query: ByteRange?, authority: ByteRange?
    ) {
      self.methodCode = methodCode
      self.method = method
      self.targetForm = targetForm
      self.minorVersion = minorVersion
      self.path = path
      self.query = query
      self.authority = authority
    }
  }

  /// The memory of a head.
  package struct Memory {
    /// The buffer, whose first bytes hold the head.
    var bytes: [UInt8] = []
    /// The ranges of the field lines, in order.
    package var lines = FieldLines()

    package init() {}

    /// Returns memory with the same field lines and no spare capacity, for a head of `byteCount` bytes.
    package func fitted(to byteCount: Int) -> Memory {
      var fitted = Memory()
      fitted.bytes = [UInt8](repeating: 0, count: byteCount)
      fitted.lines.copy(lines, movedBy: 0)
      return fitted
    }
  }
}
