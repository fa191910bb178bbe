import FerryCheckout
import FerryCore
import Foundation
import Testing

/// Checkouts as they are stored. What is stored today must be read for ever: a fixture is never changed, only added.
@Suite("Stored checkouts")
struct CheckoutFixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  private static func data(_ place: Place) throws -> Data {
    let name = place.rawValue.replacing(" (pay)", with: "-pay")
    return try Data(contentsOf: folder.appending(path: "checkout.\(name).json"))
  }

  @Test("A stored checkout decodes, stands where it stood, and goes on as a new one would", arguments: Place.allCases)
  func decodes(_ place: Place) throws {
    var stored = try place.attempt()
    stored.checkout = try JSONDecoder().decode(Checkout.self, from: try Self.data(place))
    let fresh = try place.attempt()
    #expect(stored.checkout.phase == fresh.checkout.phase.withoutBeginning)
    for (name, event) in PhaseTableTests.events(fresh) {
      #expect(
        PhaseTableTests.effect(of: event, on: stored) == PhaseTableTests.effect(of: event, on: fresh),
        "\(place.rawValue), \(name)")
    }
  }

  @Test("Storing it again keeps at least what was there", arguments: Place.allCases)
  func keeps(_ place: Place) throws {
    let data = try Self.data(place)
    let checkout = try JSONDecoder().decode(Checkout.self, from: data)
    let before = try JSONDecoder().decode(JSONTree.self, from: data)
    let after = try JSONDecoder().decode(JSONTree.self, from: try JSONEncoder().encode(checkout))
    #expect(after.contains(before))
  }

  @Test("What is stored of money after the sale is read, and stored again as it was")
  func money() throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "checkout.money.json"))
    let checkout = try JSONDecoder().decode(Checkout.self, from: data)
    let payment = try #require(checkout.payment)
    #expect(checkout.profile.capturesOnce && checkout.profile.namesRefunds)
    #expect(checkout.profile.lapseWarning == .seconds(3 * 86_400))
    #expect(payment.lapsesAt == Moment(milliseconds: 2_593_000_000))
    #expect(payment.lapseWarnedAt == Moment(milliseconds: 2_333_800_000))
    #expect(payment.release == .afterCapture)
    #expect(payment.operations.map(\.reference) == ["R-1"])
    // The total that has risen says nothing about a refund that the provider names.
    var (next, order) = (checkout, try Attempt.order())
    _ = try next.receive(
      .performed(1, .observed(.captured(.yen(4_000), refunded: 3_000))), at: Attempt.start, for: &order)
    #expect(next.payment?.operations.map(\.state) == [.pending])
    let before = try JSONDecoder().decode(JSONTree.self, from: data)
    let after = try JSONDecoder().decode(JSONTree.self, from: try JSONEncoder().encode(checkout))
    #expect(after.contains(before))
  }
}

/// Any JSON, to compare what is there.
private indirect enum JSONTree: Decodable, Hashable {
  case object([String: JSONTree])
  case array([JSONTree])
  case text(String)
  case number(Int64)
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
      } else if let number = try? container.decode(Int64.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
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

extension Phase {
  /// As what was stored before has it: it does not tell when the checkout came there.
  fileprivate var withoutBeginning: Phase {
    switch self {
    case .settling(var settling):
      settling.began = nil
      return .settling(settling)
    case .closing(var closing):
      closing.began = nil
      return .closing(closing)
    default: return self
    }
  }
}
