internal import Contract
internal import ContractCurl

extension ClientError {
  /// Creates the error of a call from a failed transfer.
  ///
  /// - Parameter isRedirected: Whether a server had received the call's request before a redirect failed.
  init(_ failure: TransferFailure, isRedirected: Bool = false) {
    let (code, stage) = Self.meaning(of: failure.code)
    self.init(
      code, stage: isRedirected && stage == .connect ? .exchange : stage, failure.text, curlCode: failure.curlCode,
      cause: failure.cause ?? (failure.code == .engineStopped ? failure : nil))
  }

  private static func meaning(of code: TransferFailure.Code) -> (Code, Stage) {
    switch code {
    case .invalidRequest: (.invalidInput, .encode)
    case .invalidConfiguration: (.invalidConfiguration, .encode)
    case .couldNotResolve: (.unresolvedHost, .connect)
    case .couldNotConnect: (.noConnection, .connect)
    case .tls: (.tls, .connect)
    case .connectTimeout: (.timeout, .connect)
    case .timeout, .tooSlow: (.timeout, .exchange)
    case .cancelled: (.cancelled, .exchange)
    case .connectionLost: (.lostConnection, .exchange)
    case .malformedResponse: (.malformedResponse, .exchange)
    case .responseTooLarge: (.responseTooLarge, .exchange)
    case .redirectRefused: (.redirectRefused, .exchange)
    case .tooManyRedirects: (.tooManyRedirects, .exchange)
    case .requestBodyFailed: (.transport, .encode)
    case .engineStopped, .other: (.transport, .exchange)
    }
  }
}
