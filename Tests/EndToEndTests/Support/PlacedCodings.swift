import ContractTesting
import FoundationEssentials

extension JSONEncoder {
  static var placed: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }
}

extension JSONDecoder {
  static var placed: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

/// JSON between two marks.
struct PlacedCoder: ContentEncoder, ContentDecoder {
  var mediaType: MediaType { MediaType("application/marked") ?? .json }

  func encode<T: Encodable>(content value: T) throws -> [UInt8] {
    Array("<".utf8) + Array(try JSONEncoder().encode(value)) + Array(">".utf8)
  }
  func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T {
    try JSONDecoder().decode(type, from: Data(bytes.dropFirst().dropLast()))
  }
}

// @URLForm outside, @JSON inside.

@API(prefix: "/protocol") @URLForm
protocol PlacedForm: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @JSON
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @URLForm
final class PlacedFormGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @JSON
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @URLForm
struct PlacedFormScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @JSON
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @JSON
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @Multipart outside, @URLForm inside.

@API(prefix: "/protocol") @Multipart(boundary: "B")
protocol PlacedParts: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @URLForm
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @Multipart(boundary: "B")
final class PlacedPartsGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @URLForm
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @Multipart(boundary: "B")
struct PlacedPartsScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @URLForm
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @URLForm
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @JSON outside, @Multipart inside.

@API(prefix: "/protocol") @JSON(encoder: .placed, decoder: .placed)
protocol PlacedCoders: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @Multipart(boundary: "B")
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @JSON(encoder: .placed, decoder: .placed)
final class PlacedCodersGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @Multipart(boundary: "B")
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @JSON(encoder: .placed, decoder: .placed)
struct PlacedCodersScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @Multipart(boundary: "B")
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @Multipart(boundary: "B")
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @Coder outside, @JSON inside.

@API(prefix: "/protocol") @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
protocol PlacedOwn: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @JSON(encoder: .placed, decoder: .placed)
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
final class PlacedOwnGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @JSON(encoder: .placed, decoder: .placed)
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
struct PlacedOwnScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @JSON(encoder: .placed, decoder: .placed)
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @JSON(encoder: .placed, decoder: .placed)
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @Wire outside, @Wire inside.

@API(prefix: "/protocol") @Wire(Contract.Wire { $0.keys = .snakeCase })
protocol PlacedWire: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @Wire(Contract.Wire { $0.keys = .kebabCase })
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @Wire(Contract.Wire { $0.keys = .snakeCase })
final class PlacedWireGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @Wire(Contract.Wire { $0.keys = .kebabCase })
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @Wire(Contract.Wire { $0.keys = .snakeCase })
struct PlacedWireScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @Wire(Contract.Wire { $0.keys = .kebabCase })
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @Wire(Contract.Wire { $0.keys = .kebabCase })
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @JSON outside, @Coder inside.

@API(prefix: "/protocol") @JSON
protocol PlacedCodings: Sendable {
  @POST("/bare") func bare(firstName: String) async throws -> PlacedName
  @POST("/own") @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @JSON
final class PlacedCodingsGroup: EndpointGroup {
  @POST("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @POST("/own") @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @JSON
struct PlacedCodingsScope {
  @POST func bare(@Field firstName: String) -> PlacedName {}
  @POST @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @Coder(encoder: PlacedCoder(), decoder: PlacedCoder())
  struct Marked {
    @POST func bare(@Field firstName: String) -> PlacedName {}
  }
}

// @MergePatch outside, @JSON inside.

@API(prefix: "/protocol") @MergePatch
protocol PlacedMerge: Sendable {
  @PATCH("/bare") func bare(firstName: String) async throws -> PlacedName
  @PATCH("/own") @JSON
  func own(firstName: String) async throws -> PlacedName
}

@API(prefix: "/group") @MergePatch
final class PlacedMergeGroup: EndpointGroup {
  @PATCH("/bare") var bare: (PlacedInput) async throws -> PlacedName
  @PATCH("/own") @JSON
  var own: (PlacedInput) async throws -> PlacedName
}

@API(prefix: "/scope") @MergePatch
struct PlacedMergeScope {
  @PATCH func bare(@Field firstName: String) -> PlacedName {}
  @PATCH @JSON
  func own(@Field firstName: String) -> PlacedName {}

  @Path struct Plain {
    @PATCH func bare(@Field firstName: String) -> PlacedName {}
  }
  @Path @JSON
  struct Marked {
    @PATCH func bare(@Field firstName: String) -> PlacedName {}
  }
}
