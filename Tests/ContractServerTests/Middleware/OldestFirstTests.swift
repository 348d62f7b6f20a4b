import Testing

@testable import ContractServer

@Suite("Oldest-first lists")
struct OldestFirstTests {
  @Test("Elements are removed in insertion order")
  func order() {
    var (list, model) = (OldestFirst<Int>(), [Int]())
    var generator = SystemRandomNumberGenerator()
    for number in 0..<5000 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0:
        list.keep { $0 % 3 != 0 }
        model.removeAll { $0 % 3 == 0 }
      case 1..<50 where !model.isEmpty:
        list.removeFirst()
        model.removeFirst()
      default:
        list.append(number)
        model.append(number)
      }
      #expect(list.first == model.first && list.count == model.count)
    }
  }

  @Test("The number of slots is bounded by the number of elements", arguments: [1, 2, 40, 3000])
  func places(left: Int) {
    var list = OldestFirst<Int>()
    for number in 0..<10_000 {
      list.append(number)
      if number >= left { list.removeFirst() }
      #expect(list.storedCount <= 2 * list.count + 17)
    }
    #expect(list.count == left && list.first == 10_000 - left)
  }
}
