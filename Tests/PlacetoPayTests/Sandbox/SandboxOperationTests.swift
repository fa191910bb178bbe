import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import PlacetoPaySandbox

@Suite("Operations on transactions at PlacetoPay's sandbox")
struct SandboxOperationTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private func sums() -> [Int64] {
    let money = shop.sandbox.money
    return [\OrderMoney.authorized, \.held, \.captured, \.refunded].map { path in
      money.reduce(0) { $0 + $1[keyPath: path].minorUnits }
    }
  }

  @Test("A payment is refunded in parts up to its amount, and the query tells of it")
  func refunds() async throws {
    let (session, payment) = try await shop.paid()
    let part = try await shop.operate("reverse", payment, "30.5")
    #expect(part.status == 200 && part.result == "APPROVED/00")
    let id = try #require(part["payment.internalReference"]?.integer)
    #expect(id != payment)
    #expect(part["payment.amount.from.total"] == .number("30.5"))
    let query = try await shop.query(session)
    #expect(query.result == "APPROVED/00")
    #expect(query["payment"]?.elements?.count == 1)
    #expect(query["payment.0.refunded"] == true)
    #expect(sums() == [10_000, 0, 10_000, 3_050])

    #expect(try await shop.operate("reverse", payment, 70).result == "FAILED/request_not_valid")
    #expect(try await shop.operate("reverse", payment, 1, "USD").status == 400)
    #expect(try await shop.operate("reverse", payment, 0).status == 400)
    #expect(try await shop.operate("reverse", id).status == 400)
    #expect(try await shop.operate("reverse", payment).result == "APPROVED/00")
    let again = try await shop.operate("reverse", payment)
    #expect(again.status == 400 && again.message == "Transaction already refunded")
    #expect(sums() == [10_000, 0, 10_000, 10_000])
  }

  @Test("Before it has settled, a payment is refunded in whole only, also by the old call")
  func settlement() async throws {
    let shop = try TestShop { $0.settlementTime = .seconds(86_400) }
    let (_, first) = try await shop.paid()
    #expect(try await shop.operate("reverse", first, 30).status == 400)
    #expect(try await shop.operate("reverse", first, 100).status == 200)
    let (_, second) = try await shop.paid()
    shop.time.advance(by: .seconds(86_400))
    #expect(try await shop.operate("reverse", second, 30).status == 200)
    let (_, third) = try await shop.paid()
    let old = try await shop.call("/api/reverse", ["internalReference": JSONValue(third)])
    #expect(old.result == "APPROVED/00")
    #expect(try await shop.call("/api/reverse", ["internalReference": 7]).status == 400)
  }

  @Test("By a rule a query lists each refund as a transaction of its own, before its payment")
  func listed() async throws {
    let shop = try TestShop { $0.listsRefunds = true }
    let (session, payment) = try await shop.paid()
    let refund = try #require(try await shop.operate("reverse", payment, 30)["payment.internalReference"]?.integer)
    let query = try await shop.query(session)
    #expect(query.result == "APPROVED/00" && query.newest == "REFUNDED/00")
    #expect(query["payment"]?.elements?.map { $0["internalReference"]?.integer } == [refund, payment])
    #expect(query["payment.0.amount.from.total"] == .number("30"))
    #expect(query["payment.1.status.status"] == "APPROVED" && query["payment.1.refunded"] == true)
  }

  @Test("A frozen session tells nothing of its refund")
  func frozen() async throws {
    let shop = try TestShop { $0.showsLaterChanges = false }
    let (session, payment) = try await shop.paid()
    try await shop.operate("reverse", payment)
    #expect(try await shop.query(session)["payment.0.refunded"] == false)
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [10_000])
  }

  @Test("A hold is changed, captured once in part, and refunded; the ledger counts it once")
  func capture() async throws {
    let (session, hold) = try await shop.paid(TestShop.payment(), ["type": "checkin"])
    #expect(try await shop.query(session).result == "APPROVED/00")
    #expect(sums() == [10_000, 10_000, 0, 0])
    let changed = try await shop.operate("reauthorization", hold, 120)
    let changedID = try #require(changed["payment.internalReference"]?.integer)
    #expect(sums() == [12_000, 12_000, 0, 0])
    #expect(try await shop.operate("checkout", hold, 121).status == 400)
    let captured = try await shop.operate("checkout", changedID, 80)
    #expect(captured.result == "APPROVED/00")
    let capture = try #require(captured["payment.internalReference"]?.integer)
    #expect(sums() == [12_000, 0, 8_000, 0])
    #expect(shop.sandbox.money.map(\.payments.count) == [1])
    let listed = try await shop.query(session)["payment"]?.elements ?? []
    #expect(listed.map { $0["internalReference"]?.integer } == [capture, hold])
    for action in ["checkout", "reauthorization"] {
      #expect(try await shop.operate(action, hold, 10).message.contains("[\(action)] action is not supported"))
    }
    #expect(try await shop.operate("reverse", capture, 30).status == 200)
    #expect(try await shop.operate("reverse", hold, 50).status == 200)
    #expect(sums() == [12_000, 0, 8_000, 8_000])
  }

  @Test("A hold ends by a capture of zero, by a reversal, or after thirty days")
  func release() async throws {
    let (first, zero) = try await shop.paid(TestShop.payment(), ["type": "checkin"])
    #expect(try await shop.operate("checkout", zero, 0).result == "APPROVED/00")
    #expect(try await shop.query(first)["payment.0.refunded"] == true)
    let (_, reversed) = try await shop.paid(TestShop.payment(), ["type": "checkin"])
    #expect(try await shop.operate("reverse", reversed, 50).status == 400)
    #expect(try await shop.operate("reverse", reversed).result == "APPROVED/00")
    let (_, lapsed) = try await shop.paid(TestShop.payment(), ["type": "checkin"])
    #expect(sums()[1] == 10_000)
    shop.time.advance(by: .seconds(30 * 86_400))
    #expect(sums() == [30_000, 0, 0, 0])
    #expect(try await shop.operate("checkout", lapsed, 100).result == "FAILED/transaction_request_error")
  }

  private static let waiting: JSONValue = ["metadata": ["requiresConfirmation": true]]

  @Test("A transaction that waits for the merchant is confirmed, declined, cancelled, or expires")
  func confirmation() async throws {
    func create(_ card: String = TestCard.approved) async throws -> (Int64, Int64) {
      let id = try await shop.create(TestShop.payment(), Self.waiting)
      try shop.act(.approve, id, ["card": card])
      #expect(try await shop.query(id).newest == "PENDING_CONFIRMATION/?-")
      #expect(try await shop.query(id).result == "PENDING/PT")
      return (id, try await shop.transaction(id))
    }
    let (approved, one) = try await create()
    let confirmed = try await shop.operate("confirm", one)
    #expect(confirmed.result == "APPROVED/00" && confirmed["payment.internalReference"]?.integer == one)
    #expect(try await shop.query(approved).result == "APPROVED/00")
    #expect(try await shop.operate("confirm", one).message.contains("pending confirmation state"))

    let (declined, two) = try await create(TestCard.declined)
    #expect(try await shop.operate("confirm", two).result == "REJECTED/05")
    #expect(try await shop.query(declined).result == "REJECTED/XN")

    let (_, broken) = try await create("4110760000000065")
    let failed = try await shop.operate("confirm", broken)
    #expect(failed.status == 200 && failed.result == "FAILED/BR")

    let (cancelled, three) = try await create()
    #expect(try await shop.operate("cancel", three).result == "REJECTED/?C")
    #expect(try await shop.query(cancelled).result == "REJECTED/MC")

    let (late, four) = try await create()
    shop.time.advance(by: .seconds(86_400))
    #expect(try await shop.query(late).result == "REJECTED/XN")
    #expect(try await shop.operate("confirm", four).result == "FAILED/transaction_request_error")

    let (_, payment) = try await shop.paid()
    #expect(
      try await shop.operate("confirm", payment).message == "The [confirm] action is not supported for this session")
  }

  @Test("Unknown transactions, actions and amounts are refused")
  func refused() async throws {
    let (_, payment) = try await shop.paid()
    #expect(try await shop.operate("reverse", 7).result == "FAILED/request_not_valid")
    #expect(try await shop.operate("void", payment).status == 400)
    #expect(try await shop.operate("checkout", payment, 100).status == 400)
    #expect(try await shop.operate("reverse", payment, "ten").status == 400)
    #expect(try await shop.call("/api/transaction", ["action": "reverse"]).result == "FAILED/0")
    #expect(sums() == [10_000, 0, 10_000, 0])
  }

  @Test("Every test card has the outcome of its row", arguments: TestCard.all)
  func cards(_ card: TestCard) async throws {
    let shop = try TestShop()
    let id = try await shop.create(TestShop.payment("199.99", "USD"))
    try shop.act(.approve, id, ["card": card.number])
    let first = try await shop.query(id).newest
    shop.time.advance(by: .seconds(300))
    let later = try await shop.query(id).newest
    let expected: [String] =
      switch card.outcome {
      case .approved, .approvedBelow200, .approvedWithData: ["APPROVED/00", "APPROVED/00"]
      case .declined: ["REJECTED/05", "REJECTED/05"]
      case .notAuthenticated: ["REJECTED/01", "REJECTED/01"]
      case .exception: ["FAILED/BR", "FAILED/BR"]
      case .pendingThenApproved, .slowThenApproved: ["PENDING/?-", "APPROVED/00"]
      case .pendingThenRejected, .reviewThenRejected, .slowThenRejected: ["PENDING/?-", "REJECTED/05"]
      case .reviewThenApproved: ["PENDING/?-", "PENDING/?-"]
      }
    #expect([first, later] == expected)
    #expect(try await shop.query(id)["payment.0.paymentMethod"]?.text == card.brand.rawValue)
    #expect(!String(decoding: try await shop.query(id).body.bytes, as: UTF8.self).contains(card.number))
  }

  @Test("A card above its limit, one with other data, and an unknown one are declined")
  func declinedCards() async throws {
    #expect(Set(TestCard.all.map(\.number)).count == 78)
    let id = try await shop.create(TestShop.payment(200, "USD"))
    try shop.act(.approve, id, ["card": "4110760000000057"])
    #expect(try await shop.query(id).newest == "REJECTED/61")
    try shop.act(.approve, id, ["card": "4242424242424242"])
    #expect(try await shop.query(id).newest == "REJECTED/05")
    let other = try EnteredCard(number: "4012888888881881", expiry: "11/28", code: "918", at: TestShop.start)
    #expect(other.outcome == .declined)
    for (number, expiry, code) in [
      ("4111", "11/28", "917"), ("4012888888881881", "12/25", "917"), ("4012888888881881", "11/28", "1"),
    ] {
      #expect(throws: BuyerRefusal.self) {
        try EnteredCard(number: number, expiry: expiry, code: code, at: TestShop.start)
      }
    }
  }
}
