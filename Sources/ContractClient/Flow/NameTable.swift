/// Values by name: of hosts, of operations.
///
/// Most clients call one host, and one operation many times: the name asked for last is found by comparing texts, which
/// costs less than hashing one.
struct NameTable<Value> {
  private var values: [Value] = []
  private var places: [String: Int] = [:]
  private var lastName = ""
  private var lastPlace = -1

  /// The values by their names.
  var all: [String: Value] { places.mapValues { values[$0] } }

  /// How many names there are.
  var count: Int { values.count }

  /// The value of a name; nil when it has none.
  subscript(name: String) -> Value? {
    mutating get { place(of: name).map { values[$0] } }
  }

  /// The value of a name, which is `initial` when it has none yet.
  subscript(name: String, default initial: @autoclosure () -> Value) -> Value {
    mutating get { place(of: name).map { values[$0] } ?? initial() }
    _modify { yield &values[place(of: name) ?? add(name, initial())] }
  }

  /// Forgets the names whose values are not to be kept.
  mutating func filter(_ isKept: (Value) -> Bool) {
    let kept = places.map { (name: $0.key, value: values[$0.value]) }.filter { isKept($0.value) }
    self = NameTable()
    for (name, value) in kept { _ = add(name, value) }
  }

  private mutating func place(of name: String) -> Int? {
    if lastPlace >= 0, lastName == name { return lastPlace }
    guard let place = places[name] else { return nil }
    (lastName, lastPlace) = (name, place)
    return place
  }

  private mutating func add(_ name: String, _ value: Value) -> Int {
    values.append(value)
    let place = values.count - 1
    places[name] = place
    (lastName, lastPlace) = (name, place)
    return place
  }
}
