/// A fault on its way out of the parser; the place becomes line and column once, at the end.
struct JSONFault: Error {
  enum Reason: UInt8 {
    case empty, trailing, endsBeforeValue, noValue
    case tooDeep, endsInObject, endsInArray, noCommaInObject, noCommaInArray, noName, noColon
    case endsInString, control, notUTF8, noSuchEscape, noHexadecimal, lowSurrogate, highSurrogate
    case leadingZero, noDigit
  }

  let reason: Reason
  let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONFault.Reason {
  func message(_ limits: JSONLimits) -> String {
    switch self {
    case .empty: "The text is empty."
    case .trailing: "Something follows the value."
    case .endsBeforeValue: "The text ends where a value should be."
    case .noValue: "A value should be here."
    case .tooDeep: "The text is nested deeper than \(min(limits.maxDepth, JSONLimits.hardMaxDepth)) levels."
    case .endsInObject: "The text ends inside an object."
    case .endsInArray: "The text ends inside an array."
    case .noCommaInObject: "A comma or the end of an object should be here."
    case .noCommaInArray: "A comma or the end of an array should be here."
    case .noName: "A member's name in quotation marks should be here."
    case .noColon: "A colon should follow the member's name."
    case .endsInString: "The text ends inside a string."
    case .control: "A control character inside a string has to be escaped."
    case .notUTF8: "The text is not valid UTF-8."
    case .noSuchEscape: "No such escape exists."
    case .noHexadecimal: "Four hexadecimal digits should follow \\u."
    case .lowSurrogate: "A low surrogate follows no high one."
    case .highSurrogate: "A high surrogate needs a low one after it."
    case .leadingZero: "A number may not start with zero."
    case .noDigit: "A digit should be here."
    }
  }
}
