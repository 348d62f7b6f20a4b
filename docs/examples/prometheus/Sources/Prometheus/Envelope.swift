public import Contract

/// The envelope of every successful response of the API, which ``Prometheus`` removes.
@Schema
public struct Envelope<Content: Codable & Sendable>: Sendable {
  /// `success`. A refusal is thrown as ``PrometheusRefusal``.
  public var status: String = "success"
  /// The result.
  public var data: Content
  /// Possible faults of the result, such as a remote server that did not respond.
  public var warnings: [String] = []
  /// Possible improvements of the expression.
  public var infos: [String] = []

  /// Creates a success with a result.
  public init(_ data: Content, warnings: [String] = [], infos: [String] = []) {
    self.data = data
    self.warnings = warnings
    self.infos = infos
  }
}

extension Envelope: Equatable where Content: Equatable {}
