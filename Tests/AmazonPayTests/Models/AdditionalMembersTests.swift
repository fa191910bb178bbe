import AmazonPay
import FerryCore
import FerryHTTP
import Foundation
import Testing

@Suite("Undocumented members of answers")
struct AdditionalMembersTests {
  private func value(_ text: String) throws -> [String: UntypedJSON] {
    try #require(JSONDecoder().decode(UntypedJSON.self, from: Data(text.utf8)).object)
  }

  /// Removes null members, because null and a missing member are equal.
  private func pruned(_ value: UntypedJSON) -> UntypedJSON {
    switch value {
    case .object(let members): .object(members.filter { $0.value != .null }.mapValues(pruned))
    case .array(let elements): .array(elements.filter { $0 != .null }.map(pruned))
    default: value
    }
  }

  /// Decodes and encodes the text.
  private func rewritten<Object: Codable & Sendable>(_ text: String, _ type: Object.Type) throws -> [String:
    UntypedJSON]
  {
    try value(Sample("", text, type).rewritten(text))
  }

  /// The text with an unknown member in every object.
  private func extended(_ value: UntypedJSON) -> UntypedJSON {
    switch value {
    case .object(let members):
      .object(members.mapValues(extended).merging(["someday": ["deep": [1, "2", false]]]) { $1 })
    case .array(let elements): .array(elements.map(extended))
    default: value
    }
  }

  struct Sample: Sendable, CustomStringConvertible {
    let description: String
    let text: String
    let rewritten: @Sendable (String) throws -> String

    init<Object: Codable & Sendable>(_ description: String, _ text: String, _ type: Object.Type) {
      self.description = description
      self.text = text
      rewritten = { text in
        let object = try JSONDecoder().decode(Object.self, from: Data(text.utf8))
        return String(decoding: try JSONEncoder().encode(object), as: UTF8.self)
      }
    }
  }

