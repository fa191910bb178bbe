import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import Testing

@testable import SwedbankPaySandbox

@Suite("Swedbank Pay's callbacks, from the sandbox through the server to the checkout", .timeLimit(.minutes(10)))
struct SwedbankPayCallbackTests {
  /// The fate of the callbacks.
  enum Trouble: CaseIterable, Sendable {
    case none, lost, doubled, late

    var fault: NotificationFault.Kind? {
      switch self {
      case .none: nil
      case .lost: .lose
      case .doubled: .duplicate(copies: 3, pause: .milliseconds(700))
      case .late: .delay(.seconds(7_200))
      }
    }
  }

  /// The id of the payment order, which the sandbox knows first.
  private static func orderID(_ served: ServedProvider) throws -> String {
    let sandbox = try #require(served.world.sandbox as? SwedbankPaySandbox.Sandbox)
    return try #require(sandbox.state.reading { ledger in ledger.orders.values.first?.path })
  }

  private static func callback(_ id: String) -> String {
    #"{"orderReference":"A-1","paymentOrder":{"id":"\#(id)","instrument":"CreditCard","number":12345678}}"#
  }

  /// Anybody posts to the server.
  /// - Returns: The status.
  private static func post(
    _ body: String, to place: String = "swedbank-pay/test", _ served: ServedProvider
  ) async throws -> Int {
    let url = "\(ProviderWorld.shopOrigin)/ferry/notify/\(place)"
    return try await served.strangeBrowser().post(url, json: Array(body.utf8)).status
  }

  /// The money has moved once, and all books say so.
  private static func expectPaid(_ id: String, _ served: ServedProvider) async throws {
    let file = try await served.reach(id) { $0.isFinal }
    let total = try #require(file.checkout.agreed).total.minorUnits
    #expect(file.checkout.phase == .paid)
    #expect(served.world.moved(file) == [total, 0])
    #expect(try await served.world.balances() == [.receivable: total, .sales: -total])
  }

  @Test(
    "A buyer pays and stays away: a callback tells at once, and without one Swedbank Pay is asked within minutes",
    arguments: Trouble.allCases)
  func stayedAway(_ trouble: Trouble) async throws {
    try await ServedProvider.run(.swedbankPay, notifies: true) { served in
      if let kind = trouble.fault { served.world.sandbox.plan(NotificationFault(kind, onObject: nil, .next(1_000))) }
      let session = try await served.buyer().approve(reference: "A-1")
      let approvedAt = served.world.time.now
      _ = try await served.reach(session.checkout) { $0.isFinal }
      let waited = served.world.time.now.since(approvedAt)
      #expect(waited < .seconds(600))
      #expect((waited < .seconds(30)) == [.none, .doubled].contains(trouble), "\(waited)")
      try await served.world.time.sleep(for: .seconds(86_400))
      try await Self.expectPaid(session.checkout, served)
    }
  }

  @Test("A callback that comes before the payment order is stored changes nothing, and later ones count")
  func early() async throws {
    try await ServedProvider.run(.swedbankPay, notifies: true) { served in
      served.world.sandbox.plan(.slow(.seconds(5)), on: "createOrder")
      async let opened = served.buyer().openPayment(reference: "A-1")
      try await served.world.time.sleep(for: .seconds(2))
      let id = try Self.orderID(served)
      #expect(served.world.provider.exchanges.isEmpty)
      #expect(try await Self.post(Self.callback(id), served) == 200)
      #expect(try await served.world.store.inbox().isEmpty)
      let session = try await opened
      #expect(try await served.file(session.checkout).checkout.phase.name == .paying)
      let approvedAt = served.world.time.now
      try await served.buyer().act(session, "approve")
      _ = try await served.reach(session.checkout) { $0.isFinal }
      #expect(served.world.time.now.since(approvedAt) < .seconds(30))
      try await Self.expectPaid(session.checkout, served)
    }
  }

  @Test("Callbacks about other orders, for other accounts and without sense are not stored, and nobody is asked")
  func fromElsewhere() async throws {
    try await ServedProvider.run(.swedbankPay, notifies: true) { served in
      let session = try await served.buyer().openPayment(reference: "A-1")
      let own = Self.callback(try Self.orderID(served))
      let foreign = Self.callback("/psp/paymentorders/00000000-f87f-4313-577e-08d3dca1a26c")
      let before = try await served.file(session.checkout)
      let requests = served.world.sandbox.requestCount
      for (body, place, status) in [
        (foreign, "swedbank-pay/test", 200), (own, "swedbank-pay/live", 404), (own, "swedbank-pay/test/second", 404),
        (own, "placetopay/test", 404), ("", "swedbank-pay/test", 400), ("{}", "swedbank-pay/test", 400),
        (Self.callback("https://evil.example/psp/paymentorders/1"), "swedbank-pay/test", 400),
        (own + String(repeating: " ", count: 16_384), "swedbank-pay/test", 413),
      ] {
        #expect(try await Self.post(body, to: place, served) == status, "\(place): \(body.prefix(90))")
      }
      try await served.world.time.sleep(for: .seconds(5))
      #expect(served.world.sandbox.requestCount == requests)
      #expect(try await served.file(session.checkout) == before)
      #expect(try await served.world.store.inbox().isEmpty)
    }
  }

  @Test("Anybody may send a callback about our order: Swedbank Pay is asked, and says that nobody has paid")
  func forged() async throws {
    try await ServedProvider.run(.swedbankPay, notifies: true) { served in
      let session = try await served.buyer().openPayment(reference: "A-1")
      let own = Self.callback(try Self.orderID(served)).replacing("CreditCard", with: "Paid")
      let asked = served.world.sandbox.calls("getOrder")
      for _ in 1...20 { #expect(try await Self.post(own, served) == 200) }
      try await served.world.time.sleep(for: .seconds(5))
      #expect((1...3).contains(served.world.sandbox.calls("getOrder") - asked))
      let file = try await served.file(session.checkout)
      #expect(file.checkout.phase.name == .paying)
      #expect(served.world.moved(file) == [0, 0])
      try await served.buyer().act(session, "approve")
      try await Self.expectPaid(session.checkout, served)
    }
  }
}
