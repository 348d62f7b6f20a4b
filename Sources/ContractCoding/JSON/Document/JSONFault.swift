/// A syntax error with its byte offset, which is converted to line and column at the end.
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
    case .trailing: "Unexpected data follows the value."
    case .endsBeforeValue: "The text ends where a value is expected."
    case .noValue: "A value is expected."
    case .tooDeep: "The text is nested deeper than \(min(limits.maxDepth, JSONLimits.hardMaxDepth)) levels."
    case .endsInObject: "The text ends within an object."
    case .endsInArray: "The text ends within an array."
    case .noCommaInObject: "A comma or the end of the object is expected."
    case .noCommaInArray: "A comma or the end of the array is expected."
    case .noName: "A member name in quotation marks is expected."
    case .noColon: "A colon is expected after the member name."
    case .endsInString: "The text ends within a string."
    case .control: "A control character in a string must be escaped."
    case .notUTF8: "The text is not valid UTF-8."
    case .noSuchEscape: "The escape sequence is invalid."
    case .noHexadecimal: "Four hexadecimal digits are expected after \\u."
    case .lowSurrogate: "A low surrogate has no preceding high surrogate."
    case .highSurrogate: "A high surrogate must be followed by a low surrogate."
    case .leadingZero: "A number must not have leading zeros."
    case .noDigit: "A digit is expected."
    }
  }
}
