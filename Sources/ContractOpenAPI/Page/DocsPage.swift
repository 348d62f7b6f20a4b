internal import ContractCoding
internal import ContractHTTP

/// The page that shows a document: one HTML text that contains its style and its script.
///
/// The sources are in `Resources`, and the compiler embeds them. The page has the same bytes for every API, because it
/// loads the document from the path next to its own.
struct DocsPage: Sendable {
  /// The page, created for the first request.
  static let shared = DocsPage()

  /// The HTML.
  let html: [UInt8]
  /// The hash of the script for the policy, such as `'sha256-…'`.
  let scriptHash: String
  /// The hash of the style for the policy.
  let styleHash: String

  /// The parts of the script in the order of their dependencies.
  private static let scripts = [
    PackageResources.dom_js, PackageResources.slices_js, PackageResources.json_js, PackageResources.markdown_js,
    PackageResources.schemas_js,
    PackageResources.samples_js, PackageResources.schema_view_js, PackageResources.fields_js,
    PackageResources.compound_fields_js, PackageResources.body_js, ParameterScript.plain, PackageResources.requests_js,
    PackageResources.credentials_js, PackageResources.responses_js, PackageResources.operations_js,
    PackageResources.operation_view_js, PackageResources.channel_view_js, PackageResources.page_js,
  ]

  private init() {
    let script = Array(Self.scripts.map(Self.withoutComments).joined())
    let style = PackageResources.page_css
    html = Self.inserting(
      script, at: "/*script*/", in: Self.inserting(style, at: "<!--style-->", in: PackageResources.page_html))
    scriptHash = Self.hash(of: script)
    styleHash = Self.hash(of: style)
  }

  /// Returns the policy (Content Security Policy Level 3) that lets the page run its own script, use its own style, and call
  /// its own origin and the given ones.
  ///
  /// No script inserts HTML into the page, so the policy also forbids this with Trusted Types.
  func policy(callingOrigins origins: [String]) -> String {
    [
      "default-src 'none'", "script-src \(scriptHash)", "style-src \(styleHash)", "img-src data:",
      (["connect-src 'self'"] + origins).joined(separator: " "), "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  /// Returns a script without the lines that contain only a comment.
  private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
    let lines = script.split(separator: UInt8(ascii: "\n")).filter { line in
      let text = line.drop { $0 == UInt8(ascii: " ") }
      return !text.starts(with: "//".utf8)
        && !(text.starts(with: "/**".utf8) && text.suffix(2).elementsEqual("*/".utf8))
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  private static func hash(of bytes: [UInt8]) -> String { "'sha256-\(Base64.encoded(SHA256.digest(of: bytes)))'" }

  /// Returns `text` with `part` instead of the first occurrence of a mark; unchanged without the mark.
  private static func inserting(_ part: [UInt8], at mark: String, in text: [UInt8]) -> [UInt8] {
    let mark = Array(mark.utf8)
    let starts = text.indices.dropLast(mark.count - 1)
    guard let start = starts.first(where: { text[$0...].starts(with: mark) }) else { return text }
    return Array(text[..<start]) + part + text[(start + mark.count)...]
  }
}
