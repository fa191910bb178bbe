import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Disputes at Amazon Pay's sandbox")
struct SandboxDisputeTests {
  private let shop: Shop
  private let charge: String

  init() throws {
    shop = try Self.shop()
    charge = try shop.captured(amount: "1000")
  }

  private static func shop(_ journal: String? = nil) throws -> Shop {
    try Shop {
      $0.place.isControlEnabled = true
      $0.merchants[0].notificationURLs = [.sandbox: "https://shop.example.test/ipn"]
      $0.notifications.asksForConfirmation = false
      $0.journal = journal
    }
  }

  private func act(_ object: String, _ body: JSONValue, _ other: Shop? = nil) async throws -> Shop.Answer {
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/amazon-pay/\(object)/console")
    request.headerFields[.contentType] = "application/json"
    let exchange = try await (other ?? shop).sandbox.exchange(request, body: body.bytes)
    return Shop.Answer(
      status: exchange.response.status.code, body: try JSONValue(parsing: exchange.body), bytes: exchange.body)
  }

  private func open(_ more: JSONValue = [:]) async throws -> String {
    let opened = try await act("charges/\(charge)", more.appending(["action": "chargeback"]))
    return try #require(opened.body["disputeId"]?.text)
  }

  /// "Resolved MerchantWon", as the API answers.
  private func state(_ id: String) throws -> String {
    let details = try shop.call(.get, "/v2/disputes/\(id)").body["statusDetails"]
    return [details?["state"]?.text, details?["resolution"]?.text].compactMap(\.self).joined(separator: " ")
  }

  private var chargedBack: Int64? { shop.sandbox.money.first?.chargedBack.minorUnits }

  /// The states in the notifications of disputes, the oldest first.
  private var announced: [String] {
    shop.sandbox.state.advanced().0.post.list.filter { $0.subject.object == "CHARGEBACK" }
      .compactMap(\.announcedState)
  }

