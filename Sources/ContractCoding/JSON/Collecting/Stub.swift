public struct CodingFailure: Sendable, Hashable, Error {
  public enum Code: String, Sendable, Hashable { case missing, type, invalid }
  public let pointer: String
  public let code: Code
  public let expected: String
  public let found: String?
}
extension JSONReader {
  public func failures<T: Decodable>(decoding type: T.Type, at node: JSONDocument.Node) -> [CodingFailure] { [] }
}
