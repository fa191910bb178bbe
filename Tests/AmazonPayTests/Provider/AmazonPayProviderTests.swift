import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryProvider
import HTTPTypes
import Testing

@Suite("The provider's reaction to faultless answers")
struct AmazonPayProviderTests {
  private static let known = #"{"version":1,"session":"\#(Answers.sessionId)"}"#
  private static let withCharge = #"{"version":1,"session":"\#(Answers.sessionId)","charge":"\#(Answers.chargeId)"}"#

  @Test("Attaches and stores a session of this checkout")
  func ownSession() throws {
    guard
      case .done(.observed(let observation), let findings) = try ProviderExchange(.read).reaction(Answers.openSession)
    else {
      Issue.record("The session was refused.")
      return
    }
    #expect(observation.session == .open)
    #expect(observation.selection?.region == "東京都")
    #expect(findings.references == [ProviderReference("session", Answers.sessionId)])
    #expect(findings.record.map { String(decoding: $0, as: UTF8.self) }?.contains(Answers.sessionId) == true)
    #expect(findings.details?.buyer?.email == "taro@example.com")
  }

  @Test(
    "Empty texts of an address count as missing: the county is the region, and the district the city",
    arguments: [("\"\"", "\"\""), ("null", "\" \"")])
  func emptyTexts(_ region: String, _ city: String) throws {
    let body = Answers.openSession.replacing(
      "\"city\": null, \"county\": null, \"district\": null, \"stateOrRegion\": \"東京都\"",
      with: "\"city\": \(city), \"county\": \"東京都\", \"district\": \"千代田区\", \"stateOrRegion\": \(region)"
    ).replacing("\"buyerId\": \"amzn1.account.ABC\", \"name\": \"山田 太郎\"", with: "\"buyerId\": \"A\", \"name\": \"\"")
    guard case .done(.observed(let observation), let findings) = try ProviderExchange(.read).reaction(body) else {
      Issue.record("The session was refused.")
      return
    }
    #expect(observation.selection?.region == "東京都")
    let address = try #require(findings.details?.shippingAddress)
    #expect(address.region == "東京都" && address.city == "千代田区" && findings.details?.buyer?.name == nil)
  }

  @Test(
    "Treats a session of another checkout or shop as foreign, and stores nothing of it",
    arguments: [
      Answers.openSession.replacing("nonce=abc", with: "nonce=abd"),
      Answers.openSession.replacing("https://shop.example/review?nonce=abc", with: "https://shop.example/review"),
      Answers.openSession.replacing(TestAccount.storeId, with: "amzn1.application-oa2-client.ffffffffffffffff"),
      Answers.completedSession, Answers.canceledSession("BuyerCanceled"),
    ])
  func foreignSession(_ body: String) throws {
    guard case .done(.rejected(.foreignSession), let findings) = try ProviderExchange(.read).reaction(body) else {
      Issue.record("The session was accepted.")
      return
    }
    #expect(findings.record == nil)
    #expect(findings.references.isEmpty)
    #expect(findings.details == nil)
    #expect(findings.remarks.count == 1)
  }

  @Test(
    "Does not redirect the buyer to a payment page outside Amazon",
    arguments: ["https://payments.amazon.evil.example/", "http://payments.amazon.co.jp/", "javascript:alert(1)//"])
  func foreignPage(_ page: String) throws {
    let body = Answers.openSession.replacing("https://payments.amazon.co.jp/", with: page)
    guard
      case .done(.rejected(.notAllowed), let findings) =
        try ProviderExchange(.authorize(.yen(4400)), record: Self.known).reaction(body)
    else {
      Issue.record("The page was accepted.")
      return
    }
    #expect(findings.misconfiguration?.reason.contains("Amazon Pay named a payment page outside its own sites") == true)
    guard case .done(.observed(let read), _) = try ProviderExchange(.read, record: Self.known).reaction(body) else {
      Issue.record("The session was not read.")
      return
    }
    #expect(read.paymentPage == nil)
  }

