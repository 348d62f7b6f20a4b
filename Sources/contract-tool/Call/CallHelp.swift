import ContractCoding
import ContractHTTP
import ContractOpenAPI

/// The help of `call` for a document and its operations.
enum CallHelp {
  /// Returns the list of operations.
  static func operations(of document: OpenAPIDocument) -> String {
    let rows = document.operations.map { operation in
      let words = [operation.title, operation.summary ?? "", operation.isDeprecated ? "(deprecated)" : ""]
      return (name(of: operation), line(words.filter { !$0.isEmpty }.joined(separator: "  ")))
    }
    return """
      usage: contract-tool call OPERATION [OPTIONS]

      \(line(document.title)) \(document.apiVersion)

      operations:
      \(ToolHelp.table(rows))

      Add --help after an operation for its options.
      """
  }

  /// Returns the help of an operation.
  ///
  /// - Parameter mediaType: the media type of the body; nil for the default.
  static func text(of operation: OpenAPIOperation, in document: OpenAPIDocument, as mediaType: String?) -> String {
    let inputs = OperationInput.all(of: operation, in: document, as: mediaType)
    var parts = ["usage: contract-tool call \(name(of: operation)) [OPTIONS]"]
    let summary = [operation.summary, operation.description].compactMap { $0 }.joined(separator: "\n\n")
    parts.append(operation.title + (operation.isDeprecated ? " (deprecated)" : ""))
    if !summary.isEmpty { parts.append(summary.escapingControls(except: ["\n"])) }
    if !inputs.isEmpty {
      let rows = inputs.map { input in
        ("\(CallArguments.optionName(of: input, among: inputs)) \(input.type)", text(of: input))
      }
      parts.append("inputs:\n" + ToolHelp.table(rows))
    }
    if let body = operation.requestBody {
      parts.append("body: \(body.content.map(\.name).joined(separator: ", "))\(body.isRequired ? "" : ", optional")")
    }
    let rows = operation.responses.map { ($0.status, line($0.description)) }
    if !rows.isEmpty { parts.append("responses:\n" + ToolHelp.table(rows)) }
    if !operation.security.isEmpty {
      let names = operation.security.map { $0.schemes.map(\.name).joined(separator: " and ") }
      parts.append("credentials: " + names.map { $0.isEmpty ? "none" : $0 }.joined(separator: ", or "))
    }
    let options = CallArguments.options.map { option in
      (option.value.map { "\(option.name) \($0)" } ?? option.name, option.help)
    }
    parts.append("options:\n" + ToolHelp.table(options))
    return parts.joined(separator: "\n\n")
  }

  private static func text(of input: OperationInput) -> String {
    var words = input.description.map { [line($0)] } ?? []
    if input.isRequired { words.append("(required)") }
    if let value = input.defaultValue { words.append("Default: \(line(value.description)).") }
    return words.joined(separator: " ")
  }

  private static func name(of operation: OpenAPIOperation) -> String {
    operation.id.map { $0.contains(byte: " ") ? "'\($0)'" : $0 } ?? "'\(operation.title)'"
  }

  /// Returns the first line of a string.
  private static func line(_ text: String) -> String { String(text.prefix(toByte: "\n")).escapingControls() }
}
