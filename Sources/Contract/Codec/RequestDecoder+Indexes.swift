// The functions of RequestDecoder+Scalars.swift with the index of an input instead of its location and name. Generated code
// calls them for operations with many inputs: a string literal is a call and a release in an unoptimized build.

extension RequestDecoder {
  /// Prepares the functions with an index for a type. An index is the position of an input in ``EndpointRequest/inputs``;
  /// the functions trap on any other index.
  public mutating func begin<Request: EndpointRequest>(_ type: Request.Type) {
    inputs = request.operation.inputs(of: type)
  }

  /// Reads an `Int`. Records a failure and returns 0 if the value is absent or invalid.
  public mutating func int(_ index: Int) -> Int { int(inputs[index].location, inputs[index].name) }

  /// Reads an `Int`, or `default` if it is absent. Records a failure and returns 0 if the value is invalid.
  public mutating func int(_ index: Int, default: @autoclosure () -> Int) -> Int {
    int(inputs[index].location, inputs[index].name, default: `default`())
  }

  /// Reads an `Int`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalInt(_ index: Int) -> Int? { optionalInt(inputs[index].location, inputs[index].name) }

  /// Reads a `String`. Records a failure and returns an empty string if the value is absent or invalid.
  public mutating func string(_ index: Int) -> String { string(inputs[index].location, inputs[index].name) }

  /// Reads a `String`, or `default` if it is absent. Records a failure and returns an empty string if the value is invalid.
  public mutating func string(_ index: Int, default: @autoclosure () -> String) -> String {
    string(inputs[index].location, inputs[index].name, default: `default`())
  }

  /// Reads a `String`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalString(_ index: Int) -> String? {
    optionalString(inputs[index].location, inputs[index].name)
  }

  /// Reads a `Bool`. Records a failure and returns false if the value is absent or invalid.
  public mutating func bool(_ index: Int) -> Bool { bool(inputs[index].location, inputs[index].name) }

  /// Reads a `Bool`, or `default` if it is absent. Records a failure and returns false if the value is invalid.
  public mutating func bool(_ index: Int, default: @autoclosure () -> Bool) -> Bool {
    bool(inputs[index].location, inputs[index].name, default: `default`())
  }

  /// Reads a `Bool`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalBool(_ index: Int) -> Bool? { optionalBool(inputs[index].location, inputs[index].name) }

  /// Reads a `Double`. Records a failure and returns 0 if the value is absent or invalid.
  public mutating func double(_ index: Int) -> Double { double(inputs[index].location, inputs[index].name) }

  /// Reads a `Double`, or `default` if it is absent. Records a failure and returns 0 if the value is invalid.
  public mutating func double(_ index: Int, default: @autoclosure () -> Double) -> Double {
    double(inputs[index].location, inputs[index].name, default: `default`())
  }

  /// Reads a `Double`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalDouble(_ index: Int) -> Double? {
    optionalDouble(inputs[index].location, inputs[index].name)
  }

  /// Reads an `[Int]`. Outside the body, an absent array is empty.
  /// For an invalid array, records a failure and returns an empty one.
  public mutating func ints(_ index: Int) -> [Int] { ints(inputs[index].location, inputs[index].name) }

  /// Reads a `[String]`. Outside the body, an absent array is empty.
  /// For an invalid array, records a failure and returns an empty one.
  public mutating func strings(_ index: Int) -> [String] { strings(inputs[index].location, inputs[index].name) }

  /// Reads the inputs from `index` to the last one to record their failures, after an earlier input was refused.
  ///
  /// - Parameter index: the index of the first input. It and all later inputs have types of the functions above, and no
  ///   defaults.
  /// - Returns: nil.
  public mutating func refused<Request>(readingFrom index: Int) -> Request? {
    for index in inputs.indices.dropFirst(index) {
      switch inputs[index].type {
      case "Int": _ = int(index)
      case "Int?": _ = optionalInt(index)
      case "String": _ = string(index)
      case "String?": _ = optionalString(index)
      case "Bool": _ = bool(index)
      case "Bool?": _ = optionalBool(index)
      case "Double": _ = double(index)
      case "Double?": _ = optionalDouble(index)
      case "[Int]": _ = ints(index)
      case "[String]": _ = strings(index)
      case let type: preconditionFailure("`refused(readingFrom:)` cannot read a `\(type)`")
      }
    }
    return nil
  }
}
