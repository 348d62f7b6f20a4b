/// Source as it would be without the places of the user's file: what stands between two `#sourceLocation` in one line.
enum Relocation {
  static func undone(_ text: String) -> String {
    var lines: [Substring] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      if line.drop(while: { $0 == " " }) == "#sourceLocation()" { continue }
      guard line.drop(while: { $0 == " " }).hasPrefix("#sourceLocation("), let head = rest.popFirst(),
        let tail = rest.popFirst()?.drop(while: { $0 == " " })
      else {
        lines.append(line)
        continue
      }
      let isInitializer = tail.hasPrefix(".init(")
      var joined = head + (isInitializer ? tail.dropFirst(".init".count) : tail)
      if let start = joined.firstRange(of: "() = try _encoder") { joined.replaceSubrange(start, with: "try _encoder") }
      lines.append(joined)
    }
    return lines.joined(separator: "\n")
  }
}
