package import ContractCoding

/// The parts of a multipart body that were read while it arrived, or the error in them. A class, because most requests
/// have no parts.
package final class SpooledParts: Sendable {
  package let result: Result<[Part], MultipartError>

  package init(_ result: Result<[Part], MultipartError>) { self.result = result }
}
