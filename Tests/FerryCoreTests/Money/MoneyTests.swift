import FerryCore
import FerryTesting
import Testing

@Suite("Money")
struct MoneyTests {
  private let most = Money(minorUnits: .max, .jpy)
  private let least = Money(minorUnits: .min, .jpy)

  @Test("Adds, subtracts, multiplies and negates exactly")
  func arithmetic() throws {
    let price = Money.yen(8_980)
    #expect(try price.adding(.yen(15_980)) == .yen(24_960))
    #expect(try price.subtracting(.yen(10_000)) == .yen(-1_020))
    #expect(try price.multiplied(by: 3) == .yen(26_940))
    #expect(try price.negated() == .yen(-8_980))
    #expect(try Money.sum([price, price, .yen(1)], in: .jpy) == .yen(17_961))
    #expect(try Money.sum([], in: .eur) == .zero(.eur))
  }

  @Test("Knows its sign")
  func sign() {
    #expect(Money.yen(1).isPositive && !Money.yen(1).isZero && !Money.yen(1).isNegative)
    #expect(Money.yen(0).isZero && !Money.yen(0).isPositive && !Money.yen(0).isNegative)
    #expect(Money.yen(-1).isNegative && !Money.yen(-1).isPositive)
  }

  @Test("Overflow is an error and never wraps")
  func overflow() {
    #expect(throws: MoneyError.overflow) { try most.adding(.yen(1)) }
    #expect(throws: MoneyError.overflow) { try least.adding(.yen(-1)) }
    #expect(throws: MoneyError.overflow) { try least.subtracting(.yen(1)) }
    #expect(throws: MoneyError.overflow) { try most.subtracting(.yen(-1)) }
    #expect(throws: MoneyError.overflow) { try most.multiplied(by: 2) }
    #expect(throws: MoneyError.overflow) { try least.multiplied(by: -1) }
    #expect(throws: MoneyError.overflow) { try least.negated() }
    #expect(throws: MoneyError.overflow) { try Money.sum([most, .yen(1)], in: .jpy) }
  }

  @Test("Amounts of two currencies are never combined or compared")
  func currencies() {
    let yen = Money.yen(1)
    let euro = Money(minorUnits: 1, .eur)
    let error = MoneyError.differentCurrencies(.jpy, .eur)
    #expect(throws: error) { try yen.adding(euro) }
    #expect(throws: error) { try yen.subtracting(euro) }
    #expect(throws: error) { try yen.isMore(than: euro) }
    #expect(throws: error) { try yen.orMore(euro) }
    #expect(throws: error) { try Money.sum([euro], in: .jpy) }
    #expect(Money.zero(.jpy) != Money.zero(.eur))
  }

  @Test("Compares amounts of one currency")
  func comparison() throws {
    #expect(try Money.yen(2).isMore(than: .yen(1)))
    #expect(try !Money.yen(1).isMore(than: .yen(1)))
    #expect(try Money.yen(1).orMore(.yen(2)) == .yen(2))
    #expect(try Money.yen(2).orMore(.yen(1)) == .yen(2))
  }

  @Test("Errors say what to write instead")
  func errors() throws {
    let dinar = try #require(Currency("KWD"))
    #expect(MoneyError.overflow.description == "The amount is too large.")
    #expect(
      MoneyError.differentCurrencies(.jpy, .eur).description
        == "The amounts are in JPY and EUR; amounts of one currency are needed.")
    #expect(MoneyError.notANumber.description.contains("8980 or 12.50"))
    #expect(MoneyError.tooManyDecimals(.jpy).description == "JPY has no decimals; write a whole number.")
    #expect(MoneyError.tooManyDecimals(dinar).description == "KWD has 3 decimals at most.")
    #expect(MoneyError.badShares.description == "Shares must not be negative, and one must be above zero.")
  }
}

@Suite("Money shared out")
struct MoneyAllocationTests {
  @Test(
    "Shares out in proportion; what is left goes to the largest fractions, among equals to the first",
    arguments: [
      (100, [1, 1, 1], [34, 33, 33]),
      (101, [1, 1, 1], [34, 34, 33]),
      (10, [1, 2], [3, 7]),
      (5, [3, 7], [2, 3]),
      (1, [1, 1], [1, 0]),
      (0, [1, 2], [0, 0]),
      (7, [0, 1, 0], [0, 7, 0]),
      (2, [0, 1, 1, 1], [0, 1, 1, 0]),
      (-100, [1, 1, 1], [-34, -33, -33]),
    ] as [(Int64, [Int64], [Int64])])
  func table(amount: Int64, weights: [Int64], shares: [Int64]) throws {
    #expect(try Money.yen(amount).allocated(by: weights).map(\.minorUnits) == shares)
  }

  @Test("Holds at the ends of 64 bits", arguments: [Int64.max, .min, .max - 1, .min + 1])
  func extremes(amount: Int64) throws {
    let money = Money(minorUnits: amount, .eur)
    #expect(try money.allocated(by: [.max]) == [money])
    for weights in [[1, 1], [Int64.max - 1, 1], [3, 5, 7]] as [[Int64]] {
      #expect(try Money.sum(money.allocated(by: weights), in: .eur) == money)
    }
  }

  @Test("Refuses shares that make no sense", arguments: [[], [0], [0, 0], [1, -1], [-1]] as [[Int64]])
  func badShares(weights: [Int64]) {
    #expect(throws: MoneyError.badShares) { try Money.yen(100).allocated(by: weights) }
  }

  @Test("Weights beyond 64 bits together are an error")
  func weightsOverflow() {
    #expect(throws: MoneyError.overflow) { try Money.yen(100).allocated(by: [.max, 1]) }
  }

  @Test(
    "Loses and adds nothing, and stays within one unit of the exact share", arguments: 1...200 as ClosedRange<UInt64>)
  func property(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    // Amounts and weights of every size, from a digit to the whole width.
    let amount = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
    let weights = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
      Int64(generator.next() >> UInt64.random(in: 5...63, using: &generator))
    }
    guard weights.contains(where: { $0 > 0 }) else { return }
    let money = Money(minorUnits: amount, .usd)
    let shares = try money.allocated(by: weights)
    #expect(shares.count == weights.count)
    #expect(try Money.sum(shares, in: .usd) == money)
    let total = weights.reduce(UInt128(0)) { $0 + UInt128($1) }
    for (share, weight) in zip(shares, weights) {
      let exact = UInt128(amount.magnitude) * UInt128(weight)
      let given = UInt128(share.minorUnits.magnitude) * total
      #expect(max(exact, given) - min(exact, given) < total)
      #expect(share.isZero || share.isNegative == money.isNegative)
      #expect(weight > 0 || share.isZero)
    }
  }
}
