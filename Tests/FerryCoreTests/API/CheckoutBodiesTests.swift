import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON is pinned: shops in every language read and write these names.
@Suite("Bodies of /v1")
struct CheckoutBodiesTests {
  /// Checks that a body encodes to the text, and the text decodes to the body.
  private func expect<Body: Codable & Equatable>(
    _ body: Body, is json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(body), as: UTF8.self) == json, sourceLocation: sourceLocation)
    #expect(try JSONDecoder().decode(Body.self, from: Data(json.utf8)) == body, sourceLocation: sourceLocation)
  }

  private let line = OrderLine(sku: "hd8", name: "Fire HD8", quantity: 2, unitPrice: .yen(8_980))

  @Test("The body that creates a checkout")
  func create() throws {
    let order = OrderContent(
      currency: .jpy, lines: [line], tax: TaxRule(.tenPercent, rounding: .down, included: true),
      shipping: ShippingRule(
        standard: .yen(540), zones: [ShippingRule.Zone(regions: ["北海道", "Hokkaido"], price: .yen(1_080))]))
    try expect(
      CreateCheckoutBody(
        orderReference: "cart-7", kind: .browser, provider: "amazon-pay", language: .japanese, capture: .manual,
        order: order),
      is:
        #"{"capture":"manual","kind":"browser","language":"ja","order":{"currency":"JPY","lines":[{"name":"Fire HD8","#
        + #""quantity":2,"sku":"hd8","unitPrice":{"amount":"8980","currency":"JPY"}}],"shipping":{"standard":"#
        + #"{"amount":"540","currency":"JPY"},"zones":[{"price":{"amount":"1080","currency":"JPY"},"regions":["北海道","#
        + #""Hokkaido"]}]},"tax":{"included":true,"percent":"10","rounding":"down"}},"orderReference":"cart-7","#
        + #""provider":"amazon-pay"}"#)
  }

  @Test("The bodies of a change and of a confirmation")
  func changeAndConfirm() throws {
    try expect(ChangeCheckoutBody(what: .address), is: #"{"what":"address"}"#)
    try expect(
      ConfirmCheckoutBody(revision: 3, total: .yen(25_500)),
      is: #"{"revision":3,"total":{"amount":"25500","currency":"JPY"}}"#)
  }

  @Test("A new checkout, without what it does not have yet")
  func newCheckout() throws {
    try expect(
      CheckoutBody(
        id: "c1", orderNumber: "F-7K2", orderReference: "cart-7", provider: "amazon-pay", mode: .test, kind: .browser,
        language: .english, capture: .automatic, phase: .open, awaitsProvider: false,
        next: NextBody(url: "http://127.0.0.1:3080/x"), review: nil, decline: nil, payment: nil,
        createdAt: Moment(milliseconds: 1_000), expiresAt: Moment(milliseconds: 2_000), canBegin: true),
      is:
        #"{"awaitsProvider":false,"canBegin":true,"capture":"automatic","createdAt":1000,"expiresAt":2000,"id":"c1","isLocked":false,"#
        + #""kind":"browser","language":"en","mode":"test","next":{"url":"http://127.0.0.1:3080/x"},"orderNumber":"F-7K2","#
        + #""orderReference":"cart-7","phase":"open","#
        + #""provider":"amazon-pay"}"#)
  }

  @Test("A review, a decline and a payment")
  func parts() throws {
    let review = ReviewBody(
      revision: 2, buyer: BuyerBody(name: "山田太郎", email: nil, phone: nil),
      shippingAddress: AddressBody(
        name: nil, lines: ["1-1"], city: nil, region: "東京都", postalCode: "100-0001", country: "JP", phone: nil),
      paymentDescriptor: "Visa ****1111",
      lines: [
        LineBody(
          id: "hd8", sku: "hd8", name: "Fire HD8", quantity: 2, unitPrice: .yen(8_980), amount: .yen(17_960),
          percent: .tenPercent)
      ],
      subtotal: .yen(17_960), shipping: DeliveryPrice(.yen(540)), tax: .yen(1_681), taxIncluded: true,
      taxes: [TaxBody(percent: .tenPercent, kind: nil, base: .yen(16_819), tax: .yen(1_681))],
      total: .yen(18_500))
    let yen = { (amount: String) in #"{"amount":"\#(amount)","currency":"JPY"}"# }
    try expect(
      review,
      is:
        #"{"buyer":{"name":"山田太郎"},"lines":[{"amount":\#(yen("17960")),"id":"hd8","name":"Fire HD8","percent":"10","quantity":2,"sku":"hd8","#
        + #""unitPrice":\#(yen("8980"))}],"paymentDescriptor":"Visa ****1111","revision":2,"shipping":\#(yen("540")),"#
        + #""shippingAddress":{"country":"JP","lines":["1-1"],"postalCode":"100-0001","region":"東京都"},"#
        + #""subtotal":\#(yen("17960")),"tax":\#(yen("1681")),"taxIncluded":true,"#
        + #""taxes":[{"base":\#(yen("16819")),"percent":"10","tax":\#(yen("1681"))}],"#
        + #""total":\#(yen("18500"))}"#)
    try expect(
      PaymentBody(
        authorized: .yen(18_500), captured: .yen(18_500), refunded: .yen(0), capturable: .yen(0), reference: "S03-1"),
      is: #"{"authorized":\#(yen("18500")),"capturable":\#(yen("0")),"captured":\#(yen("18500")),"#
        + #""reference":"S03-1","refunded":\#(yen("0"))}"#)
    try expect(
      PaymentMethodBody(code: "visa", name: "Visa", issuer: "Bank of Invention", lastDigits: "1111"),
      is: #"{"code":"visa","issuer":"Bank of Invention","lastDigits":"1111","name":"Visa"}"#)
  }
}

@Suite("Names that /v1 uses")
struct PhaseNameTests {
  @Test(
    "The name of a phase never changes, and only four phases are final",
    arguments: [
      (.open, "open", false), (.selecting, "selecting", false), (.reviewing, "reviewing", false),
      (.authorizing, "authorizing", false), (.paying, "paying", false), (.settling, "settling", false),
      (.closing, "closing", false), (.paid, "paid", true), (.declined, "declined", true),
      (.cancelled, "cancelled", true),
      (.expired, "expired", true), (.held, "held", false),
    ] as [(PhaseName, String, Bool)])
  func phases(phase: PhaseName, name: String, isFinal: Bool) throws {
    #expect(phase.rawValue == name)
    #expect(PhaseName(rawValue: name) == phase)
    #expect(phase.isFinal == isFinal)
    #expect(String(decoding: try JSONEncoder().encode([phase]), as: UTF8.self) == "[\"\(name)\"]")
    #expect(try JSONDecoder().decode([PhaseName].self, from: Data("[\"\(name)\"]".utf8)) == [phase])
  }

  @Test("An unknown phase keeps its name and is not final")
  func unknown() throws {
    let phases = try JSONDecoder().decode([PhaseName].self, from: Data(#"["PAID"]"#.utf8))
    #expect(phases == [.unrecognised("PAID")])
    #expect(!phases[0].isFinal)
    #expect(String(decoding: try JSONEncoder().encode(phases), as: UTF8.self) == #"["PAID"]"#)
  }

  @Test("Words of the API are never renamed")
  func words() {
    #expect(CheckoutKind.allCases.map(\.rawValue) == ["browser", "app"])
    #expect(CapturePolicy.allCases.map(\.rawValue) == ["automatic", "manual"])
    #expect(ChangeKind.allCases.map(\.rawValue) == ["address", "payment"])
    #expect(
      DeclineReason.allCases.map(\.rawValue)
        == ["payment-method-refused", "verification-failed", "refused", "timed-out", "not-started"])
  }
}

@Suite("Addresses")
struct AddressTests {
  @Test("A Japanese address runs from the large to the small")
  func japanese() {
    let address = AddressBody(
      name: "山田 太郎", lines: ["札幌市中央区北一条西2-1", "港ビル 3F"], city: nil, region: "北海道", postalCode: "060-0001",
      country: "JP", phone: "0110000000")
    #expect(address.isJapanese)
    #expect(address.writtenLines == ["山田 太郎", "〒060-0001", "北海道札幌市中央区北一条西2-1", "港ビル 3F", "0110000000"])
  }

  @Test("Other addresses, and a Japanese one in Latin letters, run from the small to the large")
  func latin() {
    let address = AddressBody(
      name: "Taro Yamada", lines: ["2-1 Kita 1-jo Nishi"], city: "Sapporo", region: "Hokkaido", postalCode: "060-0001",
      country: "JP", phone: nil)
    #expect(!address.isJapanese)
    #expect(address.writtenLines == ["Taro Yamada", "2-1 Kita 1-jo Nishi", "Sapporo, Hokkaido 060-0001", "Japan"])
  }

  @Test("Missing parts leave no gap")
  func sparse() {
    let address = AddressBody(
      name: nil, lines: ["", "10 Rue X"], city: "", region: nil, postalCode: nil, country: nil, phone: nil)
    #expect(address.writtenLines == ["10 Rue X"])
  }

  @Test(
    "In Europe the postal code stands before the city, elsewhere after the region, without a comma",
    arguments: [
      ("SE", nil, "211 34 Malmö"), ("ES", "Sevilla", "211 34 Malmö, Sevilla"),
      ("CO", "Antioquia", "Malmö, Antioquia 211 34"),
      ("GB", nil, "Malmö 211 34"), ("US", "WA", "Malmö, WA 211 34"),
    ])
  func postalCode(_ country: String, _ region: String?, _ line: String) {
    let address = AddressBody(
      name: nil, lines: ["Storgatan 1"], city: "Malmö", region: region, postalCode: "211 34", country: country,
      phone: nil)
    #expect(address.writtenLines == ["Storgatan 1", line, country])
  }
}
