import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The shop's options and the buyer's data.
@Suite("Swedbank Pay: a shop's options, the buyer's data")
struct ShopOptionsTests {
  private func options(_ json: String) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: Data(json.utf8))
  }

  @Test("A shop's options are part of the payment order, beside the buyer's data")
  func sent() throws {
    let options = try options(
      """
      {"view": "page", "instrument": "Swish", "restrictedToInstruments": ["CreditCard", "Swish"],
      "payerReference": "customer-7", "storesCard": true}
      """)
    #expect(try Sale.provider().problems(of: options).isEmpty)
    let order = try #require(try Sale(options: options).bank.sent("create").first?.order)
    #expect(order["instrument"]?.string == "Swish")
    #expect(order["restrictedToInstruments"] == .array([.string("CreditCard"), .string("Swish")]))
    #expect(order["payer"]?["payerReference"]?.string == "customer-7")
    #expect(order["payer"]?["email"]?.string == "astrid@shop.example")
    #expect(order["generatePaymentToken"] == .bool(true))
    let none = try #require(try Sale().bank.sent("create").first?.order)
    for name in ["instrument", "restrictedToInstruments", "generatePaymentToken"] { #expect(none[name] == nil) }
    #expect(none["payer"]?["payerReference"] == nil && none["payer"]?["firstName"]?.string == "Astrid")
  }

  @Test(
    "A wrong option is refused by its pointer",
    arguments: [
      (#"{"view": "iframe"}"#, "/view"), (#"{"instrument": ""}"#, "/instrument"),
      (#"{"restrictedToInstruments": []}"#, "/restrictedToInstruments"),
      (#"{"restrictedToInstruments": ["Swish", ""]}"#, "/restrictedToInstruments"),
      (#"{"instrument": "\u0000"}"#, "/instrument"), (#"{"instrument": "Swish\n"}"#, "/instrument"),
      (#"{"restrictedToInstruments": ["Swish", "\u0000"]}"#, "/restrictedToInstruments"),
      (
        #"{"restrictedToInstruments": [\#(Array(repeating: #""Swish""#, count: 5000).joined(separator: ","))]}"#,
        "/restrictedToInstruments"
      ),
      (#"{"payerReference": "customer\r\n7"}"#, "/payerReference"),
      (#"{"payerReference": "\#(String(repeating: "😀", count: 51))"}"#, "/payerReference"),
      (#"{"payerReference": ""}"#, "/payerReference"),
      (#"{"payerReference": "astrid@shop.example"}"#, "/payerReference"), (#"{"storesCard": true}"#, "/storesCard"),
      (#"{"storesCard": "yes", "payerReference": "7"}"#, "/storesCard"),
      (#"{"implementation": "Enterprise"}"#, "/implementation"),
    ])
  func wrong(_ json: String, _ pointer: String) throws {
    #expect(try Sale.provider().problems(of: try options(json)).map(\.pointer) == [pointer])
  }

  @Test(
    "The buyer's telephone number, e-mail address and name are sent in a form that Swedbank Pay takes, or not at all",
    arguments: [
      ("msisdn", BuyerFacts(mobile: "+46 (0)70-123 45 67"), nil, "+46701234567"),
      ("msisdn", BuyerFacts(mobile: "070-123 45 67"), "SE", "+46701234567"),
      ("msisdn", BuyerFacts(mobile: "070-123 45 67"), nil, nil),
      ("msisdn", BuyerFacts(mobile: "０７０ー１２３４ー５６７８"), "JP", "+817012345678"),
      ("msisdn", BuyerFacts(mobile: "０７０ー１２３４ー５６７８"), nil, nil),
      ("msisdn", BuyerFacts(mobile: "0171/1234567"), "DE", "+491711234567"),
      ("msisdn", BuyerFacts(mobile: "0171/1234567"), nil, nil), ("msisdn", BuyerFacts(mobile: "12345"), "SE", nil),
      ("email", BuyerFacts(email: "not-an-email"), nil, nil),
      ("email", BuyerFacts(email: "astrid@shop.example"), nil, "astrid@shop.example"),
      ("firstName", BuyerFacts(name: String(repeating: "a", count: 128)), nil, nil),
      ("lastName", BuyerFacts(surname: String(repeating: "å", count: 60)), nil, String(repeating: "å", count: 60)),
    ] as [(String, BuyerFacts, String?, String?)])
  func buyer(_ member: String, _ stated: BuyerFacts, _ country: String?, _ sent: String?) throws {
    var cups = try Sale()
    cups.record = nil
    let usable = cups.provider.usable(stated, country: country)
    #expect(usable.leftOut.count == (sent == nil ? 1 : 0))
    let request = try cups.request(.authorize(Sale.total))
    for facts in country == nil ? [stated, usable.facts] : [usable.facts] {
      let sealed = try cups.provider.seal(request, Sending(now: .sample, buyer: facts, random: Array(0..<32)))
      let order = try JSONDecoder().decode(UntypedJSON.self, from: Data(sealed.body))["paymentorder"]
      #expect(order?["payer"]?[member]?.string == sent)
    }
  }
}
