/// One call of a type's `init(from:)` while failures are collected.
final class CollectingLevel {
  let type: any Any.Type
  let index: Int

  /// True for types of the standard library, which rethrow all errors. For these, the parts of a value are explored immediately
  /// instead of decoding the whole value again for each part.
  let isTransparent: Bool

  init(_ type: any Any.Type, at index: Int) {
    self.type = type
    self.index = index
    isTransparent = type is any TransparentlyDecodable.Type
  }
}

/// Types whose `init(from:)` catches no errors.
private protocol TransparentlyDecodable {}

extension Optional: TransparentlyDecodable {}
extension Array: TransparentlyDecodable {}
extension ContiguousArray: TransparentlyDecodable {}
extension Set: TransparentlyDecodable {}
extension Dictionary: TransparentlyDecodable {}
