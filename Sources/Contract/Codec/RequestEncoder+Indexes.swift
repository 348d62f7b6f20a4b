// The functions of RequestEncoder+Scalars.swift with the index of an input, see RequestDecoder+Indexes.swift.

extension RequestEncoder {
  /// Prepares the functions with an index for a type. An index is the position of an input in ``EndpointRequest/inputs``;
  /// the functions trap on any other index.
  public mutating func begin<Request: EndpointRequest>(_ type: Request.Type) {
    inputs = operation.inputs(of: type)
  }

  /// Writes an `Int`; omits nil.
  public mutating func int(_ index: Int, _ value: Int?) { int(inputs[index].location, inputs[index].name, value) }

  /// Writes a `String`; omits nil.
  public mutating func string(_ index: Int, _ value: String?) {
    string(inputs[index].location, inputs[index].name, value)
  }

  /// Writes a `Bool`; omits nil.
  public mutating func bool(_ index: Int, _ value: Bool?) { bool(inputs[index].location, inputs[index].name, value) }

  /// Writes a `Double`; omits nil.
  public mutating func double(_ index: Int, _ value: Double?) {
    double(inputs[index].location, inputs[index].name, value)
  }

  /// Writes an `[Int]`.
  public mutating func ints(_ index: Int, _ value: [Int]) { ints(inputs[index].location, inputs[index].name, value) }

  /// Writes a `[String]`.
  public mutating func strings(_ index: Int, _ value: [String]) {
    strings(inputs[index].location, inputs[index].name, value)
  }
}
