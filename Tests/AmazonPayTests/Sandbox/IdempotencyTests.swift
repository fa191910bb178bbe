import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Idempotency keys")
struct IdempotencyTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func create(_ key: String, _ body: String = Shop.createBody, keyID: String = Shop.keyID) throws -> Shop.Answer
  {
    try shop.call(.post, "/v2/checkoutSessions", body, key: key, keyID: keyID)
  }

  @Test("The same key and request get the first answer, byte for byte, however late")
  func replay() throws {
    let first = try create("key")
    shop.time.advance(by: .seconds(100 * 24 * 3600))
    let again = try create("key")
    #expect(again.status == 201)
    #expect(again.bytes == first.bytes)
  }

  @Test("The same key with another request is refused")
  func changedRequest() throws {
    _ = try create("key")
    let changed = try create("key", Shop.createBody.replacing("token=1", with: "token=2"))
    #expect(changed.status == 400)
    #expect(changed.reasonCode == "DuplicateIdempotencyKey")
  }

  @Test("One key may serve several operations once each, as in the official Node.js client's test suite")
  func severalOperations() throws {
    let id = try shop.confirmed(key: "key")
    let completed = try shop.complete(id, key: "key")
    #expect(completed.status == 200)
    let charge = try #require(completed.body["chargeId"]?.text)
    func capture(_ amount: String) throws -> Shop.Answer {
      try shop.call(.post, "/v2/charges/\(charge)/capture", Shop.price("captureAmount", amount), key: "key")
    }
    #expect(try capture("8980").state == "Captured")
    #expect(try shop.complete(id, key: "key").bytes == completed.bytes)
    #expect(try capture("8979").reasonCode == "DuplicateIdempotencyKey")
  }

  @Test("By the stricter rule, a key that one operation has used is refused by every other one")
  func acrossOperations() throws {
    var rules = Rules()
    rules.comparesIdempotencyKeysAcrossOperations = true
    let shop = try Shop(rules)
    let id = try shop.confirmed(key: "key")
    #expect(try shop.complete(id, key: "key").reasonCode == "DuplicateIdempotencyKey")
    #expect(try shop.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "key").status == 201)
  }

  @Test("Keys belong to a merchant account and its environment")
  func perMerchant() throws {
    let sandbox = try create("key")
    let live = try create("key", keyID: Shop.liveKeyID)
    #expect(live.status == 201)
    #expect(live.body["checkoutSessionId"] != sandbox.body["checkoutSessionId"])
    let other = try shop.call(
      .post, "/v2/checkoutSessions",
      Shop.createBody.replacing(Shop.storeID, with: "amzn1.application-oa2-client.other"), key: "key",
      keyID: Shop.otherKeyID)
    #expect(other.status == 201)
  }

  @Test(
    "Keys have 1 to 32 characters of their alphabet",
    arguments: [
      ("0123456789abcdef0123456789abcdef", true), ("A-Z_9", true), ("0123456789abcdef0123456789abcdef0", false),
      ("11111111-2222-4333-8444-555555555555", false), ("with space", false), ("ünï", false),
    ])
  func alphabet(_ key: String, _ isAccepted: Bool) throws {
    let answer = try create(key)
    #expect((answer.status == 201) == isAccepted)
    if !isAccepted { #expect(answer.reasonCode == "InvalidHeaderValue") }
  }

  @Test("A refusal by state is repeated under its key; a malformed request is not stored")
  func errors() throws {
    let id = try shop.session()
    try shop.select(id)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    #expect(try shop.complete(id, key: "early").status == 422)
    try shop.process(id)
    #expect(try shop.complete(id, key: "early").status == 422)
    #expect(try shop.complete(id, amount: "1", key: "wrong").status == 409)
    #expect(try shop.complete(id, key: "wrong").status == 200)
  }

  @Test("Only POST uses keys")
  func otherMethods() throws {
    let id = try shop.session()
    for body in [Shop.updateBody(), Shop.updateBody(amount: "1")] {
      #expect(try shop.call(.patch, "/v2/checkoutSessions/\(id)", body, key: "same").status == 200)
    }
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)", key: "same but long and with spaces").status == 200)
  }

  @Test("A capture that is repeated under its key captures once")
  func capture() throws {
    let charge = try shop.authorized().charge
    for _ in 0..<3 {
      let answer = try shop.call(
        .post, "/v2/charges/\(charge)/capture", Shop.price("captureAmount", "8980"), key: "capture")
      #expect(answer.status == 200)
    }
    let captured = shop.sandbox.state.change { ledger, _ in ledger.movements.filter { $0.kind == .captured }.count }
    #expect(captured == 1)
  }
}
