/// Objects as context pointers of libcurl's callbacks. The owner of a callback outlives the calls that get its pointer.
enum LibraryContext {
  /// Returns the context pointer of an object, which libcurl does not retain.
  static func pointer(to object: AnyObject) -> UnsafeMutableRawPointer {
    // SAFETY: the caller keeps the object alive for as long as libcurl may call back.
    Unmanaged.passUnretained(object).toOpaque()
  }

  /// Calls `body` with the object of a context pointer, without counting a reference; returns nil without a context.
  ///
  /// A small response makes five to ten callbacks. With reference counting, each would cost two atomic operations.
  @inline(__always)
  static func with<Object: AnyObject, Result>(
    _ context: UnsafeMutableRawPointer?, as type: Object.Type, _ body: (Object) -> Result
  ) -> Result? {
    // SAFETY: the pointer refers to an object of this type, which exists during the callback.
    context.map { Unmanaged<Object>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
  }
}
