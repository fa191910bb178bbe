import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Foundation
import PlacetoPay
import PlacetoPayModule
import Testing

/// The shop's options and the buyer's data, in requests and before them.
@Suite("PlacetoPay: a shop's options, the buyer's data, the receipt's facts")
struct ShopOptionsTests {
  private func options(_ json: String) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: Data(json.utf8))
  }

  @Test("A shop's options are part of the session, with its fields before Ferry's")
  func sent() throws {
    let options = try options(
      """
      {"fields": [{"keyword": "table", "value": "12", "displayOn": "receipt"}], "noBuyerFill": true, "skipResult": true,
      "captureAddress": true, "paymentMethods": ["visa", "pse"]}
      """)
    #expect(try SoldCups.provider().problems(of: options).isEmpty)
    let members = try #require(try SoldCups(options: options).bank.requests.first).members
    let fields = try #require(members["fields"] as? [[String: Any]])
    #expect(fields.map { $0["keyword"] as? String } == ["table", "order"])
    #expect(fields[0]["value"] as? String == "12" && fields[0]["displayOn"] as? String == "receipt")
    #expect(members["paymentMethod"] as? String == "visa,pse")
    for name in ["noBuyerFill", "skipResult", "captureAddress"] { #expect(members[name] as? Bool == true, "\(name)") }
    let none = try #require(try SoldCups().bank.requests.first).members
    for name in ["noBuyerFill", "skipResult", "captureAddress", "paymentMethod"] { #expect(none[name] == nil) }
  }

  @Test(
    "A wrong option is refused by its pointer",
    arguments: [
      (#"{"fields": [{"keyword": "", "value": "x"}]}"#, "/fields/0/keyword"),
      (#"{"fields": [{"keyword": "order", "value": "x"}]}"#, "/fields/0/keyword"),
      (#"{"fields": [{"keyword": "a", "value": "x"}, {"keyword": "a", "value": "y"}]}"#, "/fields/1/keyword"),
      (#"{"fields": [{"keyword": "a", "value": "x", "displayOn": "email"}]}"#, "/fields/0/displayOn"),
      (#"{"fields": [{"keyword": "a"}]}"#, "/fields/0/value"), (#"{"paymentMethods": []}"#, "/paymentMethods"),
      (#"{"paymentMethods": ["visa, pse"]}"#, "/paymentMethods"), (#"{"skipResult": "yes"}"#, "/skipResult"),
      (#"{"allowPartial": true}"#, "/allowPartial"),
      (
        #"{"paymentMethods": [\#(Array(repeating: #""visa""#, count: 5000).joined(separator: ","))]}"#,
        "/paymentMethods"
      ),
      (#"{"fields": [{"keyword": "a\u0000", "value": "x"}]}"#, "/fields/0/keyword"),
      (#"{"fields": [{"keyword": "a", "value": "x\r\ny"}]}"#, "/fields/0/value"),
    ])
  func wrong(_ json: String, _ pointer: String) throws {
    #expect(try SoldCups.provider().problems(of: try options(json)).map(\.pointer) == [pointer])
  }

  private static let ana = BuyerFacts(
    ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)", documentType: "CC", document: "1040035000",
    name: "Ana María", surname: "Ñáñez", email: "ana@example.com", mobile: "+573001234567")

  @Test("The buyer's data fill the form of the page, enter with the signature, and are stored in no request")
  func buyer() throws {
    var cups = try SoldCups()
    #expect(cups.provider.problems(of: Self.ana).isEmpty)
    #expect(cups.provider.needs == Set(BuyerFact.allCases))
    cups.record = nil
    let request = try cups.request(.authorize(SoldCups.total))
    let sealed = try cups.provider.seal(request, Sending(now: .sample, buyer: Self.ana, random: Array(0..<32)))
    let members = try #require(try JSONSerialization.jsonObject(with: Data(sealed.body)) as? [String: Any])
    let buyer = try #require(members["buyer"] as? [String: String])
    #expect(
      buyer
        == [
          "documentType": "CC", "document": "1040035000", "name": "Ana María", "surname": "Ñáñez",
          "email": "ana@example.com", "mobile": "+573001234567",
        ])
    #expect(members["payer"] == nil)
    #expect(!String(decoding: request.content, as: UTF8.self).contains("buyer"))
    let nobody = try cups.provider.seal(request, Sending(now: .sample, buyer: .sample, random: Array(0..<32)))
    #expect(!String(decoding: nobody.body, as: UTF8.self).contains("\"buyer\""))
  }

  @Test("Buyer's data that PlacetoPay would refuse or drop are refused by their pointer")
  func wrongBuyer() throws {
    let provider = try SoldCups.provider()
    let changes: [(String, (inout BuyerFacts) -> Void)] = [
      ("/buyer/document", { $0.document = "0040" }), ("/buyer/documentType", { $0.documentType = "XX" }),
      ("/buyer/documentType", { $0.documentType = nil }), ("/buyer/document", { $0.document = nil }),
      ("/buyer/name", { $0.name = "4111 1111 1111 1111" }),
      ("/buyer/surname", { $0.surname = String(repeating: "a", count: 61) }),
      ("/buyer/email", { $0.email = "ana" }), ("/buyer/mobile", { $0.mobile = "12" }),
    ]
    for (pointer, change) in changes {
      var buyer = Self.ana
      change(&buyer)
      #expect(provider.problems(of: buyer).map(\.pointer) == [pointer])
    }
    #expect(provider.problems(of: .sample).isEmpty)
  }

  @Test("A receipt has method, issuer, authorization code and last digits of the transaction that paid")
  func facts() throws {
    var cups = try SoldCups()
    try cups.pay()
    #expect(
      cups.checkout.payment?.facts
        == PaymentFacts(method: "visa", methodName: "Visa", issuer: "Test Bank", authorizationCode: "000000"))
    #expect(cups.details?.lastDigits == "1111")
  }
}
