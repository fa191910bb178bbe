import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Completing a checkout session")
struct CompletionTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(
    "Each intent produces its charge",
    arguments: [
      ("Confirm", nil, "Chargeable"), ("Authorize", "Authorized", "NonChargeable"),
      ("AuthorizeWithCapture", "Captured", "Closed"),
    ])
  func intents(_ intent: String, _ charge: String?, _ permission: String) throws {
    let answer = try shop.complete(shop.confirmed(intent: intent))
    #expect(answer.status == 200)
    #expect(answer.state == "Completed")
    let permissionID = try #require(answer.body["chargePermissionId"]?.text)
    #expect(try shop.call(.get, "/v2/chargePermissions/\(permissionID)").state == permission)
    if let charge {
      let id = try #require(answer.body["chargeId"]?.text)
      #expect(id.hasPrefix(permissionID + "-C"))
      #expect(try shop.call(.get, "/v2/charges/\(id)").state == charge)
    } else {
      #expect(answer.body["chargeId"] == .null)
    }
  }

  @Test("Before the processing page a session cannot be completed, and stays open")
  func notConfirmed() throws {
    let id = try shop.session()
    try shop.select(id)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    let answer = try shop.complete(id)
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "InvalidCheckoutSessionStatus")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").state == "Open")
    try shop.process(id)
    #expect(try shop.complete(id).status == 200)
  }

  @Test("Another amount is a mismatch, and leaves the session unchanged")
  func amountMismatch() throws {
    let id = try shop.confirmed()
    let answer = try shop.complete(id, amount: "8979")
    #expect(answer.status == 409)
    #expect(answer.reasonCode == "AmountMismatch")
    #expect(try shop.complete(id).status == 200)
  }

  @Test("The amount is required")
  func missingAmount() throws {
    let id = try shop.confirmed()
    let answer = try shop.call(.post, "/v2/checkoutSessions/\(id)/complete", "{}")
    #expect(answer.reasonCode == "MissingParameterValue")
  }

  @Test("A second completion gets the first answer under the same key, and an error under another")
  func twice() throws {
    let id = try shop.confirmed()
    let first = try shop.complete(id, key: "one")
    let again = try shop.complete(id, key: "one")
    #expect(first.status == 200)
    #expect(again.status == 200)
    #expect(again.bytes == first.bytes)
    let other = try shop.complete(id, key: "two")
    #expect(other.status == 422)
    #expect(other.reasonCode == "InvalidCheckoutSessionStatus")
    #expect(try shop.complete(id).status == 422)
  }

  @Test("After the buyer's confirmation the amount cannot be changed any more")
  func updateAfterProcessing() throws {
    let id = try shop.confirmed()
    let answer = try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(amount: "1"))
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "InvalidCheckoutSessionStatus")
  }

  @Test("Where the rules allow a change after the confirmation, the buyer must confirm again")
  func updateAfterProcessingAllowed() throws {
    var rules = Rules()
    rules.allowsUpdateAfterProcessing = true
    let shop = try Shop(rules)
    let id = try shop.confirmed()
    #expect(try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(amount: "1")).status == 200)
    #expect(try shop.complete(id, amount: "1").status == 422)
    try shop.process(id)
    #expect(try shop.complete(id, amount: "1").status == 200)
  }

  @Test(
    "Cards that end a session end it on the processing page",
    arguments: [("3064", "BuyerCanceled")])
  func cancelingCard(_ card: String, _ reason: String) throws {
    let id = try shop.confirmed(card: card)
    let session = try shop.call(.get, "/v2/checkoutSessions/\(id)")
    #expect(session.state == "Canceled")
    #expect(session.stateReason == reason)
    #expect(session.body["buyer"] == .null)
    let answer = try shop.complete(id)
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "CheckoutSessionCanceled")
  }

  @Test("A declined card keeps the session open for another one")
  func declinedThenPaid() throws {
    let id = try shop.confirmed(card: "3434")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").state == "Open")
    #expect(try shop.complete(id).reasonCode == "InvalidCheckoutSessionStatus")
    #expect(try shop.process(id) == .declined)
    #expect(try shop.process(id, card: "4444") == Shop.resultStep(id))
    #expect(try shop.complete(id).status == 200)
  }

  @Test("A buyer who gives up ends the session as declined after a decline, otherwise as canceled")
  func givingUp() throws {
    for (card, reason) in [("3434", "Declined"), ("1111", "BuyerCanceled")] {
      let id = try shop.session(key: card)
      try shop.select(id, card: card)
      try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
      if card == "3434" { #expect(try shop.process(id) == .declined) }
      #expect(try shop.abandonProcessing(id) == Shop.resultStep(id))
      let session = try shop.call(.get, "/v2/checkoutSessions/\(id)")
      #expect(session.stateReason == reason)
    }
  }

  @Test(
    "The cards for pending authorizations decide after 30 seconds",
    arguments: [("0701", "Authorized", nil), ("4354", "Declined", "HardDeclined")])
  func pendingCards(_ card: String, _ state: String, _ reason: String?) throws {
    let id = try shop.confirmed(pending: true, card: card)
    let answer = try shop.complete(id)
    #expect(answer.status == 202)
    let charge = try #require(answer.body["chargeId"]?.text)
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "AuthorizationInitiated")
    shop.time.advance(by: .seconds(29))
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "AuthorizationInitiated")
    shop.time.advance(by: .seconds(1))
    let decided = try shop.call(.get, "/v2/charges/\(charge)")
    #expect(decided.state == state)
    #expect(decided.stateReason == reason)
  }

  @Test("A card for pending authorizations is declined where they are not allowed")
  func pendingNotAllowed() throws {
    let id = try shop.confirmed(pending: false, card: "0701")
    #expect(try shop.process(id) == .declined)
  }

  @Test("Simulation codes end a session with their reason", arguments: ["BuyerCanceled", "AmazonCanceled", "Declined"])
  func simulations(_ code: String) throws {
    let id = try shop.confirmed()
    let answer = try shop.complete(id, simulation: code)
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "CheckoutSessionCanceled")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").stateReason == code)
  }

  @Test("The code for a pending authorization works with any card, if pending is allowed")
  func pendingSimulation() throws {
    let id = try shop.confirmed(pending: true)
    #expect(try shop.complete(id, simulation: "AuthorizationInitiated").status == 202)
    let refused = try shop.confirmed(key: "other")
    let answer = try shop.complete(refused, simulation: "AuthorizationInitiated")
    #expect(answer.reasonCode == "InvalidSandboxSimulationSpecified")
  }

  @Test("The code for a pending authorization wins over a card that would be declined")
  func codeBeforeCard() throws {
    let id = try shop.confirmed(pending: true, card: "4354")
    let answer = try shop.complete(id, simulation: "AuthorizationInitiated")
    #expect(answer.status == 202)
    shop.time.advance(by: .seconds(30))
    let charge = try #require(answer.body["chargeId"]?.text)
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "Authorized")
  }

  @Test("A simulation code that the operation does not know is refused")
  func unknownSimulation() throws {
    let id = try shop.confirmed()
    #expect(try shop.complete(id, simulation: "SoftDeclined").reasonCode == "InvalidSandboxSimulationSpecified")
    #expect(
      try shop.call(.get, "/v2/checkoutSessions/\(id)", simulation: "Declined").reasonCode
        == "InvalidSandboxSimulationSpecified")
  }

  @Test("A simulation in a live request is refused, or ignored where the rules say so")
  func simulationInLive() throws {
    func reason(_ shop: Shop, _ keyID: String) throws -> String? {
      try shop.call(
        .post, "/v2/checkoutSessions/x/complete", Shop.price("chargeAmount", "1"), simulation: "Declined", keyID: keyID
      ).reasonCode
    }
    #expect(try reason(shop, Shop.keyID) == "ResourceNotFound")
    #expect(try reason(shop, Shop.liveKeyID) == "InvalidSandboxSimulationSpecified")
    var rules = Rules()
    rules.refusesSimulationInLive = false
    #expect(try reason(Shop(rules), Shop.liveKeyID) == "ResourceNotFound")
  }
}
