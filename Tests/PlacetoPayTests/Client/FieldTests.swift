import FerryCore
import FerryHTTP
import PlacetoPay
import Testing

@Suite("Fields that PlacetoPay would refuse")
struct FieldTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pointer: String
    let change: @Sendable (inout NewSession) -> Void

    init(_ pointer: String, _ change: @escaping @Sendable (inout NewSession) -> Void) {
      self.pointer = pointer
      self.change = change
    }

    var testDescription: String { pointer }
  }

  private static let long = String(repeating: "x", count: 256)

  static let cases: [Case] = [
    Case("/payment") { $0.payment = nil },
    Case("/subscription") { $0.subscription = NewSubscription(reference: "S-1") },
    Case("/payment/reference") { $0.payment?.reference = "" },
    Case("/payment/reference") { $0.payment?.reference = String(repeating: "1", count: 33) },
    Case("/payment/reference") { $0.payment?.reference = "órden" },
    Case("/payment/description") { $0.payment?.description = String(repeating: "x", count: 251) },
    Case("/payment/description") { $0.payment?.description = "" },
    Case("/payment/amount/total") { $0.payment?.amount.total = .zero(.cop) },
    Case("/payment/amount/total") { $0.payment?.amount.total = .cop(-1) },
    Case("/payment/amount/taxes/0/amount") { $0.payment?.amount.taxes = [Tax(.ice, .yen(1))] },
    Case("/payment/amount/taxes/1/base") {
      $0.payment?.amount.taxes = [Tax(.ice, .cop(1)), Tax(.ice, .cop(1), base: .cop(-1))]
    },
    Case("/payment/amount/taxes/0/amount") { $0.payment?.amount.taxes = [Tax(.ice, .cop(12_001))] },
    Case("/payment/amount/details/0/amount") { $0.payment?.amount.details = [AmountDetail(.tip, .cop(-1))] },
    Case("/payment/amount/details") {
      $0.payment?.amount.details = [AmountDetail(.subtotal, .cop(11_000)), AmountDetail(.shipping, .cop(999))]
    },
    Case("/payment/allowPartial") {
      $0.payment?.allowPartial = true
      $0.payment?.recurring = Recurring(.month)
    },
    Case("/payment/allowPartial") {
      $0.payment?.allowPartial = true
      $0.payment?.amount.taxes = [Tax(.valueAddedTax, .cop(100))]
    },
    Case("/payment/allowPartial") {
      $0.payment?.allowPartial = true
      $0.payment?.amount.details = [AmountDetail(.tip, .cop(100))]
    },
    Case("/payment/allowPartial") {
      $0.payment?.allowPartial = true
      $0.type = .checkin
    },
    Case("/payment/allowPartial") {
      $0.payment?.allowPartial = true
      $0.payment?.dispersion = [Dispersion(Amount(.cop(12_000)), .merchant)]
    },
    Case("/payment/dispersion") {
      $0.payment?.dispersion = [Dispersion(Amount(.cop(12_000)), .merchant)]
      $0.type = .checkin
    },
    Case("/payment/dispersion") { $0.payment?.dispersion = [Dispersion(Amount(.cop(11_999)), .merchant)] },
    Case("/payment/dispersion") {
      $0.payment?.dispersion = Array(repeating: Dispersion(Amount(.cop(3_000)), .merchant), count: 4)
    },
    Case("/payment/dispersion") {
      $0.payment?.dispersion = [Dispersion(Amount(.cop(12_000)), .merchant)]
      $0.payment?.amount.taxes = [Tax(.valueAddedTax, .cop(100))]
    },
    Case("/payment/dispersion/0/amount") { $0.payment?.dispersion = [Dispersion(Amount(.yen(12_000)), .airline)] },
    Case("/payment/items") { $0.payment?.items = Array(repeating: Item(name: "Cup"), count: 51) },
    Case("/payment/items/0/name") { $0.payment?.items = [Item(name: "")] },
    Case("/payment/items/0/qty") { $0.payment?.items = [Item(name: "Cup", quantity: 0)] },
    Case("/payment/items/1/price") { $0.payment?.items = [Item(name: "Cup"), Item(name: "Cup", price: .yen(1))] },
    Case("/payment/items/0/tax") { $0.payment?.items = [Item(name: "Cup", tax: .cop(-1))] },
    Case("/payment/recurring/interval") { $0.payment?.recurring = Recurring(every: 0, .month) },
    Case("/payment/recurring/maxPeriods") { $0.payment?.recurring = Recurring(.day, maxPeriods: 0) },
    Case("/payment/recurring/nextPayment") { $0.payment?.recurring = Recurring(.day, nextPayment: "2026-02-30") },
    Case("/payment/recurring/dueDate") { $0.payment?.recurring = Recurring(.day, dueDate: "28/02/2026") },
    Case("/payment/recurring/notificationUrl") { $0.payment?.recurring = Recurring(.day, notificationUrl: "x") },
    Case("/payment/modifiers/0/additional/invoice") {
      $0.payment?.modifiers = [Modifier(.law17934, invoice: "1234567890")]
    },
    Case("/payment/shipping/email") { $0.payment?.shipping = Person(email: "nobody") },
    Case("/type") {
      $0.payment = nil
      $0.subscription = NewSubscription(reference: "S-1")
      $0.type = .checkin
    },
    Case("/subscription/reference") {
      $0.payment = nil
      $0.subscription = NewSubscription(reference: "")
    },
    Case("/subscription/description") {
      $0.payment = nil
      $0.subscription = NewSubscription(reference: "S-1", description: long)
    },
    Case("/returnUrl") { $0.returnUrl = "/paid" },
    Case("/returnUrl") { $0.returnUrl = "https://shop.example/\(long)" },
    Case("/cancelUrl") { $0.cancelUrl = "https://shop.example/a b" },
    Case("/expiration") { $0.expiration = .sample + .seconds(299) },
    Case("/locale") { $0.locale = "es-CO" },
    Case("/locale") { $0.locale = "es" },
    Case("/fields") { $0.fields = (0..<51).map { NameValuePair("f\($0)", "x") } },
    Case("/payment/fields") {
      $0.fields = (0..<30).map { NameValuePair("f\($0)", "x") }
      $0.payment?.fields = (0..<21).map { NameValuePair("g\($0)", "x") }
    },
    Case("/fields/1/keyword") { $0.fields = [NameValuePair("a", "x"), NameValuePair("a", "y")] },
    Case("/fields/0/keyword") { $0.fields = [NameValuePair("", "x")] },
    Case("/fields/0/keyword") { $0.fields = [NameValuePair(String(repeating: "k", count: 51), "x")] },
    Case("/fields/0/value") { $0.fields = [NameValuePair("a", .string(long))] },
    Case("/fields/0/value") { $0.fields = [NameValuePair("a", .array([.string(long)]))] },
    Case("/fields/0/value") { $0.fields = [NameValuePair("a", .object(["b": .string(long)]))] },
    Case("/paymentMethod") { $0.paymentMethods = ["visa", "pse,master"] },
    Case("/metadata/openingDate") { $0.metadata = Metadata(openingDate: "yesterday") },
  ]

  @Test("A session is refused at the field", arguments: cases)
  func refused(_ example: Case) throws {
    let session = NewSession.sample(example.change)
    let problem = #expect(throws: InvalidField.self) { try session.check(at: .sample) }
    #expect(problem?.pointer == example.pointer)
    #expect(problem?.explanation.isEmpty == false)
  }

  @Test("A session at all limits is accepted")
  func accepted() throws {
    try NewSession.sample { session in
      session.payment?.reference = "A-1_.,:/#$<>=%&@0123456789012345"
      session.payment?.description = String(repeating: "ñ", count: 250)
      session.payment?.items = Array(repeating: Item(name: "Cup", price: .zero(.cop)), count: 50)
      session.fields = (0..<30).map { NameValuePair("f\($0)", .string(String(repeating: "x", count: 255))) }
      session.payment?.fields = (0..<20).map { NameValuePair("g\($0)", 1) }
      session.expiration = .sample + .seconds(300)
      session.locale = "pt_BR"
      session.returnUrl = "redirection://receipt?return"
      session.paymentMethods = ["visa", "ath_card"]
      session.payment?.recurring = Recurring(every: 2, .month, maxPeriods: -1, nextPayment: "2028-02-29")
    }.check(at: .sample)
    try NewSession(subscription: NewSubscription(reference: "S-1"), returnUrl: "https://shop.example/").check()
  }

  @Test(
    "A subtotal, taxes and other parts make up the total; discounts reduce it, and the returned tax's base is no part")
  func sums() throws {
    try Amount(
      .cop(62_400),
      taxes: [Tax(.ice, .cop(4_800), base: .cop(40_000)), Tax(.valueAddedTax, .cop(7_600), base: .cop(40_000))],
      details: [
        AmountDetail(.shipping, .cop(5_000)), AmountDetail(.tip, .cop(7_000)), AmountDetail(.subtotal, .cop(40_000)),
        AmountDetail(.discount, .cop(2_000)), AmountDetail(.vatDevolutionBase, .cop(40_000)),
      ]
    ).check("/amount")
  }

  @Test(
    "A person is refused at the field",
    arguments: [
      ("/payer/documentType", Person(document: "1040035000")),
      ("/payer/document", Person(documentType: .cc)), ("/payer/document", Person(document: "0123", documentType: .cc)),
      ("/payer/document", Person(document: "900123456-1", documentType: .nit)),
      ("/payer/document", Person(document: String(repeating: "1", count: 26), documentType: .paruc)),
      ("/payer/name", Person(name: "")), ("/payer/name", Person(name: String(repeating: "n", count: 61))),
      ("/payer/name", Person(name: "Ana\u{7}")), ("/payer/surname", Person(surname: "4111 1111-1111 1111")),
      ("/payer/company", Person(company: String(repeating: "n", count: 61))),
      ("/payer/email", Person(email: "ana@shop")), ("/payer/email", Person(email: "a na@shop.example")),
      ("/payer/email", Person(email: "ana@shop..example")),
      ("/payer/email", Person(email: String(repeating: "a", count: 70) + "@shop.example")),
      ("/payer/mobile", Person(mobile: "12345")), ("/payer/mobile", Person(mobile: "+57 300 CALL ME")),
      ("/payer/mobile", Person(mobile: String(repeating: "1", count: 31))),
      ("/payer/address/country", Person(address: Address(country: "Colombia"))),
      ("/payer/address/state", Person(address: Address(state: "Antioquia"))),
      ("/payer/address/phone", Person(address: Address(phone: String(repeating: "1", count: 21)))),
    ])
  func person(_ pointer: String, _ person: Person) {
    let problem = #expect(throws: InvalidField.self) { try person.check("/payer") }
    #expect(problem?.pointer == pointer)
  }

  @Test("A complete person is accepted, and long parts of the address are cut as PlacetoPay cuts them")
  func completePerson() throws {
    let address = Address(
      country: "CO", state: "ANT", city: String(repeating: "c", count: 40), postalCode: "050001-050001",
      street: String(repeating: "s", count: 200), phone: "+57 (4) 444-2310")
    #expect(address.city?.count == 30)
    #expect(address.postalCode == "050001-050")
    #expect(address.street?.count == 128)
    try Person(
      document: "1040035000", documentType: .cc, name: "José 3º", surname: "Muñoz-O'Neil", company: "Café S.A.S.",
      email: "jose+shop@correo.example.museum", mobile: "+573001234567 ext 12", address: address
    ).check("/payer")
  }

  @Test("An item's name is cut between two characters")
  func longItem() {
    let item = Item(sku: String(repeating: "s", count: 31), name: String(repeating: "x", count: 119) + "👩‍👩‍👧")
    #expect(item.sku?.count == 30)
    #expect(item.name == String(repeating: "x", count: 119))
  }

  @Test("Ids are digits, because they become part of a path", arguments: ["", "12a", "../1", "-1", "1 2", "１"])
  func ids(_ id: String) {
    let problem = #expect(throws: InvalidField.self) { try PlacetoPayCall.querySession(id) }
    #expect(problem?.pointer == "/requestId")
    #expect(throws: InvalidField.self) { try PlacetoPayCall.cancelSession(id) }
    let other = #expect(throws: InvalidField.self) { try PlacetoPayCall.confirm(id) }
    #expect(other?.pointer == "/internalReference")
  }

  @Test("Actions need an amount above zero, and a refund may have none")
  func actionAmounts() throws {
    #expect(throws: InvalidField.self) { try PlacetoPayCall.capture("1", .zero(.cop)) }
    #expect(throws: InvalidField.self) { try PlacetoPayCall.reauthorize("1", .zero(.cop)) }
    #expect(throws: InvalidField.self) { try PlacetoPayCall.reverse("1", .zero(.cop)) }
    _ = try PlacetoPayCall.reverse("1")
  }

  @Test("A token's form is checked", arguments: ["", "abc", String(repeating: "g", count: 64)])
  func tokens(_ token: String) {
    let problem = #expect(throws: InvalidField.self) {
      try PlacetoPayCall.invalidateToken(SavedInstrument(token: token))
    }
    #expect(problem?.pointer == "/instrument/token/token")
    #expect(throws: InvalidField.self) { try PlacetoPayCall.invalidateToken(SavedInstrument(subtoken: token)) }
  }

  @Test("Of a charge to a saved card, payment, payer and instrument are checked")
  func collection() {
    var collection = NewCollection(payment: .sample(), instrument: .sample, payer: Person(email: "nobody"))
    #expect(throws: InvalidField.self) { try PlacetoPayCall.collect(collection) }
    collection.payer = Person(name: "Ana")
    #expect(throws: Never.self) { try PlacetoPayCall.collect(collection) }
    collection.instrument.installments = 0
    #expect(throws: InvalidField.self) { try PlacetoPayCall.collect(collection) }
  }

  @Test("A problem never repeats the value")
  func silent() {
    let problem = #expect(throws: InvalidField.self) { try Person(name: "4111111111111111").check("/payer") }
    #expect(problem?.description.contains("4111") == false)
  }
}
