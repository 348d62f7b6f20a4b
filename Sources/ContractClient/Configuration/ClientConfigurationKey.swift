/// Names one value of a client's configuration: its type, and what it is when nobody has set it.
///
/// ```swift
/// enum TenantKey: ClientConfigurationKey {
///   static let defaultValue: String? = nil
/// }
///
/// extension ClientConfiguration {
///   var tenant: String? {
///     get { self[TenantKey.self] }
///     set { self[TenantKey.self] = newValue }
///   }
/// }
///
/// let acme = client.with(\.tenant, "acme")
/// ```
///
/// Whatever runs in a call finds the value in ``ClientCall/configuration``.
public protocol ClientConfigurationKey {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value where none has been set.
  static var defaultValue: Value { get }
}
