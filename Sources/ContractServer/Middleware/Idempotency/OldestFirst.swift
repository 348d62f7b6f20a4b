/// A FIFO queue. Removed elements keep their memory until they outnumber the remaining ones.
struct OldestFirst<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0

  var first: Element? { start < elements.count ? elements[start] : nil }
  var count: Int { elements.count - start }
  /// The number of elements in memory, including removed ones.
  var storedCount: Int { elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    start += 1
    guard start > 16, start > elements.count / 2 else { return }
    elements.removeFirst(start)
    start = 0
  }

  mutating func keep(where isKept: (Element) -> Bool) {
    elements = elements[start...].filter(isKept)
    start = 0
  }
}
