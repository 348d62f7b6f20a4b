/// Types of this package that stand for a whole result or a header, inside other values.
extension Mistake {
  static let wholeTypes: [Mistake] = wholeResults + wholeInputs + wholeMembers

  private static let wholeResults: [Mistake] =
    [
      ("[Versioned<Int>]", "A result has one tag, so 'Versioned' must be outermost; return 'Versioned<[Int]>'."),
      (
        "Box<Versioned<Todo>>?",
        "A result has one tag, so 'Versioned' must be outermost; return 'Versioned<Box<Todo>?>'."
      ),
      (
        "[HTTPResponse]",
        "A call has one response, so 'HTTPResponse' cannot be inside another type; return 'HTTPResponse', or "
          + "'(Value, HTTPResponse)'."
      ),
      (
        "Versioned<HTTPResponse>",
        "A call has one response, so 'HTTPResponse' cannot be inside another type; return 'HTTPResponse', or "
          + "'(Value, HTTPResponse)'."
      ),
      (
        "IfMatch",
        "'IfMatch' is a condition of a request; make it a parameter, and return 'Versioned' for the tag of a value."
      ),
      (
        "[IfNoneMatch]",
        "'IfNoneMatch' is a condition of a request; make it a parameter, and return 'Versioned' for the tag of a value."
      ),
      (
        "EntityTag",
        "'EntityTag' is a header; return 'Versioned', or 'etag: Header<EntityTag>' in a tuple with the value."
      ),
    ].flatMap { type, message in
      [
        Mistake.function("whole-type", "@GET(\"/a\") func a() async throws -> ▶\(type)", message),
        .group("whole-type", "@GET(\"/a\") var a: Endpoint<Empty, ▶\(type)>", message),
        Mistake("whole-type", "@Request(.get, \"/a\") struct List { typealias Response = ▶\(type) }", message),
        Mistake("whole-type", "@API struct Store { @GET func a() -> ▶\(type) {} }", message),
      ]
    } + [
      .function(
        "whole-type", "@GET(\"/a\") func a() async throws -> (▶[EntityTag], total: Header<Int>)",
        "'EntityTag' is a header; return 'Versioned', or 'etag: Header<EntityTag>' in a tuple with the value."),
      Mistake(
        "whole-type", "@API struct Store { @GET func a() -> (a: Int, b: ▶IfMatch) {} }",
        "'IfMatch' is a header and has no form in JSON; give 'b' a type that is Codable."),
    ]

  private static let wholeInputs: [Mistake] = [
    .function(
      "whole-type", "@POST(\"/a\") func a(x: ▶Body<HTTPResponse>) async throws",
      "'HTTPResponse' is the result of a call, so 'x' cannot be sent; write '[UInt8]', or a type that is Codable."),
    .function(
      "whole-type", "@POST(\"/a\") func a(x: ▶[Versioned<Int>]) async throws",
      "'Versioned' is a result, so 'x' cannot be sent; send 'Int', and an 'IfMatch' for its tag."),
    .function(
      "whole-type", "@POST(\"/a\") func a(x: ▶[IfMatch]) async throws",
      "'IfMatch' is the header 'If-Match', so it must be the whole type of 'x'; write only this type, as a header."),
    .function(
      "whole-type", "@POST(\"/a\") func a(x: ▶EntityTag) async throws",
      "'EntityTag' has no form in a body; send 'x' as a header, or its text as a 'String'."),
    Mistake(
      "whole-type", "@Request struct Send { @Body var x: ▶Versioned<Int> }",
      "'Versioned' is a result, so 'x' cannot be sent; send 'Int', and an 'IfMatch' for its tag."),
    Mistake(
      "whole-type", "@Request struct Send { @Query var x: ▶IfNoneMatch? }",
      "'IfNoneMatch' is the header 'If-None-Match', so it must be the whole type of 'x'; write only this type, as a header."
    ),
    Mistake(
      "whole-type", "@API struct Store { @POST func a(@Field x: ▶HTTPResponse?) {} }",
      "'HTTPResponse' is the result of a call, so 'x' cannot be sent; write '[UInt8]', or a type that is Codable."),
    Mistake(
      "whole-type", "@API struct Store { @PUT func a(@Body x: ▶IfMatch) {} }",
      "'IfMatch' is the header 'If-Match', so it must be the whole type of 'x'; write only this type, as a header."),
  ]

  private static let wholeMembers: [Mistake] = [
    Mistake(
      "whole-type", "@APIResult enum Outcome { @Status(200) case a(▶Versioned<Int>) }",
      "'Versioned' is a whole result, and a case has a body and headers; write 'Int' and 'etag: Header<EntityTag>'."),
    Mistake(
      "whole-type", "@APIResult enum Outcome { @Status(200) case a(▶HTTPResponse) }",
      "A case is a whole response already; write the type of its body instead of 'HTTPResponse'."),
    Mistake(
      "whole-type", "@APIResult enum Outcome { @Status(200) case a(▶EntityTag) }",
      "'EntityTag' is a header; write 'etag: Header<EntityTag>'."),
    Mistake(
      "whole-type", "@APIError enum Failure { @Status(409) case a(current: ▶Versioned<Int>) }",
      "'Versioned' is a whole result and has no form in JSON; give 'current' a type that is Codable."),
    Mistake(
      "whole-type", "@Schema struct Todo { var tag: ▶EntityTag? }",
      "'EntityTag' is a header and has no form in JSON; give 'tag' a type that is Codable."),
    Mistake(
      "whole-type", "@Schema enum Todo { case a(b: ▶[HTTPResponse]) }",
      "'HTTPResponse' is a whole result and has no form in JSON; give 'b' a type that is Codable."),
  ]
}
