import AmazonPay
import FerryCore
import FerryHTTP
import Testing

@Suite("New sessions")
struct NewCheckoutSessionTests {
  static let review = "https://shop.example/review"

  private func text(_ session: NewCheckoutSession) throws -> String {
    let key = try IdempotencyKey("k")
    return String(
      decoding: try AmazonPayCall.createCheckoutSession(session, key, in: .live).body, as: UTF8.self)
  }

  private func expect(
    _ session: NewCheckoutSession, _ field: String, _ fault: FieldRule,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: InvalidField(field: field, fault), sourceLocation: location) {
      try AmazonPayCall.createCheckoutSession(session, IdempotencyKey("k"), in: .live)
    }
    #expect(throws: InvalidField(field: field, fault), sourceLocation: location) {
      try ButtonPayload(session, in: .live)
    }
  }

  private var plain: NewCheckoutSession {
    NewCheckoutSession(storeId: TestAccount.storeId, checkoutReviewReturnUrl: Self.review)
  }

  static let address = AddressDetails(
    name: " 山田 太郎 ", addressLine1: "千代田区丸の内1-1-1", stateOrRegion: "東京都", postalCode: "100-0005",
    countryCode: "jp", phoneNumber: "0312345678")

  private var atOnce: NewCheckoutSession {
    NewCheckoutSession(
      storeId: TestAccount.storeId, processOrder: RequestedPayment(.authorize, .yen(9878)),
      addressDetails: Self.address, checkoutResultReturnUrl: "https://shop.example/paid")
  }

  @Test("The button's payload equals the body of the call")
  func same() throws {
    #expect(try ButtonPayload(plain, in: .live).json == text(plain))
    #expect(
      try text(plain) == """
        {"storeId":"\(TestAccount.storeId)","webCheckoutDetails":{"checkoutReviewReturnUrl":"\(Self.review)"}}
        """)
  }

  @Test("A recurring payment has frequency and amount")
  func recurring() throws {
    var session = plain
    session.chargePermissionType = .recurring
    expect(session, "recurringMetadata", .missing)
    session.recurringMetadata = RecurringMetadata(frequency: .init(.month, 1), amount: .yen(980))
    #expect(
      try text(session).contains(
        """
        "chargePermissionType":"Recurring","recurringMetadata":{"amount":{"amount":"980","currencyCode":"JPY"},\
        "frequency":{"unit":"Month","value":"1"}}
        """))
    session.recurringMetadata = RecurringMetadata(frequency: .init(.month, 0))
    expect(session, "recurringMetadata.frequency.value", .notInRange(1...10_000))
    session.recurringMetadata = RecurringMetadata(frequency: .init(.variable, 0))
    _ = try text(session)
    session.recurringMetadata = RecurringMetadata(frequency: .init(.month, 1), amount: .yen(10_000_001))
    expect(session, "recurringMetadata.amount", .aboveMaximum("10000000 JPY"))
    session = plain
    session.recurringMetadata = RecurringMetadata(frequency: .init(.month, 1))
    expect(session, "recurringMetadata", .onlyWith("chargePermissionType Recurring"))
  }

  @Test("A payment method may be saved without a payment, and used later")
  func savedPaymentMethod() throws {
    var session = plain
    session.paymentMethodOnFileMetadata = PaymentMethodOnFileMetadata(setupOnly: true)
    expect(session, "paymentMethodOnFileMetadata", .onlyWith("chargePermissionType PaymentMethodOnFile"))
    session.chargePermissionType = .paymentMethodOnFile
    session.chargePermissionId = "P03-1234567-1234567"
    #expect(
      try text(session).contains(
        """
        "chargePermissionId":"P03-1234567-1234567","chargePermissionType":"PaymentMethodOnFile",\
        "paymentMethodOnFileMetadata":{"setupOnly":true}
        """))
    session.chargePermissionId = "P03/1"
    expect(session, "chargePermissionId", .characters(allowed: "A-Z a-z 0-9 -"))
  }

  @Test("Restricts deliveries by country, region and kind of address")
  func delivery() throws {
    var session = plain
    session.deliverySpecifications = DeliverySpecifications(
      specialRestrictions: [.noPostOfficeBoxes, .noPackstations],
      addressRestrictions: .init(
        .notAllowed, ["JP": .init(statesOrRegions: ["沖縄県"], zipCodes: ["904-*"]), "US": .whole]))
    #expect(
      try text(session).contains(
        """
        "deliverySpecifications":{"addressRestrictions":{"restrictions":{"JP":{"statesOrRegions":["沖縄県"],\
        "zipCodes":["904-*"]},"US":{}},"type":"NotAllowed"},\
        "specialRestrictions":["RestrictPOBoxes","RestrictPackstations"]}
        """))
    session.deliverySpecifications = DeliverySpecifications(countries: ["Japan"])
    expect(session, "deliverySpecifications.addressRestrictions.restrictions", .notACountry)
  }

  @Test("A checkout without review has all values, with the address in Amazon's format")
  func processOrder() throws {
    #expect(
      try text(atOnce) == """
        {"addressDetails":{"addressLine1":"千代田区丸の内1-1-1","countryCode":"JP","name":"山田 太郎",\
        "phoneNumber":"0312345678","postalCode":"100-0005","stateOrRegion":"東京都"},\
        "paymentDetails":{"chargeAmount":{"amount":"9878","currencyCode":"JPY"},"paymentIntent":"Authorize"},\
        "storeId":"\(TestAccount.storeId)","webCheckoutDetails":{"checkoutMode":"ProcessOrder",\
        "checkoutResultReturnUrl":"https://shop.example/paid"}}
        """)
    var session = atOnce
    session.checkoutResultReturnUrl = nil
    expect(session, "webCheckoutDetails.checkoutResultReturnUrl", .missing)
    session = atOnce
    session.payment?.chargeAmount = nil
    expect(session, "paymentDetails.chargeAmount", .missing)
    session = atOnce
    session.payment?.paymentIntent = nil
    expect(session, "paymentDetails.paymentIntent", .missing)
    session = plain
    session.addressDetails = Self.address
    expect(session, "addressDetails", .onlyWith("checkoutMode ProcessOrder"))
  }

  @Test(
    "The required parts of an address depend on the country",
    arguments: [
      ("JP", nil as String?, "東京都" as String?, nil as String?),
      ("JP", nil, nil, "stateOrRegion"), ("US", "Seattle", "WA", nil), ("US", nil, "WA", "city"),
      ("US", "Seattle", nil, "stateOrRegion"), ("DE", "Berlin", nil, nil), ("DE", nil, nil, "city"),
      ("GB", "London", nil, nil), ("GB", "London", "Greater London", "stateOrRegion"),
      ("AE", "Dubai", "Dubai", "stateOrRegion"), ("germany", "Berlin", nil, "countryCode"),
    ])
  func addresses(country: String, city: String?, state: String?, wrong: String?) throws {
    var session = atOnce
    session.addressDetails = AddressDetails(
      name: "N", addressLine1: "L", city: city, stateOrRegion: state, postalCode: "1", countryCode: country,
      phoneNumber: "1")
    do {
      _ = try text(session)
      #expect(wrong == nil)
    } catch let error as InvalidField {
      #expect(error.pointer == "/addressDetails/\(wrong ?? "")")
    }
  }

  @Test("Required parts of every address", arguments: ["name", "addressLine1", "postalCode", "phoneNumber"])
  func addressParts(part: String) {
    var session = atOnce
    switch part {
    case "name": session.addressDetails?.name = ""
    case "addressLine1": session.addressDetails?.addressLine1 = ""
    case "postalCode": session.addressDetails?.postalCode = ""
    default: session.addressDetails?.phoneNumber = ""
    }
    expect(session, "addressDetails.\(part)", .missing)
  }

  @Test("Checks the limits of addresses, store and amounts")
  func limits() {
    var session = plain
    session.storeId = ""
    expect(session, "storeId", .missing)
    session = plain
    session.checkoutReviewReturnUrl = nil
    expect(session, "webCheckoutDetails.checkoutReviewReturnUrl", .missing)
    session.checkoutReviewReturnUrl = "http://shop.example/review"
    expect(session, "webCheckoutDetails.checkoutReviewReturnUrl", .notHTTPS)
    session = plain
    session.checkoutCancelUrl = "cancel"
    expect(session, "webCheckoutDetails.checkoutCancelUrl", .notAnAddress)
    session = plain
    session.payment = RequestedPayment(.authorize, .yen(100), totalOrderAmount: .yen(99))
    expect(session, "chargeAmount", .aboveLimit("99 JPY", what: "the total of the order"))
    session.payment = RequestedPayment(
      .authorize, .yen(100), totalOrderAmount: Money(minorUnits: 100, .eur))
    expect(session, "paymentDetails.totalOrderAmount", .otherCurrency("JPY"))
    session.payment = RequestedPayment(.authorize, .yen(100), presentmentCurrency: .eur)
    expect(session, "paymentDetails.presentmentCurrency", .otherCurrency("JPY"))
    session.payment = RequestedPayment(.authorize, .yen(100), estimateOrderTotal: .yen(0))
    expect(session, "paymentDetails.estimateOrderTotal", .notPositive)
    session = plain
    session.merchantMetadata = MerchantMetadata(merchantStoreName: String(repeating: "a", count: 51))
    expect(session, "merchantMetadata.merchantStoreName", .tooLong(limit: 50))
  }

  @Test("Sends untyped members; none replaces a typed one")
  func additional() throws {
    var session = plain
    session.additional = ["multiAddressesCheckoutMetadata": ["a": [1, true, "x"]], "storeId": "other"]
    #expect(
      try text(session) == """
        {"multiAddressesCheckoutMetadata":{"a":[1,true,"x"]},"storeId":"\(TestAccount.storeId)",\
        "webCheckoutDetails":{"checkoutReviewReturnUrl":"\(Self.review)"}}
        """)
  }

  @Test("Names a payment service provider that processes the payment")
  func processor() throws {
    var session = plain
    session.processorSpecifications = ProcessorSpecifications(name: "gmopg")
    session.processorSpecifications?.additional = ["shop": .object(["id": .string("1")])]
    #expect(try text(session).contains(#""processorSpecifications":{"name":"gmopg","shop":{"id":"1"}}"#))
    session.processorSpecifications = ProcessorSpecifications(name: "")
    expect(session, "processorSpecifications.name", .missing)
  }

  @Test(
    "Outside Europe the account's currency is the only one", arguments: [AmazonPayRegion.japan, .northAmerica, .europe])
  func currencies(_ region: AmazonPayRegion) throws {
    let own = region.ledgerCurrencies[0]
    let environment = AmazonPayEnvironment.live
    let key = try IdempotencyKey("k")
    let fault: FieldRule? = region == .europe ? nil : .currencyOfRegion(own.code)
    func expect(_ field: String, _ make: (Currency) throws -> Void) throws {
      try make(own)
      guard let fault else { return try make(.sek) }
      let error = InvalidField(field: field, fault)
      #expect(throws: error) { try make(.sek) }
      #expect(error.description.contains("has to be in \(own)"))
    }
    try expect("paymentDetails.presentmentCurrency") {
      var session = plain
      session.payment = RequestedPayment(presentmentCurrency: $0)
      _ = try AmazonPayCall.createCheckoutSession(session, key, in: environment, region: region)
      _ = try ButtonPayload(session, in: environment, region: region)
    }
    try expect("paymentDetails.chargeAmount") {
      let update = CheckoutSessionUpdate(payment: RequestedPayment(.authorize, Money(minorUnits: 100, $0)))
      _ = try AmazonPayCall.updateCheckoutSession("s", update, in: environment, region: region)
    }
    try expect("chargeAmount") {
      let amount = Money(minorUnits: 100, $0)
      _ = try AmazonPayCall.completeCheckoutSession("s", amount, key, region: region)
    }
    try expect("chargeAmount") {
      let charge = NewCharge(chargePermissionId: "p", Money(minorUnits: 100, $0))
      _ = try AmazonPayCall.createCharge(charge, key, in: environment, region: region)
    }
    try expect("captureAmount") {
      let amount = Money(minorUnits: 100, $0)
      _ = try AmazonPayCall.captureCharge("c", amount, key, region: region)
    }
    try expect("refundAmount") {
      let amount = Money(minorUnits: 100, $0)
      _ = try AmazonPayCall.createRefund(ofCharge: "c", amount, key, region: region)
    }
  }

  @Test("A sign-in button has a return URL and no payment")
  func signIn() throws {
    let signIn = ButtonPayload.SignIn(
      storeId: TestAccount.storeId, signInReturnUrl: "https://shop.example/in", signInScopes: [.name, .postalCode])
    #expect(
      try ButtonPayload(signIn, in: .live).json == """
        {"signInReturnUrl":"https://shop.example/in","signInScopes":["name","postalCode"],\
        "storeId":"\(TestAccount.storeId)"}
        """)
    #expect(throws: InvalidField(field: "signInReturnUrl", .missing)) {
      try ButtonPayload(ButtonPayload.SignIn(storeId: "s", signInReturnUrl: ""), in: .live)
    }
  }
}
