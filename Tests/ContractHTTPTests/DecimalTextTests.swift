import ContractHTTP
import Testing

@Suite("Strings without Unicode tables")
struct DecimalTextTests {
  @Test(
    "Numbers are formatted in decimal as in the standard library",
    arguments: [0, 7, 9, 10, 99, 100, 8080, 65_535, -1, -10, .max, .min])
  func decimal(_ number: Int) {
    #expect(String(decimal: number) == number.description)
  }

  @Test(
    "Only the letters A to Z are lowercased",
    arguments: [
      ("", ""), ("accept", "accept"), ("Content-Type", "content-type"), ("X-A@Z[`{", "x-a@z[`{"),
      ("If-Modified-Since-And-Longer", "if-modified-since-and-longer"), ("ÄÖ-A", "ÄÖ-a"),
    ])
  func lowercased(_ text: String, _ expected: String) {
    #expect(text.lowercasedASCII == expected)
  }
}
