/// Contracts with rules and their expansions.
extension ExpansionTests.Sample {
  static let validated = ExpansionTests.Sample(
    name: "a request with rules",
    source: """
      @Request struct Rename {
        @Path @Validate(.range(1...)) var id: Int
        @Query @Validate(.count(...2), .each(.length(1...20))) var tags: [String]?
        @Body var name: Name
      }

      """,
    expansion: #"""
      struct Rename {
        var id: Int
        var tags: [String]?
        var name: Name

        /// Creates a request with these inputs.
        nonisolated init(id: Int, tags: [String]? = nil, name: Name) {
          self.id = id
          self.tags = tags
          self.name = name
        }

        nonisolated static var inputs: [Contract::InputDescription] {
          Contract::InputDescription.list(
            """
            path id: Int
            query? tags: [String]?
            body body: Name
            """)
            .checked(.path, "id", Self.__Rules.__id)
            .checked(.query, "tags", Self.__Rules.__tags)
        }

        nonisolated static var content: Contract::RequestContent { .inferred(from: Contract::_Type<Name>.self) }

        nonisolated func encode(into _encoder: inout Contract::RequestEncoder) throws {
          try _encoder.check(.path, "id", self.id, Self.__Rules.__id)
          _encoder.int(.path, "id", self.id)
          try _encoder.check(.query, "tags", self.tags, Self.__Rules.__tags)
          try _encoder.value(.query, "tags", self.tags)
          try _encoder.body(self.name)
        }

        nonisolated static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
          let __id = _decoder.value(.path, "id", as: Int.self)
          _decoder.check(.path, "id", __id, Self.__Rules.__id)
          let __tags = _decoder.value(.query, "tags", as: [String]?.self)
          _decoder.check(.query, "tags", __tags, Self.__Rules.__tags)
          let __name = _decoder.body(as: Contract::_Type<Name>.self)
          guard let __id, let __tags, let __name else { return nil }
          return Self(id: __id, tags: __tags, name: __name)
        }

        private nonisolated enum __Rules {
          static let __id: [Contract::Validation<Int>] = [.range(1...)]
          static let __tags: [Contract::Validation<[String]>] = [.count(...2), .each(.length(1...20))]
        }
      }

      extension Rename: nonisolated Contract::_ContractEndpointRequest {}

      """#)
}
