import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import PlacetoPaySandbox

@Suite("Notifications of PlacetoPay's sandbox")
struct SandboxNotificationTests {
  @Test(
    "A signature is the known one",
    arguments: [
      (
        Int64(83), "APPROVED", "2016-10-10T16:39:57-05:00", "024h1IlD",
        "sha256:1a0d78ea2fcc656c718d7fa3dc13d1aef9faea442017b20c705319cb33933454",
        "8fb4beea130ab3e75a1de956bd0213892e0f6839"
      ),
      (
        2_630_139, "APPROVED", "2023-10-18T15:02:42-05:00", "SANDBOX-secret-01",
        "sha256:cc3ddf8e8cca2d5f8877dc96eb7d0a12bebddcfdca622750ab85cc6703213389",
        "2d8b9d103c23746a283a5114c72ffefab1f43622"
      ),
      (
        2_630_140, "REJECTED", "2026-01-15T09:45:00-05:00", "SANDBOX-secret-01",
        "sha256:6ab5dc86b703832c5f3188d557936ccd7f25e6b3c8527b4a7c84f8ac23c44f27",
        "f37a42727e66e8961174cbbebffaf32d7960c8db"
      ),
      (
        9_007_199_254_740_993, "APPROVED", "2026-01-15T14:30:00+00:00", "clave-ñ-€",
        "sha256:be186a50aa1ece04128d8acce730698eec9d606cdf529a1e77f03ea6ff8734ec",
        "dcd802a01e27e9d2c3fd9098017e4a5405fe9080"
      ),
    ])
  func signatures(_ id: Int64, _ status: String, _ date: String, _ secret: String, _ sha256: String, _ sha1: String) {
    #expect(SessionNotice.signature(id, status, date: date, Secret(secret), isLegacy: false) == sha256)
    #expect(SessionNotice.signature(id, status, date: date, Secret(secret), isLegacy: true) == sha1)
  }

  @Test("Every end of a session is notified once; attempts and refunds are not")
  func once() async throws {
    let shop = try TestShop()
    let paid = try await shop.create()
    try shop.act(.decline, paid)
    #expect(try shop.notifications.isEmpty)
    try shop.act(.approve, paid)
    let cancelled = try await shop.create()
    try shop.act(.cancel, cancelled)
    let ended = try await shop.create()
    try await shop.call("/api/session/\(ended)/cancel")
    let expired = try await shop.create()
    shop.time.advance(by: .seconds(1_800))
    let bodies = try shop.notifications
    #expect(bodies.map { $0["requestId"]?.integer } == [paid, cancelled, ended, expired])
    #expect(bodies.map { $0["status"]?["reason"]?.text } == ["00", "?C", "MC", "EX"])
    #expect(bodies.map { $0["reference"]?.text } == ["ORDER-1", "ORDER-1", "ORDER-1", "ORDER-1"])
    for body in bodies {
      let status = body["status"]
      #expect(
        body["signature"]?.text
          == SessionNotice.signature(
            body["requestId"]?.integer ?? 0, status?["status"]?.text ?? "", date: status?["date"]?.text ?? "",
            Secret(TestShop.secret), isLegacy: false))
    }
    try await shop.operate("reverse", try await shop.transaction(paid))
    #expect(try shop.notifications.count == 4)
  }

  @Test("A refund is notified by a site that does so, and an old site signs with SHA-1")
  func options() async throws {
    let shop = try TestShop(isLegacy: true) { $0.notifiesRefunds = true }
    let (session, payment) = try await shop.paid()
    try await shop.operate("reverse", payment, 10)
    let bodies = try shop.notifications
    #expect(bodies.map { $0["requestId"]?.integer } == [session, session])
    #expect(bodies.allSatisfy { $0["signature"]?.text?.count == 40 })
    #expect(Set(bodies.map { $0["status"]?["date"]?.text }).count == 2, "The second one looks like a copy.")
  }

  @Test("A failed delivery is not repeated")
  func noRetry() async throws {
    let shop = try TestShop()
    _ = try await shop.paid()
    let due = shop.sandbox.state.drainDueNotifications()
    #expect(due.deliveries.count == 1)
    shop.sandbox.state.note(
      .status(500), of: 1, rules: shop.sandbox.deliveryRules)
    #expect(shop.sandbox.state.advanced().0.post.list.map(\.state) == [.exhausted])
    shop.time.advance(by: .seconds(86_400))
    #expect(shop.sandbox.state.drainDueNotifications().deliveries.isEmpty)
  }

  @Test("Notifications are lost and doubled by faults, and every copy is the same")
  func faults() async throws {
    let shop = try TestShop()
    shop.sandbox.state.change { ledger, _ in
      ledger.post.faults.add(NotificationFault(.lose, onObject: "session"))
      ledger.post.faults.add(NotificationFault(.duplicate(copies: 1, pause: .seconds(60)), onObject: nil))
    }
    _ = try await shop.paid()
    _ = try await shop.paid()
    let list = shop.sandbox.state.advanced().0.post.list
    #expect(list.map(\.state) == [.lost, .waiting, .waiting])
    let bodies = try shop.notifications
    #expect(bodies[1] == bodies[2])
  }
}
