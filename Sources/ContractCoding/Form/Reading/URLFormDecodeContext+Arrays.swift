internal import ContractHTTP

/// The elements of arrays, where they differ from the elements of the array's node.
struct URLFormArrays {
  /// The elements after separated strings are split, by the node of the array.
  fileprivate var split: [Int: [Int]] = [:]
  /// The elements that depend on the type of the array.
  fileprivate var typed: [TypedArray: [Int]] = [:]
  /// The elements for the type that was requested last.
  fileprivate var current: [Int: [Int]] = [:]

  fileprivate struct TypedArray: Hashable {
    let index: Int
    let type: ObjectIdentifier
  }
}

/// The elements of arrays.
extension URLFormDecodeContext {
  /// Returns the elements of an array for the type that was requested last.
  func elements(at index: Int) throws(URLFormFault) -> [Int] {
    if let current = arrays.current[index] { return current }
    let node = node(index)
    switch node.kind {
    case .absent: return []
    case .null: throw .type
    case .raw, .text:
      guard options.nesting == .json, let found = try document(at: index, UInt8(ascii: "[")) else { throw .type }
      return self.node(found).elements
    case .branch:
      // Below the top level, a single value may be the whole array in JSON: `k[0]=[1,2]`.
      if options.nesting == .json, node.parent != 0, node.elements.count == 1, node.plainCount == 1,
        let found = try document(at: index, UInt8(ascii: "["))
      {
        return self.node(found).elements
      }
      var elements = separator == nil ? node.elements : try splitElements(of: index, node)
      guard node.names.allSatisfy(Self.isIndex) else { throw .type }
      elements += node.names.sorted(by: Self.precedes).compactMap { node.members[$0] }
      return elements
    }
  }

  /// Prepares the elements of an array for a type: elements that are not values of it are split at encoded separators,
  /// and empty ones are dropped.
  func prepareElements<T>(of type: T.Type, at index: Int) throws(URLFormFault) {
    if !arrays.current.isEmpty { arrays.current[index] = nil }
    guard case .branch = node(index).kind else { return }
    let key = URLFormArrays.TypedArray(index: index, type: ObjectIdentifier(T.self))
    if let known = arrays.typed[key] {
      arrays.current[index] = known
      return
    }
    guard let elements = try? elements(at: index), elements.contains(where: isDoubtful),
      let type = T.self as? any FormList.Type
    else { return }
    let split = try splitAgain(elements) { type.takes($0, in: self) }
    let kept = split.filter { emptyText(at: $0) == nil || type.takes($0, in: self) }
    arrays.typed[key] = kept
    arrays.current[index] = kept
  }

  /// Returns the elements after separated strings are split.
  private func splitElements(of index: Int, _ node: URLFormNode) throws(URLFormFault) -> [Int] {
    guard let separator else { return node.elements }
    if let known = arrays.split[index] { return known }
    var elements: [Int] = []
    for element in node.elements {
      guard case .raw(let range) = self.node(element).kind else {
        elements.append(element)
        continue
      }
      let texts = separator.split(tree.bytes[range], isJSON: options.nesting == .json && beginsJSON(range))
      guard elements.count + texts.count <= limits.maxMembers else { throw .invalid }
      for part in texts { elements.append(add(part.startIndex..<part.endIndex, as: elements.count, of: index)) }
    }
    arrays.split[index] = elements
    return elements
  }

  /// Returns true for an element whose reading depends on the type of the array.
  private func isDoubtful(_ index: Int) -> Bool { emptyText(at: index) != nil || encodedParts(of: index) != nil }

  /// Returns the parts of an element with encoded separators; nil for other elements.
  private func encodedParts(of index: Int) -> [ArraySlice<UInt8>]? {
    guard let separator, case .raw(let range) = node(index).kind, options.nesting != .json || !beginsJSON(range) else {
      return nil
    }
    return separator.partsOfElement(tree.bytes[range])
  }

  /// Returns the elements. Those that are not values are split at encoded separators.
  private func splitAgain(_ elements: [Int], isValue: (Int) -> Bool) throws(URLFormFault) -> [Int] {
    var split: [Int] = []
    var isSplit = false
    for element in elements {
      if let parts = encodedParts(of: element), !isValue(element) {
        isSplit = true
        for part in parts {
          split.append(add(part.startIndex..<part.endIndex, as: split.count, of: node(element).parent))
        }
      } else if isSplit, case .raw(let range) = node(element).kind, case .element = node(element).step {
        split.append(add(range, as: split.count, of: node(element).parent))
      } else {
        split.append(element)
      }
      guard split.count <= limits.maxMembers else { throw .invalid }
    }
    return split
  }

  private func add(_ range: Range<Int>, as position: Int, of array: Int) -> Int {
    make(URLFormNode(parent: array, step: .element(position), kind: .raw(range)))
  }

  /// Returns true when an encoded string starts like a JSON object or array.
  private func beginsJSON(_ range: Range<Int>) -> Bool {
    let first = PercentEncoding.decode(tree.bytes[range].prefix(3))?.utf8.first ?? tree.bytes[range].first
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func isIndex(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// Compares indices of any length.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let left = left.utf8.drop { $0 == UInt8(ascii: "0") }
    let right = right.utf8.drop { $0 == UInt8(ascii: "0") }
    return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}
