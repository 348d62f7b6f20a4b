/// A table of values by the name of a host or operation.
///
/// Most clients call one host, and one operation many times. The last name is found by comparing strings, which costs less
/// than hashing.
struct NameTable<Value> {
  private var values: [Value] = []
  private var slots: [String: Int] = [:]
  private var lastName = ""
  private var lastSlot = -1

  /// The values by their names.
  var all: [String: Value] { slots.mapValues { values[$0] } }

  /// The number of names.
  var count: Int { values.count }

  /// The value of a name; nil for none.
  subscript(name: String) -> Value? {
    mutating get { slot(of: name).map { values[$0] } }
  }

  /// The value of a name; `initial` for a new one.
  subscript(name: String, default initial: @autoclosure () -> Value) -> Value {
    mutating get { slot(of: name).map { values[$0] } ?? initial() }
    _modify { yield &values[slot(of: name) ?? add(name, initial())] }
  }

  /// Removes the names whose values fail a test.
  mutating func filter(_ isKept: (Value) -> Bool) {
    let kept = slots.map { (name: $0.key, value: values[$0.value]) }.filter { isKept($0.value) }
    self = NameTable()
    for (name, value) in kept { _ = add(name, value) }
  }

  private mutating func slot(of name: String) -> Int? {
    if lastSlot >= 0, lastName == name { return lastSlot }
    guard let slot = slots[name] else { return nil }
    (lastName, lastSlot) = (name, slot)
    return slot
  }

  private mutating func add(_ name: String, _ value: Value) -> Int {
    values.append(value)
    let slot = values.count - 1
    slots[name] = slot
    (lastName, lastSlot) = (name, slot)
    return slot
  }
}
