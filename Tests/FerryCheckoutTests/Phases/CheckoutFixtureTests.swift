import FerryCheckout
import FerryCore
import Foundation
import Testing

/// Checkouts as they are stored. Once a version is released, its fixture is never changed: a new form gets a fixture of its
/// own, and this one is still read.
@Suite("Stored checkouts")
struct CheckoutFixtureTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  private static func stored(_ name: String, in file: String = "checkouts.json") throws -> JSONTree {
    let text = try Data(contentsOf: folder.appending(path: file))
    let all = try JSONDecoder().decode([String: JSONTree].self, from: text)
    return try #require(all[name], "The fixture has no checkout named \(name).")
  }

  /// A stored checkout is read as the current type, and loses nothing when it is stored again.
  private func expectRead(_ name: String, as fresh: Checkout) throws {
    let stored = try Self.stored(name)
    let read = try JSONDecoder().decode(Checkout.self, from: try JSONEncoder().encode(stored))
    #expect(read == fresh, "\(name)")
    let again = try JSONDecoder().decode(JSONTree.self, from: try JSONEncoder().encode(read))
    #expect(again.contains(stored), "\(name) is not stored again as it was.")
  }

  @Test("A stored checkout is read in its phase, and encoded again without a difference", arguments: Place.allCases)
  func places(_ place: Place) throws {
    try expectRead(place.rawValue, as: try place.attempt().checkout)
  }

  @Test("Stored captures and refunds are read and encoded without a difference")
  func money() throws {
    try expectRead("money", as: try Self.withMoney().checkout)
  }

  @Test("A shop's options and the facts of a payment are read and encoded without a difference")
  func optionsAndFacts() throws {
    try expectRead("options and facts", as: try Self.withFacts().checkout)
  }

  @Test(
    "A checkout of the version that counted its questions is read, and its questions go on by time",
    arguments: [(Place.selecting, 15), (.pending, 15), (.refunding, 15), (.payUndecided, 30), (.payClosing, nil)]
      as [(Place, Int?)])
  func counted(_ place: Place, _ seconds: Int?) throws {
    let stored = try Self.stored(place.rawValue, in: "checkouts-counted.json")
    var attempt = try place.attempt()
    attempt.checkout = try JSONDecoder().decode(Checkout.self, from: try JSONEncoder().encode(stored))
    let asked = attempt.checkout.asksSince
    #expect(attempt.checkout.wakeAt == seconds.flatMap { seconds in asked.map { $0 + .seconds(seconds) } })
    if seconds != nil { #expect(try attempt.wake().map(\.kind.name) == ["read"]) }
    try attempt.receive(.performed(attempt.checkout.lastCommand, .unanswered))
    #expect(try #require(attempt.checkout.wakeAt) <= attempt.now + .seconds(60))
  }

  @Test("A checkout of a version without a limit for refunds gets the widest: its merchant's refund holds nothing")
  func withoutLimit() throws {
    let stored = try Self.stored("held", in: "checkouts-counted.json")
    let checkout = try JSONDecoder().decode(Checkout.self, from: try JSONEncoder().encode(stored))
    #expect(checkout.profile.excessRefund == .percent(15))
  }

  @Test("A checkout that the version before held for another amount, which it had entered, is accepted by name, too")
  func heldBefore() throws {
    let stored = try Self.stored("held", in: "checkouts-counted.json")
    var attempt = try Place.held.attempt()
    attempt.checkout = try JSONDecoder().decode(Checkout.self, from: try JSONEncoder().encode(stored))
    #expect(throws: Refusal.amountDiffers(asked: Attempt.total, reported: .yen(9_000))) {
      try attempt.receive(.resolve(.accept))
    }
    try attempt.receive(.resolve(.accept, amount: .yen(9_000)))
    #expect(attempt.phase == .paid && attempt.totals == [9_520, 9_000, 0, 0])
  }

  /// A payment whose provider took options, was told to end its session, and tells how the buyer has paid.
  static func withFacts() throws -> Attempt {
    let json = #"{"fields":[{"keyword":"route","value":7}],"skipResult":true,"note":"No \u00e9 lost","nothing":null}"#
    let options = try JSONDecoder().decode(ProviderOptions.self, from: Data(json.utf8))
    var attempt = try Attempt(Attempt.pay, options: options)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(.open))
    var captured = Observation.captured()
    captured.charge?.facts = PaymentFacts(
      method: "visa", methodName: "Visa", issuer: "Bank of Invention", authorizationCode: "000123")
    try attempt.answer("cancel", .observed(captured))
    return attempt
  }

  /// A payment that was warned of, captured in part, and is being refunded.
  static func withMoney() throws -> Attempt {
    var attempt = try Attempt(Attempt.captureOnce, capture: .manual)
    try attempt.goToSettling()
    var authorized = Observation.authorized()
    authorized.charge?.lapsesAt = Attempt.start + .seconds(30 * 86_400)
    try attempt.answer("settle", .observed(authorized))
    try attempt.wake()
    try attempt.answer("read", .observed(authorized))
    try attempt.receive(.capture("k1", .yen(4_000)))
    try attempt.answer("capture", .observed(.captured(.yen(4_000))))
    try attempt.receive(.refund("r1", .yen(3_000)))
    var refunding = Observation.captured(.yen(4_000))
    refunding.reports = [OperationReport("r1", reference: "R-1", .pending)]
    try attempt.answer("refund", .observed(refunding))
    return attempt
  }
}

/// Any JSON, for comparisons.
indirect enum JSONTree: Codable, Hashable {
  case object([String: JSONTree])
  case array([JSONTree])
  case text(String)
  case number(Decimal)
  case bool(Bool)
  case null

  init(from decoder: any Decoder) throws {
    if let object = try? [String: JSONTree](from: decoder) {
      self = .object(object)
    } else if let array = try? [JSONTree](from: decoder) {
      self = .array(array)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? container.decode(Decimal.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let object): try container.encode(object)
    case .array(let array): try container.encode(array)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .bool(let bool): try container.encode(bool)
    case .null: try container.encodeNil()
    }
  }

  func contains(_ other: JSONTree) -> Bool {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      others.allSatisfy { key, value in own[key].map { $0.contains(value) } ?? false }
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.contains($1) }
    default: self == other
    }
  }
}
