import FerryCore
import FerryTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Rate and tax")
struct RateTests {
  @Test(
    "Takes 0 to 10,000 percent",
    arguments: [(0, true), (10_000, true), (10_000_000, true), (-1, false), (10_000_001, false)])
  func range(thousandths: Int64, isValid: Bool) {
    #expect((Rate(thousandths: thousandths) != nil) == isValid)
  }

  @Test(
    "Is read from a percentage with up to three decimals",
    arguments: [
      ("10", 10_000), ("8.875", 8_875), ("0", 0), ("0.005", 5), ("10000", 10_000_000), ("8.50", 8_500), ("", nil),
      ("8,5", nil),
      ("8.", nil), (".5", nil), ("8.8755", nil), ("-1", nil), ("10000.001", nil), ("100000", nil), ("1e1", nil),
      ("10 %", nil),
      ("１０", nil),
    ] as [(String, Int64?)])
  func reading(text: String, thousandths: Int64?) {
    #expect(Rate(percent: text)?.thousandths == thousandths)
  }

  @Test(
    "Is shown as a percentage",
    arguments: [
      (0, "0 %"), (10_000, "10 %"), (8_250, "8.25 %"), (8_100, "8.1 %"), (8_050, "8.05 %"), (50, "0.05 %"),
      (8_875, "8.875 %"),
      (1_000_000, "1000 %"),
    ])
  func percent(thousandths: Int64, text: String) throws {
    let rate = try #require(Rate(thousandths: thousandths))
    #expect(rate.display == text)
    #expect(rate.display(.english) == text.replacing(" ", with: "\u{A0}"), "The space does not break.")
  }

  /// Exact results below, at and above the middle between two units; each rounding on both sides of zero.
  @Test(
    "Adds tax with every rounding",
    arguments: [
      // amount, basis points, down, up, half up, half even
      (1_000, 1_000, [100, 100, 100, 100]),
      (1_001, 1_000, [100, 101, 100, 100]),  // 100.1
      (1_005, 1_000, [100, 101, 101, 100]),  // 100.5
      (1_015, 1_000, [101, 102, 102, 102]),  // 101.5
      (1_009, 1_000, [100, 101, 101, 101]),  // 100.9
      (8_980, 800, [718, 719, 718, 718]),  // 718.4
      (1, 1, [0, 1, 0, 0]),  // 0.0001
      (0, 1_000, [0, 0, 0, 0]),
      (15_980, 0, [0, 0, 0, 0]),
      (100, 1_000_000, [10_000, 10_000, 10_000, 10_000]),
      (-1_001, 1_000, [-100, -101, -100, -100]),
      (-1_005, 1_000, [-100, -101, -101, -100]),
      (-1_015, 1_000, [-101, -102, -102, -102]),
    ] as [(Int64, Int64, [Int64])])
  func added(amount: Int64, basisPoints: Int64, results: [Int64]) throws {
    let rate = try #require(Rate(thousandths: basisPoints * 10))
    for (rounding, result) in zip([Rounding.down, .up, .halfUp, .halfEven], results) {
      #expect(try Money.yen(amount).tax(at: rate, rounding) == .yen(result), "\(rounding)")
    }
  }

  @Test(
    "Finds the tax that an amount contains with every rounding",
    arguments: [
      (1_100, 1_000, [100, 100, 100, 100]),
      (1_080, 800, [80, 80, 80, 80]),
      (8_980, 1_000, [816, 817, 816, 816]),  // 816.36
      (15_980, 1_000, [1_452, 1_453, 1_453, 1_453]),  // 1452.73
      (3, 10_000, [1, 2, 2, 2]),  // 1.5
      (5, 10_000, [2, 3, 3, 2]),  // 2.5
      (-5, 10_000, [-2, -3, -3, -2]),
      (8_980, 0, [0, 0, 0, 0]),
    ] as [(Int64, Int64, [Int64])])
  func contained(amount: Int64, basisPoints: Int64, results: [Int64]) throws {
    let rate = try #require(Rate(thousandths: basisPoints * 10))
    for (rounding, result) in zip([Rounding.down, .up, .halfUp, .halfEven], results) {
      #expect(try Money.yen(amount).includedTax(at: rate, rounding) == .yen(result), "\(rounding)")
    }
  }

  @Test("Tax on the largest amounts is exact or an overflow")
  func extremes() throws {
    let most = Money(minorUnits: .max, .jpy)
    let hundredPercent = try #require(Rate(percent: "100"))
    let double = try #require(Rate(percent: "200"))
    #expect(try most.tax(at: hundredPercent, .down) == most)
    #expect(try Money(minorUnits: .min, .jpy).tax(at: hundredPercent, .down) == Money(minorUnits: .min, .jpy))
    #expect(throws: MoneyError.overflow) { try most.tax(at: double, .down) }
    #expect(throws: MoneyError.overflow) { try most.tax(at: try #require(Rate(percent: "10000")), .up) }
    #expect(try most.includedTax(at: hundredPercent, .down) == Money(minorUnits: .max / 2, .jpy))
  }

  @Test("Every rounding lies within one unit of the exact tax, in the order down, nearest, up")
  func property() throws {
    var generator = SplitMix64(seed: 1_080)
    for _ in 0..<2_000 {
      let amount = Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator)
      let rate = try #require(Rate(thousandths: .random(in: 0...10_000_000, using: &generator)))
      let exact = amount.magnitude * rate.thousandths.magnitude
      let down = try Money.yen(amount).tax(at: rate, .down).minorUnits.magnitude
      let up = try Money.yen(amount).tax(at: rate, .up).minorUnits.magnitude
      let near = try Money.yen(amount).tax(at: rate, .halfUp).minorUnits.magnitude
      #expect(down == exact / 100_000)
      #expect(up == (exact + 99_999) / 100_000)
      #expect(near == (exact + 50_000) / 100_000)
      #expect([down, up].contains(try Money.yen(amount).tax(at: rate, .halfEven).minorUnits.magnitude))
    }
  }

  @Test("Is a text in JSON, and a rounding is its name")
  func coding() throws {
    #expect(String(decoding: try JSONEncoder().encode([Rate.tenPercent]), as: UTF8.self) == #"["10"]"#)
    #expect(try JSONDecoder().decode([Rate].self, from: Data(#"["0"]"#.utf8)) == [.zero])
    for json in [#"["-1"]"#, #"["10001"]"#, "[10.5]", "[1000]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([Rate].self, from: Data(json.utf8)) }
    }
    #expect(Rounding.allCases.map(\.rawValue) == ["down", "up", "halfUp", "halfEven"])
  }
}
