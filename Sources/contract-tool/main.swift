import ContractOpenAPI

print("contract-tool reads and writes OpenAPI \(OpenAPIVersion.allCases.map(\.rawValue).joined(separator: ", ")).")
