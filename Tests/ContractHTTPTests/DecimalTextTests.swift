import ContractHTTP
import Testing

@Suite("Text without the tables of Unicode")
struct DecimalTextTests {
  @Test(
    "A number in decimal is what the standard library writes",
    arguments: [0, 7, 9, 10, 99, 100, 8080, 65_535, -1, -10, .max, .min])
  func decimal(_ number: Int) {
    #expect(String(decimal: number) == number.description)
  }

  @Test(
    "Only the letters A to Z become lower case",
    arguments: [
      ("", ""), ("accept", "accept"), ("Content-Type", "content-type"), ("X-A@Z[`{", "x-a@z[`{"),
      ("If-Modified-Since-And-Longer", "if-modified-since-and-longer"), ("ÄÖ-A", "ÄÖ-a"),
    ])
  func lowercased(_ text: String, _ expected: String) {
    #expect(text.lowercasedASCII == expected)
  }
}
