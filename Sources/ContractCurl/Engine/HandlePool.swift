/// The idle handles of an engine, each set up for the shape of its last transfer.
struct HandlePool {
  /// The maximum number of idle handles.
  static let maxHandles = 64
  /// The number of idle handles at which a transfer of a new shape reuses one instead of creating another.
  static let maxShapes = 8

  private var idle: [CurlHandle] = []

  /// Returns an idle handle set up for a shape. Without one, returns a new handle while few are idle, otherwise any
  /// idle handle.
  mutating func take(fitting shape: CurlHandle.Shape) throws(TransferFailure) -> (handle: CurlHandle, fits: Bool) {
    // The search begins at the end, because the last handle nearly always fits.
    var index = idle.count - 1
    while index >= 0 {
      if idle[index].fits(shape) {
        if index < idle.count - 1 { idle.swapAt(index, idle.count - 1) }
        return (idle.removeLast(), true)
      }
      index -= 1
    }
    if idle.count >= Self.maxShapes { return (idle.removeFirst(), false) }
    guard let handle = CurlHandle() else { throw .outOfMemory }
    return (handle, false)
  }

  mutating func putBack(_ handle: CurlHandle) {
    if idle.count < Self.maxHandles, handle.isReusable { idle.append(handle) }
  }
}
