import ContractOpenAPI
import Testing

@Suite struct OpenAPIVersionTests {
  @Test("Versions are written as in the openapi field of a document")
  func versions() {
    #expect(OpenAPIVersion.allCases.map(\.rawValue) == ["3.0.3", "3.1.1", "3.2.0"])
  }
}
