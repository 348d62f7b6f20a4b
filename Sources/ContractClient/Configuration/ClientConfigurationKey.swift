/// A key of a custom option in a client's configuration.
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
/// Code that runs in a call reads the value from ``ClientCall/configuration``.
public protocol ClientConfigurationKey {
  /// The type of the option.
  associatedtype Value: Sendable

  /// The value if the option is not set.
  static var defaultValue: Value { get }
}
