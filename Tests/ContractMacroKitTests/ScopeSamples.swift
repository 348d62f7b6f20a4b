extension ExpansionTests.Sample {
  static let scopeWithChange = ExpansionTests.Sample(
    name: "a function that changes its client",
    source: #"""
      @API
      struct Store {
        @GET("{id: Int}") func one(@Query page: Int) -> Int {
          // Slow.
          client.header("X", "\(id)")
        }
      }

      """#,
    expansion: #"""

      struct Store {
        @available(*, unavailable, message: "call it with 'try await', or correct the error at its declaration") @Contract::_ScopeFunction func one(@Query page: Int) -> Int {
          // Slow.
          client.header("X", "\(id)")
        }

        /// The location of a parameter.
        typealias Query<Value> = Contract::_ScopeParameter<Value>

        /// The caller that sends the requests.
        nonisolated let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        nonisolated init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }

        nonisolated(nonsending) func one(id __id: Int, page __page: Int) async throws -> Int {
          var __caller = self.caller
          if let client = __caller as? ContractClient::APIClient {
            let id = __id
            __caller = try { () throws -> ContractClient::APIClient in
              client.header("X", "\(id)")
            }()
          }
          return try await __caller.call(Self.Endpoints.one, Self.Endpoints.OneInput(id: __id, page: __page))
        }

        /// The endpoints of the functions, without a caller.
        nonisolated enum Endpoints {
          /// The inputs of `one`.
          nonisolated struct OneInput: Contract::EndpointRequest {
            let id: Int
            let page: Int

            init(id: Int, page: Int) {
              self.id = id
              self.page = page
            }

            static var inputs: [Contract::InputDescription] {
              Contract::InputDescription.list(
                """
                path id: Int
                query page: Int
                """)
            }

            func encode(into _encoder: inout Contract::RequestEncoder) throws {
              _encoder.int(.path, "id", self.id)
              _encoder.int(.query, "page", self.page)
            }

            static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
              return Self(id: _decoder.int(.path, "id"), page: _decoder.int(.query, "page"))
            }
          }

          static let one = Contract::Endpoint<OneInput, Int>(.get, "/{id}", id: "Store.one")


          /// All endpoints, beginning with those of this struct.
          static var all: [Contract::APIOperation] {
            [
              one.operation,
            ]
          }
        }
      }

      """#)

  static let scope = ExpansionTests.Sample(
    name: "a struct with scopes",
    source: """
      @API @Headers(["X": "1"])
      public struct Store {
        @Path("pet") struct Pets {
          /// Finds pets.
          @GET func find(@Query _ status: Status = .open) -> [Pet] {}

          @Path("{id: Int}") struct One {
            /// Removes a pet.
            @DELETE("/") func remove() {}
          }
        }
      }

      """,
    expansion: #"""
      @Headers(["X": "1"])
      public struct Store {
        struct Pets {
          /// Finds pets.
          @available(*, unavailable, message: "call it with 'try await', or correct the error at its declaration") @Contract::_ScopeFunction func find(@Query _ status: Status = .open) -> [Pet] {}
          struct One {
            /// Removes a pet.
            @available(*, unavailable, message: "call it with 'try await', or correct the error at its declaration") @Contract::_ScopeFunction func remove() {}

            /// The caller that sends the requests.
            nonisolated let caller: any Contract::EndpointCaller
            fileprivate nonisolated let __id: Int

            fileprivate nonisolated init(_ caller: any Contract::EndpointCaller, id __id: Int) {
              self.caller = caller
              self.__id = __id
            }

            /// Removes a pet.
            nonisolated(nonsending) func remove() async throws {
              try await self.caller.call(Self.Endpoints.remove, Self.Endpoints.RemoveInput(id: self.__id))
            }

            /// The endpoints of the functions, without a caller.
            nonisolated enum Endpoints {
              private static let __shared0 = Contract::EndpointTrait.fields(["X": "1"])
              /// The inputs of `remove`.
              nonisolated struct RemoveInput: Contract::EndpointRequest {
                let id: Int

                init(id: Int) {
                  self.id = id
                }

                static var inputs: [Contract::InputDescription] {
                  Contract::InputDescription.list(
                    """
                    path id: Int
                    """)
                }

                func encode(into _encoder: inout Contract::RequestEncoder) throws {
                  _encoder.int(.path, "id", self.id)
                }

                static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
                  return Self(id: _decoder.int(.path, "id"))
                }
              }

              /// Removes a pet.
              static let remove = Contract::Endpoint<RemoveInput, ()>(
                .delete, "/pet/{id}", __shared0, id: "Store.pets.one.remove", summary: "Removes a pet.")
            }
          }

          /// The caller that sends the requests.
          nonisolated let caller: any Contract::EndpointCaller

          fileprivate nonisolated init(_ caller: any Contract::EndpointCaller) {
            self.caller = caller
          }

          nonisolated func callAsFunction(_ __id: Int) -> One {
            One(self.caller, id: __id)
          }

          /// Finds pets.
          nonisolated(nonsending) func find(_ __status: Status = .open) async throws -> [Pet] {
            try await self.caller.call(Self.Endpoints.find, Self.Endpoints.FindInput(status: __status))
          }

          /// The endpoints of the functions, without a caller.
          nonisolated enum Endpoints {
            private static let __shared0 = Contract::EndpointTrait.fields(["X": "1"])
            /// The inputs of `find`.
            nonisolated struct FindInput: Contract::EndpointRequest {
              let status: Status

              init(status: Status) {
                self.status = status
              }

              static var inputs: [Contract::InputDescription] {
                Contract::InputDescription.list(
                  """
                  query? status: Status
                  """)
              }

              func encode(into _encoder: inout Contract::RequestEncoder) throws {
                try _encoder.value(.query, "status", self.status)
                try _encoder.keepEmpty(.query, "status", self.status, over: .open)
              }

              static func decode(from _decoder: inout Contract::RequestDecoder) -> Self? {
                let __status = _decoder.value(.query, "status", as: Contract::_Type<Status>.self, default: .open)
                guard let __status else { return nil }
                return Self(status: __status)
              }
            }

            /// Finds pets.
            static let find: Contract::Endpoint<FindInput, [Pet]> = {
              return Contract::Endpoint.init(.get, "/pet/find", __shared0, id: "Store.pets.find", summary: "Finds pets.")
            }()
          }
        }

        /// The location of a parameter.
        public typealias Query<Value> = Contract::_ScopeParameter<Value>

        /// The caller that sends the requests.
        public nonisolated let caller: any Contract::EndpointCaller

        /// Creates a client that calls the endpoints with `caller`.
        public nonisolated init(_ caller: any Contract::EndpointCaller) {
          self.caller = caller
        }

        nonisolated var pets: Pets { Pets(self.caller) }

        /// The endpoints of the functions, without a caller.
        public nonisolated enum Endpoints {
          static let petsFind = Pets.Endpoints.find
          static let petsOneRemove = Pets.One.Endpoints.remove

          /// All endpoints, beginning with those of this struct.
          public static var all: [Contract::APIOperation] {
            [
              petsFind.operation,
              petsOneRemove.operation,
            ]
          }
        }
      }

      """#)
}
