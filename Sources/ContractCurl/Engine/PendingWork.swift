/// The work that callbacks record for ``CurlEngine/settle()``.
struct PendingWork {
  /// The transfers with a head or a part of a body to deliver.
  var arrived: [Transfer] = []
  /// The transfers whose response is complete.
  var complete: [Transfer] = []
  /// The transfers that wait for a socket that does not exist.
  var stranded: [Transfer] = []
  /// The uploads whose streams may continue.
  var drained: [TransferUpload] = []
  /// The sinks with progress to report.
  var progress: [ProgressSink] = []

  mutating func takeArrived() -> [Transfer] { Self.take(&arrived) }
  mutating func takeComplete() -> [Transfer] { Self.take(&complete) }
  mutating func takeStranded() -> [Transfer] { Self.take(&stranded) }
  mutating func takeDrained() -> [TransferUpload] { Self.take(&drained) }
  mutating func takeProgress() -> [ProgressSink] { Self.take(&progress) }

  @inline(__always)
  private static func take<Element>(_ elements: inout [Element]) -> [Element] {
    // The array is nearly always empty.
    if elements.isEmpty { return [] }
    defer { elements = [] }
    return elements
  }
}