  static let samples: [Sample] = [
    Sample("an open session", Answers.openSession, CheckoutSession.self),
    Sample("a completed session", Answers.completedSession, CheckoutSession.self),
    Sample("a session with everything", Answers.recurringSession, CheckoutSession.self),
    Sample(
      "a finalized session", #"{"chargePermissionId":"S","chargeId":"C","checkoutSessionId":null}"#,
      FinalizedCheckoutSession.self),
    Sample("a charge", Answers.charge("Captured"), Charge.self),
    Sample("an unknown charge", Answers.charge("HalfCaptured"), Charge.self),
    Sample("a dispute", Answers.dispute("Resolved", "MerchantWon"), Dispute.self),
    Sample("a buyer", Answers.buyer, AmazonPayBuyer.self),
    Sample("a tracker", Answers.tracker, DeliveryTracker.self),
    Sample("a report", Answers.report, Report.self),
    Sample("a page of reports", #"{"reports":[\#(Answers.report)],"nextToken":"t"}"#, ReportPage.self),
    Sample("a report's document", Answers.reportDocument, ReportDocument.self),
    Sample("a schedule", Answers.reportSchedule, ReportSchedule.self),
    Sample("schedules", #"{"reportSchedules":[\#(Answers.reportSchedule)]}"#, ReportScheduleList.self),
    Sample("a page of disbursements", Answers.disbursements, DisbursementPage.self),
    Sample("a disbursement without an amount", #"{"disbursements":[{"currencyCode":"USD"}]}"#, DisbursementPage.self),
    Sample("an authorization token", #"{"authorizationToken":"a.b.c"}"#, AuthorizationToken.self),
  ]

  @Test(
    "Every answer decodes and encodes completely, with unknown members in every object",
    arguments: samples)
  func whole(_ sample: Sample) throws {
    let known = try value(sample.text)
    for content in [known, try #require(extended(.object(known)).object)] {
      let text = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
      // Lists without an element are left out.
      let expected = try #require(pruned(.object(content)).object).filter { $0.value != [] }
      let written = try #require(pruned(.object(try value(sample.rewritten(text)))).object).filter { $0.value != [] }
      #expect(written == expected)
    }
  }

  @Test("Keeps a documented member of another type unchanged")
  func otherType() throws {
    let text = #"{"chargeId":"C","statusDetails":{"state":"Captured"},"chargeAmount":"free","channel":7}"#
    let charge = try JSONDecoder().decode(Charge.self, from: Data(text.utf8))
    #expect(charge.chargeAmount == nil)
    #expect(charge.additional == ["chargeAmount": "free", "channel": 7])
    #expect(try rewritten(text, Charge.self)["chargeAmount"] == "free")
  }

  @Test("Numbers keep all digits, and deep nesting drops the member, not the answer")
  func extremes() throws {
    let exact = #"{"big":12345678901234567890.123456789,"small":-0.1,"whole":9007199254740993}"#
    let members = try value(exact)
    #expect(members["big"] == .number("12345678901234567890.123456789"))
    #expect(members["whole"] == 9_007_199_254_740_993)
    let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    let text = #"{"refundId":"R","statusDetails":{"state":"Refunded"},"deep":\#(deep),"huge":1e999,"fine":1}"#
    let refund = try JSONDecoder().decode(Refund.self, from: Data(text.utf8))
    #expect(refund.refundId == "R")
    #expect(refund.additional["fine"] == 1)
    #expect(refund.additional["deep"] == nil)
  }

  @Test("Unknown members may be personal: they print as their kind")
  func printing() throws {
    let session = try JSONDecoder().decode(
      CheckoutSession.self,
      from: Data(
        #"{"checkoutSessionId":"S","statusDetails":{"state":"Open"},"who":{"name":"Taro"},"nick":"T-san"}"#.utf8))
    #expect(session.additional["nick"] == "T-san")
    var dumped = ""
    dump(session, to: &dumped)
    for text in ["\(session)", String(reflecting: session), dumped] {
      #expect(!text.contains("Taro"))
      #expect(!text.contains("T-san"))
    }
    let buyer = try JSONDecoder().decode(AmazonPayBuyer.self, from: Data(Answers.buyer.utf8))
    #expect("\(buyer)" == "redacted")
    let untyped = try JSONDecoder().decode(UntypedAnswer.self, from: Data(#"{"url":"https://signed"}"#.utf8))
    #expect("\(untyped)" == "redacted")
    #expect(untyped.additional["url"] == "https://signed")
  }

  @Test("Tokens and signed addresses print as redacted")
  func secrets() throws {
    let token = try JSONDecoder().decode(
      AuthorizationToken.self, from: Data(#"{"authorizationToken":"a.b.c"}"#.utf8))
    let document = try JSONDecoder().decode(ReportDocument.self, from: Data(Answers.reportDocument.utf8))
    #expect(token.authorizationToken == "a.b.c")
    #expect(document.url == "https://signed.example/1")
    var dumped = ""
    dump(token, to: &dumped)
    dump(document, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\(document)", String(reflecting: document), dumped] {
      #expect(!text.contains("a.b.c") && !text.contains("signed"), "\(text)")
    }
  }

  @Test("Amount and currency are members of the disbursement itself")
  func disbursements() throws {
    let page = try JSONDecoder().decode(DisbursementPage.self, from: Data(Answers.disbursements.utf8))
    let disbursement = try #require(page.disbursements.first)
    #expect(disbursement.amount?.money == Money(minorUnits: 100_050, .usd))
    #expect(disbursement.amazonDisbursementReferenceId == "ABC123")
    #expect(disbursement.transactionTime == Moment(milliseconds: 1_670_432_906_000))
    #expect(disbursement.additional.isEmpty)
    let numbers = #"{"amount":1000.5,"currencyCode":"USD","transactionTime":"2022-12-07T17:08:26.717Z"}"#
    let other = try JSONDecoder().decode(Disbursement.self, from: Data(numbers.utf8))
    #expect(other.amount?.money == disbursement.amount?.money)
    #expect(other.transactionTime == Moment(milliseconds: 1_670_432_906_717))
  }

  @Test("Decodes several addresses from strings with JSON")
  func shippingAddressList() throws {
    let session = try JSONDecoder().decode(CheckoutSession.self, from: Data(Answers.recurringSession.utf8))
    #expect(session.shippingAddressList.map(\.postalCode) == ["100-0005", nil])
    #expect(session.shippingAddressList.first?.additional["addressId"] == "1")
    #expect(session.recurringMetadata?.frequency == RecurringMetadata.Frequency(.month, 3))
    #expect(session.recurringMetadata?.amount?.money == .yen(980))
    #expect(session.chargePermissionType == .known(.recurring))
    #expect(session.deliverySpecifications?.addressRestrictions?.restrictions["JP"]?.statesOrRegions == ["東京都"])
    #expect(session.paymentMethodOnFileMetadata?.setupOnly == false)
    #expect(session.webCheckoutDetails?.checkoutMode == .unknown("Later"))
  }

  @Test("Keeps the text of a single reason and of listed reasons")
  func reasons() throws {
    let session = try JSONDecoder().decode(CheckoutSession.self, from: Data(Answers.canceledSession("Declined").utf8))
    #expect(session.statusDetails.explanations.map(\.text) == ["text"])
    let permission = try JSONDecoder().decode(ChargePermission.self, from: Data(Answers.chargePermission.utf8))
    #expect(permission.statusDetails.explanations.map(\.text) == ["An authorization is open.", nil])
    let written = try rewritten(Answers.chargePermission, ChargePermission.self)
    #expect(
      written["statusDetails"]?.object?["reasons"] == [
        ["reasonCode": "ChargeInProgress", "reasonDescription": "An authorization is open."],
        ["reasonCode": "SomethingNew"],
      ])
    #expect(written["statusDetails"]?.object?["lastUpdatedTimestamp"] == "20250102T030405Z")
  }
}