  @Test("Redirects the buyer to Amazon's own payment page")
  func page() throws {
    let exchange = try ProviderExchange(.authorize(.yen(4400)), record: Self.known)
    guard case .done(.observed(let observation), _) = exchange.reaction(Answers.openSession) else {
      Issue.record("The page was refused.")
      return
    }
    #expect(observation.paymentPage?.hasPrefix("https://payments.amazon.co.jp/") == true)
    #expect(observation.asked == .yen(9878))
  }

  @Test("A completed session with contradictory values is neither completed nor refused")
  func notCompleted() throws {
    for body in [Answers.openSession, Answers.canceledSession("AmazonCanceled")] {
      guard
        case .next("unknown", _) =
          try ProviderExchange(.settle(.yen(4400)), stage: "complete", record: Self.known).reaction(body)
      else {
        Issue.record("The answer decided something.")
        return
      }
    }
  }

  @Test(
    "Gets a charge without an amount again",
    arguments: [
      Answers.charge("Captured", captured: "null"), Answers.charge("Captured", captured: #"{"amount":"1.5"}"#),
    ])
  func missingAmounts(_ body: String) throws {
    guard case .failed(.unreadable) = try ProviderExchange(.read, record: Self.withCharge).reaction(body) else {
      Issue.record("Money was guessed.")
      return
    }
  }

  @Test(
    "An amount of a charge that cannot be read is told with its text, in place of the amount that is known",
    arguments: [
      (Answers.charge("Captured").replacing(#""amount": "0""#, with: #""amount": "some""#), "some JPY"),
      (Answers.charge("Captured", captured: #"{"amount": "9878.5", "currencyCode": "JPY"}"#), "9878.5 JPY"),
      (Answers.charge("Captured", captured: #"{"amount": "9878", "currencyCode": "ZZZ"}"#), "9878 ZZZ"),
      (Answers.charge("Authorized").replacing("9878", with: "9,878"), "9,878 JPY"),
    ])
  func unreadableAmounts(_ body: String, _ written: String) throws {
    guard
      case .done(.observed(let observation), let findings) = try ProviderExchange(.read, record: Self.withCharge)
        .reaction(body)
    else {
      Issue.record("The charge was not read.")
      return
    }
    let charge = try #require(observation.charge)
    #expect(charge.unreadable == written && charge.refunded == .yen(0))
    #expect([.yen(0), .yen(4_400), .yen(9_878)].contains(charge.captured))
    #expect(findings.remarks.contains("Amazon Pay names an amount that cannot be read: \(written)."))
  }

  @Test("A float's tail in a charge counts as the nearest yen, with a remark")
  func tail() throws {
    let body = Answers.charge("Captured", captured: #"{"amount": 9877.99999999999, "currencyCode": "JPY"}"#)
    guard
      case .done(.observed(let observation), let findings) = try ProviderExchange(.read, record: Self.withCharge)
        .reaction(body)
    else {
      Issue.record("The charge was not read.")
      return
    }
    #expect(observation.charge?.captured == .yen(9_878) && observation.charge?.unreadable == nil)
    #expect(findings.remarks == ["Amazon Pay names the amount 9877.99999999999 JPY, which counts as 9878 JPY."])
  }

  @Test("Requests that move money have the command's idempotency key")
  func idempotency() throws {
    let name = try #require(HTTPField.Name("x-amz-pay-idempotency-key"))
    let kinds: [(Command.Kind, stage: String)] = [
      (.settle(.yen(4400)), "complete"), (.capture("1", .yen(4400)), ""), (.refund("1", .yen(100)), ""),
    ]
    for (kind, stage) in kinds {
      let sent = try ProviderExchange(kind, stage: stage, record: Self.withCharge).sent
      #expect(sent.headerFields[name] == "0123456789abcdef")
    }
  }
}
