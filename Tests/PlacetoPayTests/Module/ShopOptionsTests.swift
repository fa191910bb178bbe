import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
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
    #expect(try Sale.provider().problems(of: options).isEmpty)
    let members = try #require(try Sale(options: options).bank.requests.first).members
    let fields = try #require(members["fields"] as? [[String: Any]])
    #expect(fields.map { $0["keyword"] as? String } == ["table", "order"])
    #expect(fields[0]["value"] as? String == "12" && fields[0]["displayOn"] as? String == "receipt")
    #expect(members["paymentMethod"] as? String == "visa,pse")
    for name in ["noBuyerFill", "skipResult", "captureAddress"] { #expect(members[name] as? Bool == true, "\(name)") }
    let none = try #require(try Sale().bank.requests.first).members
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
    #expect(try Sale.provider().problems(of: try options(json)).map(\.pointer) == [pointer])
  }

  private static let ana = BuyerFacts(
    ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)", documentType: "CC", document: "1040035000",
    name: "Ana María", surname: "Ñáñez", email: "ana@example.com", mobile: "+573001234567")

  @Test("The buyer's data fill the form of the page, enter with the signature, and are stored in no request")
  func buyer() throws {
    var cups = try Sale()
    #expect(cups.provider.usable(Self.ana, country: nil) == UsableFacts(Self.ana, country: nil))
    #expect(cups.provider.needs == Set(BuyerFact.allCases))
    cups.record = nil
    let request = try cups.request(.authorize(Sale.total))
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

  @Test("Buyer's data that PlacetoPay would refuse or drop are left out and named; document and type go together")
  func wrongBuyer() throws {
    let provider = try Sale.provider()
    let both = ["/buyer/documentType", "/buyer/document"]
    let changes: [([String], (inout BuyerFacts) -> Void)] = [
      (both, { $0.document = "0040" }), (both, { $0.documentType = "XX" }),
      (["/buyer/document"], { $0.documentType = nil }), (["/buyer/documentType"], { $0.document = nil }),
      (["/buyer/name"], { $0.name = "4111 1111 1111 1111" }),
      (["/buyer/name"], { $0.name = String(repeating: "a", count: 61) }),
      (["/buyer/surname"], { $0.surname = String(repeating: "a", count: 61) }),
      (["/buyer/email"], { $0.email = "ana" }),
      (["/buyer/email"], { $0.email = String(repeating: "a", count: 69) + "@example.com" }),
      (["/buyer/mobile"], { $0.mobile = "12345" }),
      (
        both + ["/buyer/name", "/buyer/email"], { ($0.document, $0.name, $0.email) = ("0", "4111111111111111", "a@b") }
      ),
    ]
    for (pointers, change) in changes {
      var buyer = Self.ana
      change(&buyer)
      let usable = provider.usable(buyer, country: nil)
      #expect(Set(usable.leftOut.map(\.pointer)) == Set(pointers))
      #expect(provider.usable(usable.facts, country: nil).leftOut.isEmpty)
    }
    #expect(provider.usable(.sample, country: nil) == UsableFacts(.sample, country: nil))
  }

  @Test(
    "A document is sent in the form of its type",
    arguments: [
      ("CC", "1.020.304.050", "1020304050"), ("cc", "1 020 304 050", "1020304050"), ("CC", "１０２０３０４０５０", "1020304050"),
      ("NIT", "900.123.456-7", "900123456"), ("RUT", "900123456-7", "900123456"), ("NIT", "900123456", "900123456"),
      ("CLRUT", "12.345.678-K", "12345678-K"), ("CPF", "123.456.789-09", "12345678909"),
      ("UYCI", "1.234.567-8", "1234567-8"),
    ])
  func document(_ type: String, _ stated: String, _ sent: String) throws {
    let usable = try Sale.provider().usable(BuyerFacts(documentType: type, document: stated), country: nil)
    #expect(usable.facts == BuyerFacts(documentType: type.uppercased(), document: sent))
    #expect(usable.leftOut.isEmpty)
  }

  @Test("A telephone number that names no country is one of the order's country, or else of the site's")
  func mobile() throws {
    let provider = try Sale.provider()
    let buyer = BuyerFacts(mobile: "300 123 4567")
    #expect(provider.usable(buyer, country: nil).facts.mobile == "+573001234567")
    #expect(provider.usable(buyer, country: "US").facts.mobile == "+13001234567")
  }

  @Test("A receipt has method, issuer, authorization code and last digits of the transaction that paid")
  func facts() throws {
    var cups = try Sale()
    try cups.pay()
    #expect(
      cups.checkout.payment?.facts
        == PaymentFacts(method: "visa", methodName: "Visa", issuer: "Test Bank", authorizationCode: "000000"))
    #expect(cups.details?.lastDigits == "1111")
  }
}
