/// The idle handles of an engine, each set up for one shape.
///
/// A handle never changes its shape, because libcurl refuses options of a used handle: after a transfer on an HTTP/2
/// connection that other transfers use, it keeps the buffer of the handle, and refuses another size. A new handle is
/// cheap.
struct HandlePool {
  /// The maximum number of idle handles.
  static let maxHandles = 64
  /// The number of idle handles at which a handle for a new shape replaces another one.
  static let maxShapes = 8

  private var idle: [CurlHandle] = []

  /// Returns an idle handle set up for a shape, or a new handle.
  mutating func take(fitting shape: CurlHandle.Shape) throws(TransferFailure) -> CurlHandle {
    // The search begins at the end, because the last handle nearly always fits.
    var index = idle.count - 1
    while index >= 0 {
      if idle[index].fits(shape) {
        if index < idle.count - 1 { idle.swapAt(index, idle.count - 1) }
        return idle.removeLast()
      }
      index -= 1
    }
    if idle.count >= Self.maxShapes { idle.removeFirst() }
    guard let handle = CurlHandle() else { throw .outOfMemory }
    return handle
  }

  mutating func putBack(_ handle: CurlHandle) {
    if idle.count < Self.maxHandles, handle.isReusable { idle.append(handle) }
  }
}
