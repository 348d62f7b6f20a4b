/// A text that is the same as another when its bytes are.
///
/// Strings are equal too when other bytes spell the same letters, and those are something else to a server.
struct ExactText: Hashable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}
