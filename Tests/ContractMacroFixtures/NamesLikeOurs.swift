// Types of a user that have the names of the toolkit's own. Every contract of this module is expanded beside them.

public struct API: Codable, Equatable, Sendable { public init() {} }
public struct APIFailure: Codable, Equatable, Sendable { public init() {} }
public struct Contract: Codable, Equatable, Sendable { public init() {} }
public struct Empty: Codable, Equatable, Sendable { public init() {} }
public struct Endpoint: Codable, Equatable, Sendable { public init() {} }
public struct EndpointCaller: Codable, Equatable, Sendable { public init() {} }
public struct EndpointRequest: Codable, Equatable, Sendable { public init() {} }
public struct FailureCase: Codable, Equatable, Sendable { public init() {} }
public struct FailureDecoder: Codable, Equatable, Sendable { public init() {} }
public struct FailureEncoder: Codable, Equatable, Sendable { public init() {} }
public struct HTTPMethod: Codable, Equatable, Sendable { public init() {} }
public struct HTTPStatus: Codable, Equatable, Sendable { public init() {} }
public struct InputDescription: Codable, Equatable, Sendable { public init() {} }
public struct MockFunction: Codable, Equatable, Sendable { public init() {} }
public struct Operation: Codable, Equatable, Sendable { public init() {} }
public struct PathTemplate: Codable, Equatable, Sendable { public init() {} }
public struct Query: Codable, Equatable, Sendable { public init() {} }
public struct RequestContent: Codable, Equatable, Sendable { public init() {} }
public struct RequestDecoder: Codable, Equatable, Sendable { public init() {} }
public struct RequestEncoder: Codable, Equatable, Sendable { public init() {} }
public struct Request: Codable, Equatable, Sendable { public init() {} }
public struct Response: Codable, Equatable, Sendable { public init() {} }
public struct Result: Codable, Equatable, Sendable { public init() {} }
public struct Route: Codable, Equatable, Sendable { public init() {} }
public struct RouteCollection: Codable, Equatable, Sendable { public init() {} }
public struct Void: Codable, Equatable, Sendable { public init() {} }
