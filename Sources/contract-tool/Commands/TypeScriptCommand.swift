import ContractHTTP
import ContractOpenAPI

extension ToolCommand {
  /// `typescript DOCUMENT`: writes a TypeScript client.
  static let typescript = ToolCommand(
    name: "typescript", summary: "Write a TypeScript client of an API", operands: "DOCUMENT", operandCounts: 1...1,
    options: [
      ToolOption("--out", "FILE", "The file to write. Default: the standard output."),
      ToolOption("--int64", "TYPE", "The type of 64-bit integers: bigint, string or number. Default: bigint."),
      ToolOption("--dates", "TYPE", "The type of dates: date or string. Default: date."),
      ToolOption("--client", "NAME", "The name of the client class. Default: from the document's title."),
    ],
    discussion: """
      Writes one TypeScript file with the types and a client of an API. The client uses `fetch` and has no dependencies.
      DOCUMENT is an OpenAPI document in JSON, or - for the standard input.

        contract-tool typescript openapi.json --out src/api.ts

      With --int64 number, integers beyond 2^53 are rounded; bigint and string are exact. Facts that the file cannot
      express are listed on the standard error.
      """
  ) { arguments, console in
    var options = TypeScriptOptions()
    options.largeIntegers = try arguments.choice("--int64", TypeScriptOptions.LargeIntegers.self) ?? .bigint
    options.dates = try arguments.choice("--dates", TypeScriptOptions.Dates.self) ?? .date
    options.clientName = arguments.value("--client")
    let path = arguments.operands[0]
    let file = TypeScriptFile(try DocumentFile(path: path).document(), options: options)
    for note in file.notes { console.complain("\(path): \(note)".escapingControls()) }
    if let out = arguments.value("--out"), out != "-" {
      try DocumentFile(path: out).write(Array(file.text.utf8))
    } else {
      // The console appends a line feed, so the one at the end of the file is removed.
      console.print(String(file.text.unicodeScalars.dropLast()))
    }
    return .fine
  }
}
