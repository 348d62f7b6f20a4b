public import Contract

/// What every success of Prometheus' API is wrapped in. ``Prometheus`` takes it off.
@Schema
public struct Envelope<Content: Codable & Sendable>: Sendable {
  /// `success`; a refusal is thrown as ``PrometheusRefusal``.
  public var status: String = "success"
  /// The result.
  public var data: Content
  /// What may be wrong with the result, such as a remote server that did not answer.
  public var warnings: [String] = []
  /// What could be better about the expression.
  public var infos: [String] = []

  /// A success with this result.
  public init(_ data: Content, warnings: [String] = [], infos: [String] = []) {
    self.data = data
    self.warnings = warnings
    self.infos = infos
  }
}

extension Envelope: Equatable where Content: Equatable {}
