internal import Contract

/// Descriptions of encoding errors that omit the value.
enum EncodingReason {
  static func of(_ error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context): context.debugDescription
    case let error as FileError: error.description
    case let error as PartSourceError: error.description
    case let error as MultipartError: error.description
    default: "\(type(of: error))"
    }
  }
}
