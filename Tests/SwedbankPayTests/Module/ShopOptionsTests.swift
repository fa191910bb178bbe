import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
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
    #expect(try SoldCups.provider().problems(of: options).isEmpty)
    let order = try #require(try SoldCups(options: options).bank.sent("create").first?.order)
    #expect(order["instrument"]?.string == "Swish")
    #expect(order["restrictedToInstruments"] == .array([.string("CreditCard"), .string("Swish")]))
    #expect(order["payer"]?["payerReference"]?.string == "customer-7")
    #expect(order["payer"]?["email"]?.string == "astrid@shop.example")
    #expect(order["generatePaymentToken"] == .bool(true))
    let none = try #require(try SoldCups().bank.sent("create").first?.order)
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
    #expect(try SoldCups.provider().problems(of: try options(json)).map(\.pointer) == [pointer])
  }

  @Test(
    "A telephone number needs its country",
    arguments: [("+46739000001", true), ("0739000001", false), ("+4673", false)])
  func mobile(_ number: String, _ isGood: Bool) throws {
    let problems = try SoldCups.provider().problems(of: BuyerFacts(mobile: number))
    #expect(problems.map(\.pointer) == (isGood ? [] : ["/buyer/mobile"]))
  }
}
