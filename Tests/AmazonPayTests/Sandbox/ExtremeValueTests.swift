import FerryCore
import FerrySandbox
import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import AmazonPaySandbox

@Suite("Extreme numbers")
struct ExtremeValueTests {
  private static let largest = "9223372036854775807"

  private let shop: Shop

  init() throws { shop = try Shop { $0.place.isControlEnabled = true } }

  private func control(_ path: String, _ body: String) throws -> Shop.Answer {
    var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/" + path)
    request.headerFields[.contentType] = "application/json"
    let (response, bytes) = shop.sandbox.respond(to: request, body: Array(body.utf8))
    return Shop.Answer(status: response.status.code, body: try JSONValue(parsing: bytes), bytes: bytes)
  }

  private func createCharge(_ permission: String, _ amount: String, key: String) throws -> Shop.Answer {
    try shop.call(
      .post, "/v2/charges",
      #"{"chargePermissionId":"\#(permission)","chargeAmount":{"amount":"\#(amount)","currencyCode":"JPY"}}"#, key: key)
  }

  @Test(
    "No price may exceed the largest charge, in any field", arguments: ["10000001", Self.largest, "99999999999999"])
  func prices(_ amount: String) throws {
    let price = #"{"amount":"\#(amount)","currencyCode":"JPY"}"#
    let recurring = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review"},"storeId":"\(Shop.storeID)",\
      "chargePermissionType":"Recurring","recurringMetadata":{"frequency":{"unit":"Month","value":1},"amount":\(price)},\
      "paymentDetails":{"allowOvercharge":true}}
      """
    let created = try shop.call(.post, "/v2/checkoutSessions", recurring, key: "recurring")
    #expect(created.status == 400)
    #expect(created.reasonCode == "TransactionAmountExceeded")
    #expect(created.message.contains("recurringMetadata.amount"))
    let id = try shop.confirmed(intent: "Confirm")
    let completed = try shop.call(
      .post, "/v2/checkoutSessions/\(id)/complete",
      #"{"chargeAmount":{"amount":"8980","currencyCode":"JPY"},"totalOrderAmount":\#(price)}"#)
    #expect(completed.reasonCode == "TransactionAmountExceeded")
    let permission = try #require(try shop.complete(id).body["chargePermissionId"]?.text)
    #expect(try createCharge(permission, amount, key: "a").reasonCode == "TransactionAmountExceeded")
    #expect(try createCharge(permission, "8980", key: "b").status == 201)
  }

  @Test("A limit that was stored before the ceiling existed accepts every overcharge without overflow")
  func storedLimit() throws {
    let id = try shop.confirmed(intent: "Confirm")
    let permission = try #require(try shop.complete(id).body["chargePermissionId"]?.text)
    shop.sandbox.state.change { ledger, _ in
      guard let stored = ledger.permissions[permission] else { return }
      ledger.store(
        ChargePermission(
          id: stored.id, owner: stored.owner, sessionID: stored.sessionID, createdAt: stored.createdAt,
          expiresAt: stored.expiresAt, limit: .yen(.max), type: "Recurring", recurringMetadata: nil,
          platformID: nil, productType: stored.productType, scopes: stored.scopes, allowsOvercharge: true,
          buyer: stored.buyer, address: stored.address, card: stored.card, updatedAt: stored.updatedAt,
          merchantMetadata: stored.merchantMetadata))
    }
    #expect(try createCharge(permission, "10000000", key: "a").status == 201)
    #expect(try shop.call(.get, "/v2/chargePermissions/\(permission)").status == 200)
  }

  @Test("The clock stops a hundred years ahead, and everything still works there")
  func clock() throws {
    let most = SandboxState<Ledger>.farthestClock.components.seconds
    for seconds in [Self.largest, String(most + 1)] {
      let refused = try control("clock", #"{"advanceSeconds":\#(seconds)}"#)
      #expect(refused.status == 400)
      #expect(refused.message.contains("advanceSeconds"))
      #expect(refused.message.contains(String(most)))
    }
    #expect(shop.sandbox.now == Shop.start)
    #expect(try control("clock", #"{"advanceSeconds":\#(most)}"#).status == 200)
    #expect(try control("clock", #"{"advanceSeconds":\#(most)}"#).status == 200)
    for _ in 0..<20 { shop.sandbox.advanceClock(by: .seconds(Int64.max)) }
    #expect(shop.sandbox.now == Shop.start + SandboxState<Ledger>.farthestClock)
    let charge = try shop.captured()
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "Captured")
  }

  @Test(
    "A delay and its repetitions are limited",
    arguments: [
      ("faults", #"{"kind":"delay","milliseconds":\#(Self.largest)}"#),
      ("faults", #"{"kind":"slow","milliseconds":3600001}"#),
      ("notifications/faults", #"{"kind":"delay","milliseconds":\#(Self.largest)}"#),
      ("notifications/faults", #"{"kind":"duplicate","milliseconds":2678400001,"copies":2}"#),
    ])
  func delays(_ path: String, _ body: String) throws {
    let refused = try control(path, body)
    #expect(refused.status == 400)
    #expect(refused.message.contains("milliseconds"))
    #expect(shop.sandbox.state.plannedFaults.isEmpty)
    #expect(shop.sandbox.state.reading { $0.post.faults.faults }.isEmpty)
  }

  @Test("A fault accepts a number as text, like every field")
  func numbersAsText() throws {
    #expect(try control("faults", #"{"kind":"slow","milliseconds":"5","count":"2"}"#).status == 201)
    #expect(shop.sandbox.state.plannedFaults == [SandboxFault(.slow(.milliseconds(5)), on: nil, .next(2))])
  }

  @Test("A planned delay does not keep the process from stopping", .timeLimit(.minutes(1)))
  func stopping() async throws {
    let sandbox = try Sandbox([], at: .test(timekeeper: HourLongClock()))
    sandbox.plan(SandboxFault(.delay(.seconds(3600)), on: nil))
    let client = WaitingClient(sandbox: sandbox)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: client, successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: .init(label: "test")))
    async let ended: Void = group.run()
    while !sandbox.state.plannedFaults.isEmpty { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await ended
    #expect(client.wasAnswered.load(ordering: .relaxed) == false)
  }
}

/// Real time, all of it.
private struct HourLongClock: Timekeeper {
  var now: Moment { Shop.start }

  func sleep(until moment: Moment) async throws { try await Task.sleep(for: moment.since(now)) }
}

/// Sends one request.
private final class WaitingClient: Service {
  let sandbox: Sandbox
  let wasAnswered = Atomic(false)

  init(sandbox: Sandbox) { self.sandbox = sandbox }

  func run() async throws {
    let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: "/v2/charges/x")
    do {
      _ = try await sandbox.exchange(request, body: [], endsWithService: true)
      wasAnswered.store(true, ordering: .relaxed)
    } catch is CancellationError {}
  }
}
