package import ContractCoding
package import FoundationEssentials

/// Our reader compared with Foundation's: both must read the same value or refuse, except for the differences in
/// docs/json.md.
package struct JSONOracle {
  private let reader: JSONReader
  private let decoder: JSONDecoder

  /// Compares with the spelling of dates and keys that the decoder is set to.
  package init(_ options: JSONOptions = JSONOptions(dates: .deferredToDate), decoder: JSONDecoder = JSONDecoder()) {
    self.init(reader: JSONReader(options: options), decoder: decoder)
  }

  /// Compares two readers with equal options.
  package init(reader: JSONReader, decoder: JSONDecoder) {
    self.reader = reader
    self.decoder = decoder
  }

  /// An undocumented difference between the two; nil if there is none.
  ///
  /// - Parameter readsAll: True for types that read every value there is, and no number as an integer. Only our reader
  ///   checks values that other types skip.
  package func complaint<T: Decodable & Equatable>(
    about type: T.Type, _ bytes: [UInt8], readsAll: Bool = false
  ) -> String? {
    let ours = Result { try reader.decode(T.self, from: bytes) }
    if case .failure(let error as JSONSyntaxError) = ours, error.message.contains("nested deeper") { return nil }
    let theirs = Result { try decoder.decode(T.self, from: Data(bytes)) }
    switch (ours, theirs) {
    case (.failure, .failure): return nil
    case (.success(let ours), .success(let theirs)) where ours == theirs: return nil
    default: break
    }
    if isExcused(JSONTraits(bytes), ours, theirs, readsAll: readsAll) { return nil }
    return "\(T.self) of \(String(decoding: bytes, as: UTF8.self)): ours \(ours), Foundation \(theirs)"
  }

  private func isExcused<T>(
    _ traits: JSONTraits, _ ours: Result<T, any Error>, _ theirs: Result<T, any Error>, readsAll: Bool
  ) -> Bool {
    switch (ours, theirs) {
    case (.failure(let error), .success):
      if error is JSONSyntaxError {
        return traits.hasTrailingComma || traits.isOtherEncoding || traits.hasRepeatedNames || !readsAll
      }
      return traits.hasLooseUUID || traits.hasReal && !readsAll
    case (.success, .failure): return traits.hasZeroWithExponent || traits.hasReal && !readsAll
    default: return traits.hasRepeatedNames
    }
  }
}

extension JSONOracle {
  /// Any value, with everything in it.
  package indirect enum Tree: Codable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Tree].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Tree].self))
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  /// A member of every kind, each of which may be absent.
  package struct Members: Codable, Equatable {
    package enum Choice: Codable, Equatable {
      case none
      case one(Int)
      case two(a: String, b: [Members])
    }

    package var s: String?
    package var b: Bool?
    package var i: Int?
    package var j: Int8?
    package var k: UInt64?
    package var q: Int128?
    package var d: Double?
    package var f: Float?
    package var z: Decimal?
    package var t: Date?
    package var y: Data?
    package var x: UUID?
    package var u: URL?
    package var l: [Int]?
    package var n: [String?]?
    package var o: [String: Double]?
    package var p: [Int: String]?
    package var c: Choice?
    package var m: [Members]?
  }
}
