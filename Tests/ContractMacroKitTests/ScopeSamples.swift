extension ExpansionTests.Sample {
  static let scope = ExpansionTests.Sample(
    name: "a struct with scopes",
    source: """
      @API @Headers(["X": "1"])
      public struct Store {
        @Path("pet") struct Pets {
          /// Finds pets.
          @GET func find(@Query _ status: Status = .open) -> [Pet] {}

          @Path("{id: Int}") struct One {
            @DELETE("/") @Status(202) func remove() {}
          }
        }
      }

      """,
    expansion: #"""

      """#)
}
