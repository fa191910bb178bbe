import FerryCore
import FerrySandbox

/// A card of the test environment ("Test data" of Swedbank Pay's documentation). Any later expiry date and any code are
/// right.
struct TestCard: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case approved
    /// Approved after the issuer's question (3-D Secure).
    case challenge
    case declined(APIProblem)

    /// The reason of a decline.
    var problem: APIProblem? { if case .declined(let problem) = self { problem } else { nil } }

    /// The list of test cards on the page describes it so.
    var note: String {
      switch self {
      case .approved: "approved"
      case .challenge: "the bank asks first"
      case .declined: "declined"
      }
    }
  }

  let number: String
  let outcome: Outcome

  static let approved = "4925000000000004"
  static let challenged = "4761739001010416"
  static let rejected = "5510000000009631"

  static let all: [TestCard] =
    [
      approved, "4581097032723517", "4581099940323133", "4547781087013329", "5226600159865967", "5226603115488031",
      "5453010000084616", "4000008000000153", "4571994016401817", "377601000000000", "5510000000001232",
      "4111112000003211", "6764429999947470", "5019994016316467",
    ].map { TestCard(number: $0, outcome: .approved) }
    + [challenged, "5226612199533406", "5510000000002347", "4111112000006545"]
    .map { TestCard(number: $0, outcome: .challenge) }
    + [rejected, "5510000000005431", "4111112000004565", "4111112000007899"]
    .map { TestCard(number: $0, outcome: .declined(.authenticationRejected)) }

  static func find(_ number: String) -> TestCard? { all.first { $0.number == number } }
}

/// A card that the payer entered, without its number.
struct PaidCard: Codable, Hashable, Sendable {
  /// "492500******0004"
  let maskedNumber: String
  let brand: String
  /// "12/2027"
  let expiry: String
}

/// A card as the payer enters it. Numbers that are not of the test environment are declined.
struct EnteredCard: Hashable, Sendable {
  let card: PaidCard
  let outcome: TestCard.Outcome

  /// - Parameter now: By the sandbox's clock.
  init(number: String, expiry: String, code: String, at now: Moment) throws(BuyerRefusal) {
    let entry: CardEntry
    do throws(CardEntry.Problem) {
      entry = try CardEntry(number: number, expiry: expiry, code: code, today: now.iso8601)
    } catch {
      throw .card(error)
    }
    let digits = entry.digits
    let brand =
      switch digits.first {
      case "4": "Visa"
      case "5", "2": digits.hasPrefix("5019") ? "Dankort" : "MasterCard"
      case "3": "Amex"
      case "6": "Maestro"
      default: "Other"
      }
    card = PaidCard(
      maskedNumber: digits.prefix(6) + String(repeating: "*", count: digits.count - 10) + digits.suffix(4),
      brand: brand, expiry: "\(entry.month)/20\(entry.year)")
    outcome = TestCard.find(digits)?.outcome ?? .declined(.cardDeclined)
  }

  /// A card with a given number. The expiry date and the security code are invented.
  init(testNumber number: String, at now: Moment) throws(BuyerRefusal) {
    let year = (Int(now.iso8601.prefix(4)) ?? 2026) + 2
    try self.init(number: number, expiry: "12/\(String(year).suffix(2))", code: "123", at: now)
  }
}

extension PaymentOrder {
  /// The result of every card by the order's amount. The provider documents `acquirererrordonotretry` for stored tokens only,
  /// and no failure of a payer's that ends an order. Here a payer meets it in version 2.0, whose `onPaymentFailed` tells it.
  var cardProblem: APIProblem? {
    let amount = request.amount.minorUnits
    if version == .v2, APIProblem.byTokenAmount[amount] == .doNotRetry { return .doNotRetry }
    return APIProblem.byCardAmount[amount]
  }
}
