/// A result with a status for each case, and its expansion.
extension ExpansionTests.Sample {
  static let results = ExpansionTests.Sample(
    name: "a result with a status for each case",
    source: """
      @APIResult
      public enum Created {
        @Status(200) case existing(String)
        @Status(201) case created([Int], location: Header<String>, retryAfter: Header<[Int]>)
        @Status(303) case `default`(location: Header<String?>)
        @Status(304) case unchanged
      }

      """,
    expansion: #"""

      public enum Created {
        case existing(String)
        case created([Int], location: Header<String>, retryAfter: Header<[Int]>)
        case `default`(location: Header<String?>)
        case unchanged

        public nonisolated static var declaredResults: [Contract::ResultCase] {
          let __0 = Contract::ResultCase(200, body: String.self)
          let __1 = Contract::ResultCase(
            201,
            body: [Int].self,
            headers: Contract::InputDescription.list("header Location: String\nheader? Retry-After: [Int]"))
          let __2 = Contract::ResultCase(303, headers: Contract::InputDescription.list("header? Location: String?"))
          let __3 = Contract::ResultCase(304)
          return [__0, __1, __2, __3]
        }

        public nonisolated func encode(into __encoder: inout Contract::ResultEncoder) throws {
          switch self {
          case .existing(let __0):
            __encoder.begin(0)
            try __encoder.body(__0)
          case .created(let __0, let __1, let __2):
            __encoder.begin(1)
            __encoder.headers.string(.header, "Location", __1)
            __encoder.headers.ints(.header, "Retry-After", __2)
            try __encoder.body(__0)
          case .`default`(let __0):
            __encoder.begin(2)
            __encoder.headers.string(.header, "Location", __0)
          case .unchanged:
            __encoder.begin(3)
          }
        }

        public nonisolated static func decode(
          _ __case: Swift::Int, from __decoder: inout Contract::ResultDecoder
        ) throws -> Self? {
          switch __case {
          case 0:
            return Self.existing(try __decoder.body())
          case 1:
            let __1 = __decoder.headers.string(.header, "Location")
            let __2 = __decoder.headers.ints(.header, "Retry-After")
            return Self.created(try __decoder.body(), location: __1, retryAfter: __2)
          case 2:
            let __0 = __decoder.headers.optionalString(.header, "Location")
            return Self.`default`(location: __0)
          case 3:
            return Self.unchanged
          default: return nil
          }
        }
      }

      extension Created: nonisolated Contract::_ContractAPIResult {}

      """#)
}
