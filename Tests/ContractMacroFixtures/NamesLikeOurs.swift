// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Types of a user that have the names of the toolkit's own types. Every contract of this module is expanded next to
// them.

nonisolated public struct API: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct APIFailure: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Contract: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Empty: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Endpoint: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct EndpointCaller: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct EndpointRequest: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct FailureCase: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct FailureDecoder: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct FailureEncoder: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct HTTPMethod: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct HTTPStatus: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct InputDescription: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct MockFunction: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct APIOperation: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct PathTemplate: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Query: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct RequestContent: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct RequestDecoder: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct RequestEncoder: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Request: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Response: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Result: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Route: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct RouteCollection: Codable, Equatable, Sendable { public init() {} }
nonisolated struct Void: Codable, Equatable, Sendable {}
nonisolated public struct Completion: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Mockable: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct MockPolicy: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Part: Codable, Equatable, Sendable { public init() {} }
nonisolated public struct Task: Codable, Equatable, Sendable { public init() {} }
