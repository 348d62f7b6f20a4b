import Contract
import Foundation

/// Pairs of types that differ in one rule.
enum OracleTypes {
  @Schema enum Two: String { case open, closed }
  @Schema enum Three: String { case open, closed, archived }
  @Schema struct Text { var a: String }
  @Schema struct Number { var a: Int }
  @Schema struct Real { var a: Double }
  @Schema struct Short { var a: Int32 }
  @Schema struct TwoStates { var a: Two }
  @Schema struct ThreeStates { var a: Three }
  @Schema struct UpToTen { @Validate(.range(1...10)) var a: Int }
  @Schema struct UpToFive { @Validate(.range(1...5)) var a: Int }
  @Schema struct FiveCharacters { @Validate(.length(1...5)) var a: String }
  @Schema struct ThreeCharacters { @Validate(.length(1...3)) var a: String }
  @Schema struct Letters { @Validate(.length(1...9), .pattern("[a-z]+")) var a: String }
  @Schema struct Digits { @Validate(.length(1...9), .pattern("[0-9]+")) var a: String }
  @Schema struct Free { @Validate(.length(1...9)) var a: String }
  @Schema struct ThreeElements { @Validate(.count(...3)) var a: [Int] }
  @Schema struct TwoElements { @Validate(.count(...2)) var a: [Int] }
  @Schema struct List { var a: [Int] }
  @Schema struct Gaps { var a: [Int?] }
  @Schema struct WithOptional { var a: String, b: String? }
  @Schema struct WithRequired { var a: String, b: String }
  @Schema struct Identity { var a: UUID }
  @Schema struct Moment { var a: Date }
  @Schema struct Twenty { var a = 20 }
  @Schema struct Fifty { var a = 50 }
  @Schema struct Undefined { var a: Int? }
  @Schema struct OptionalFive { var a: Int? = 5 }
  @Schema struct Described { @Doc("The words.") var a: String }
  @Schema struct Shown { @Example("milk") var a: String }
  @Schema struct Aging { @Deprecated("Use b.") var a: String }
  @Schema struct Tree {
    var a: Int
    var children: [Tree] = []
  }
  @Schema struct SmallTree {
    @Validate(.range(0...9)) var a: Int
    var children: [SmallTree] = []
  }
  @Schema @Tagged("kind") enum Shapes {
    case circle(radius: Double)
    case line(length: Double)
  }
  @Schema @Tagged("kind") enum MoreShapes {
    case circle(radius: Double)
    case line(length: Double)
    case point
  }
}