  @Test("An open dispute is read by the API, in Amazon's form, and takes no money yet")
  func opened() async throws {
    let id = try await open(["amount": "400", "filingReason": "Fraudulent", "responseSeconds": 86_400])
    #expect(id.wholeMatch(of: /S03-\d{7}-\d{7}-B\d{6}/) != nil && id.hasPrefix(charge.prefix(19)))
    let body = try shop.call(.get, "/v2/disputes/\(id)").body
    #expect(
      body.members?.map(\.name) == [
        "disputeId", "releaseEnvironment", "chargeId", "disputeType", "disputeAmount", "filingReason", "statusDetails",
        "merchantEvidences", "merchantResponseDeadline", "resolutionAuthority", "creationTimestamp",
      ])
    #expect(body["chargeId"]?.text == charge && body["disputeType"]?.text == "Chargeback")
    #expect(body["disputeAmount"]?["amount"]?.text == "400" && body["filingReason"]?.text == "Fraudulent")
    #expect(body["statusDetails"]?["state"]?.text == "ActionRequired")
    #expect(body["statusDetails"]?["reasonCode"]?.text == "MerchantResponseRequired")
    #expect(body["statusDetails"]?["resolution"]?.isNull == true)
    #expect(body["creationTimestamp"]?.text == "20250102T030405Z")
    #expect(body["merchantResponseDeadline"]?.text == "20250103T030405Z")
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "Captured")
    #expect(chargedBack == 0)
    #expect(try shop.call(.get, "/v2/disputes/\(id)", keyID: Shop.otherKeyID).reasonCode == "UnauthorizedAccess")
    #expect(try shop.call(.get, "/v2/disputes/\(id)", keyID: Shop.liveKeyID).reasonCode == "ResourceNotFound")
    let unsigned = try shop.call(.get, "/v2/disputes/\(id)") { $0.headerFields[.authorization] = nil }
    #expect(unsigned.status == 400 && unsigned.reasonCode == "MissingHeader")
  }

  @Test(
    "Acts change the state, each is announced, and the money goes while the buyer has won",
    arguments: [
      ([], "ActionRequired", 0), (["review"], "UnderReview", 0), (["review", "win"], "Resolved MerchantWon", 0),
      (["win"], "Resolved MerchantWon", 0), (["lose"], "Resolved BuyerWon", 1_000),
      (["review", "lose"], "Resolved BuyerWon", 1_000), (["noFault"], "Resolved NoFault", 0),
      (["win", "reopen"], "ActionRequired", 0), (["win", "reopen", "lose"], "Resolved BuyerWon", 1_000),
      (["lose", "reopen"], "ActionRequired", 0), (["lose", "reopen", "win"], "Resolved MerchantWon", 0),
    ])
  func acts(_ acts: [String], _ expected: String, _ taken: Int64) async throws {
    let id = try await open()
    for act in acts { #expect(try await self.act("disputes/\(id)", ["action": .string(act)]).status == 200) }
    #expect(try state(id) == expected && chargedBack == taken)
    #expect(announced.count == acts.count + 1)
    #expect(announced.last == expected.split(separator: " ").last.map { String($0) })
  }

  @Test(
    "An act that the state does not allow is refused, and changes nothing",
    arguments: [
      ([], "reopen"), (["review"], "review"), (["review"], "reopen"), (["win"], "lose"), (["win"], "review"),
      (["lose"], "lose"),
    ])
  func refused(_ acts: [String], _ refused: String) async throws {
    let id = try await open()
    for act in acts { _ = try await self.act("disputes/\(id)", ["action": .string(act)]) }
    let before = try state(id)
    #expect(try await act("disputes/\(id)", ["action": .string(refused)]).reasonCode == "InvalidDisputeStatus")
    #expect(try state(id) == before && announced.count == acts.count + 1)
  }

  @Test(
    "Malformed acts are refused",
    arguments: [
      ("disputes/unknown", ["action": "win"], 404), ("disputes/unknown", ["action": "chargeback"], 400),
      ("disputes/unknown", ["action": "win", "amount": "1"], 400),
    ] as [(String, JSONValue, Int)])
  func malformed(_ object: String, _ body: JSONValue, _ status: Int) async throws {
    #expect(try await act(object, body).status == status)
    let reason: JSONValue = ["action": "chargeback", "filingReason": "Weather"]
    #expect(try await act("charges/\(charge)", reason).reasonCode == "InvalidParameterValue")
  }

  @Test(
    "Without an answer by the deadline the buyer wins; an answer in time stops that, and another opening has another day"
  )
  func deadline() async throws {
    let silent = try await open(["amount": "100", "responseSeconds": 60])
    let answered = try await open(["amount": "100", "responseSeconds": 60])
    _ = try await act("disputes/\(answered)", ["action": "review"])
    let usual = try await open(["amount": "100"])
    shop.time.advance(by: .seconds(59))
    #expect(try state(silent) == "ActionRequired")
    shop.time.advance(by: .seconds(1))
    #expect(try state(silent) == "Closed BuyerWon")
    let details = try shop.call(.get, "/v2/disputes/\(silent)")
    #expect(details.stateReason == "MerchantResponseDeadlineExpired")
    #expect(try state(answered) == "UnderReview" && chargedBack == 100)
    _ = try await act("disputes/\(silent)", ["action": "reopen", "responseSeconds": 7_200])
    shop.time.advance(by: .seconds(7_199))
    #expect(try state(silent) == "ActionRequired" && chargedBack == 0)
    shop.time.advance(by: .seconds(1))
    #expect(try state(silent) == "Closed BuyerWon")
    shop.time.advance(by: .seconds(11 * 86_400 - 7_261))
    #expect(try state(usual) == "ActionRequired")
    shop.time.advance(by: .seconds(1))
    #expect(try state(usual) == "Closed BuyerWon" && chargedBack == 200)
  }

  @Test("Open and lost disputes together claim no more than was captured")
  func most() async throws {
    let first = try await open(["amount": "600"])
    let tooMuch = try await act("charges/\(charge)", ["action": "chargeback", "amount": "401"])
    #expect(tooMuch.reasonCode == "TransactionAmountExceeded")
    _ = try await act("disputes/\(first)", ["action": "win"])
    _ = try await open(["amount": "1000"])
    #expect(try await act("disputes/\(first)", ["action": "reopen"]).reasonCode == "TransactionAmountExceeded")
    let authorized = try shop.authorized(key: "other").charge
    #expect(try await act("charges/\(authorized)", ["action": "chargeback"]).reasonCode == "InvalidChargeStatus")
  }

  @Test("A settlement report has a lost dispute as a debit under its own id, and as a credit when it is opened again")
  func report() async throws {
    let lost = try await open(["amount": "300"])
    _ = try await open(["amount": "200"])
    _ = try await act("disputes/\(lost)", ["action": "lose"])
    _ = try await act("disputes/\(lost)", ["action": "reopen"])
    shop.time.advance(by: .seconds(1))
    let report = try shop.call(
      .post, "/v2/reports", #"{"reportType":"_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_"}"#, key: "r")
    let id = try #require(report.body["reportId"]?.text)
    shop.time.advance(by: .seconds(30))
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:3081", path: "/reports/\(id).txt")
    let lines = String(decoding: shop.sandbox.respond(to: request, body: []).1, as: UTF8.self)
      .split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let chargebacks = lines.filter { $0[4] == #""Chargeback""# }.map { [$0[2], $0[10], $0[14]].map { String($0) } }
    #expect(
      chargebacks == [[#""\#(lost)""#, #""-300""#, #""-300""#], [#""\#(lost)""#, #""300""#, #""300""#]])
  }

  @Test("The console shows a dispute beside its charge, and acts on it")
  func console() async throws {
    let id = try await open()
    func page(_ path: String) -> String {
      let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path)
      return String(decoding: shop.sandbox.respond(to: request, body: []).1, as: UTF8.self)
    }
    #expect(page("/console").contains("/console/disputes/\(id)"))
    let before = page("/console/disputes/\(id)")
    #expect(
      before.contains("Decide for the buyer") && before.contains("ActionRequired") && !before.contains("Open it again"))
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/console/disputes/\(id)")
    request.headerFields[.origin] = "http://127.0.0.1:3081"
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let (response, _) = shop.sandbox.respond(to: request, body: Array("act=loseDispute".utf8))
    #expect(response.status == .seeOther && response.headerFields[.location] == "/console/disputes/\(id)")
    let after = page("/console/disputes/\(id)")
    #expect(after.contains("BuyerWon") && after.contains("Open it again") && !after.contains("Decide for"))
  }

  @Test("A dispute and its deadline survive a restart")
  func restart() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var id = ""
    do {
      let shop = try Self.shop(path)
      let opened = try await act(
        "charges/\(try shop.captured())", ["action": "chargeback", "responseSeconds": 60], shop)
      id = try #require(opened.body["disputeId"]?.text)
    }
    let again = try Self.shop(path)
    #expect(try again.call(.get, "/v2/disputes/\(id)").state == "ActionRequired")
    again.time.advance(by: .seconds(60))
    #expect(try again.call(.get, "/v2/disputes/\(id)").state == "Closed")
  }
}
