public import AmazonPay
public import ArgumentParser
import FerryCore
import FerryHTTP
import FerryModule
import Foundation

struct ButtonAccountOptions: ParsableArguments {
  @Option(help: "The private key's file (.pem), or - for the standard input.")
  var key: String

  @Option(help: "The public key's id. Its prefix SANDBOX- or LIVE- says where payments go.")
  var publicKeyId: String

  @Option(help: "The merchant id, as Seller Central shows it.")
  var merchantId: String

  @Option(help: "The store id: amzn1.application-oa2-client....")
  var storeId: String

  @Option(help: "Where the account is registered: jp, eu (de, uk) or na (us).")
  var region = "jp"

  @Option(help: "The ledger's currency. Without it the region's: JPY, EUR (or GBP), USD.")
  var currency: String?

  @Flag(help: "The sandbox, for keys whose id has no prefix.")
  var sandbox = false

  @Option(help: "The signature's algorithm. The other is AMZN-PAY-RSASSA-PSS, with a shorter salt.")
  var algorithm = AmazonPayAlgorithm.v2

  @Option(help: "A sandbox in place of Amazon, such as http://127.0.0.1:3081; then checkout.js comes from there.")
  var endpoint: String?

  /// - Throws: `ProviderProblem`, `AmazonPayAccountProblems`.
  func account(privateKey: Secret<String>) throws -> AmazonPayAccount {
    guard let region = AmazonPayRegion(alias: region) else {
      throw ProviderProblem("There is no region \(region). Give jp, eu or na.")
    }
    var ledger: Currency?
    if let currency {
      guard let known = Currency(currency.uppercased()) else {
        throw ProviderProblem("There is no currency \(currency). Give \(region.ledgerCurrencies[0].code).")
      }
      ledger = known
    }
    let own = AmazonPayEnvironment(ofPublicKeyId: publicKeyId)
    return try AmazonPayAccount(
      mode: sandbox ? .test : own?.mode ?? .live, region: region, merchantId: merchantId, storeId: storeId,
      publicKeyId: publicKeyId, privateKeyPEM: privateKey, ledgerCurrency: ledger, sandboxURL: endpoint,
      algorithm: algorithm)
  }
}

struct ButtonSessionOptions: ParsableArguments {
  @Option(help: "Where the buyer comes back to after choosing at Amazon.")
  var reviewUrl: String?

  @Option(help: "Where the buyer comes back to after paying.")
  var resultUrl: String?

  @Option(help: "Where the buyer goes who gives up at Amazon. Without it, back to the page with the button.")
  var cancelUrl: String?

  @Option(help: "Where the buyer comes back to after signing in (--product SignIn).")
  var signInUrl: String?

  @Option(help: "What the buyer agrees to. Without it OneTime.")
  var type: ChargePermissionType?

  @Option(
    help: "What to know of the buyer, with commas: name,email,phoneNumber,postalCode,shippingAddress,billingAddress,..."
  )
  var scopes: String?

  @Flag(help: "Paid at Amazon at once, without a review in the shop: the additional payment button.")
  var processOrder = false

  @Flag(help: "Only save the payment method (--type PaymentMethodOnFile).")
  var setupOnly = false

  @Option(help: "The countries that are delivered to, with commas: JP,US. Without it anywhere.")
  var countries: String?

  @Flag(help: "No post office boxes.")
  var noPoBoxes = false

  @Flag(help: "No packing stations.")
  var noPackstations = false

  @Option(help: "The payment service provider that processes the payment, by its name at Amazon, such as gmopg.")
  var processor: String?

  @Option(
    help: ArgumentHelp(
      "Further members of the payload as a JSON object, for what has no option here.", valueName: "json"))
  var members: String?

  @Option(help: "The shop's name, in place of the account's. At most 50 characters.")
  var storeName: String?

  @Option(help: "The order number. At most 256 characters.")
  var reference: String?

  @Option(help: "A note in Amazon's mail to the buyer. At most 255 characters.")
  var note: String?

  /// The given options that are for a checkout, and not for signing in.
  var checkoutOptions: [String] {
    let options = [
      ("--review-url", reviewUrl != nil), ("--result-url", resultUrl != nil), ("--cancel-url", cancelUrl != nil),
      ("--type", type != nil), ("--process-order", processOrder), ("--setup-only", setupOnly),
      ("--countries", countries != nil), ("--no-po-boxes", noPoBoxes), ("--no-packstations", noPackstations),
      ("--processor", processor != nil), ("--members", members != nil), ("--store-name", storeName != nil),
      ("--reference", reference != nil), ("--note", note != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func session(storeId: String) throws -> NewCheckoutSession {
    var session = NewCheckoutSession(storeId: storeId, checkoutReviewReturnUrl: "", checkoutCancelUrl: cancelUrl)
    session.checkoutReviewReturnUrl = reviewUrl
    session.checkoutResultReturnUrl = resultUrl
    session.checkoutMode = processOrder ? .processOrder : nil
    session.scopes = try buttonScopes()
    session.chargePermissionType = type
    session.processorSpecifications = processor.map { ProcessorSpecifications(name: $0) }
    session.additional = try furtherMembers()
    session.paymentMethodOnFileMetadata = setupOnly ? PaymentMethodOnFileMetadata(setupOnly: true) : nil
    var special: [DeliverySpecifications.SpecialRestriction] = []
    if noPoBoxes { special.append(.noPostOfficeBoxes) }
    if noPackstations { special.append(.noPackstations) }
    let countries = countries.map { Self.list($0) }
    if countries != nil || !special.isEmpty {
      var delivery = DeliverySpecifications(specialRestrictions: special)
      delivery.addressRestrictions = countries.flatMap { DeliverySpecifications(countries: $0).addressRestrictions }
      session.deliverySpecifications = delivery
    }
    return session
  }

  var metadata: MerchantMetadata? {
    guard storeName != nil || reference != nil || note != nil else { return nil }
    return MerchantMetadata(merchantReferenceId: reference, merchantStoreName: storeName, noteToBuyer: note)
  }

  /// - Throws: `ProviderProblem` for a scope that Amazon does not have.
  func buttonScopes() throws -> [ButtonPayload.Scope] {
    try Self.list(scopes ?? "").map { name in
      guard let scope = ButtonPayload.Scope(rawValue: name) else {
        let all = ButtonPayload.Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw ProviderProblem("There is no scope \(name). Give some of \(all).")
      }
      return scope
    }
  }

  /// - Throws: `ProviderProblem` if the text is no JSON object, or has a member that has an option.
  private func furtherMembers() throws -> [String: UntypedJSON] {
    guard let members else { return [:] }
    guard let object = try? JSONDecoder().decode([String: UntypedJSON].self, from: Data(members.utf8)) else {
      throw ProviderProblem("--members is no JSON object. Write it as '{\"name\": \"value\"}', in single quotes.")
    }
    let known = [
      "storeId", "webCheckoutDetails", "scopes", "chargePermissionType", "paymentDetails", "deliverySpecifications",
      "addressDetails", "merchantMetadata", "recurringMetadata", "paymentMethodOnFileMetadata",
      "processorSpecifications",
    ].filter { object[$0] != nil }
    guard known.isEmpty || known == ["processorSpecifications"] && processor == nil else {
      throw ProviderProblem("--members holds \(known.joined(separator: ", ")), for which there are options. Use those.")
    }
    return object
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
  }
}

/// The payment. A checkout with a review sets it later, by Update Checkout Session.
struct ButtonPaymentOptions: ParsableArguments {
  @Option(help: "What happens to the money.")
  var intent: PaymentIntent?

  @Option(help: "What is paid now, in the ledger's currency: 9878, or 12.50.")
  var amount: String?

  @Option(help: "What the whole order comes to, when more charges will follow.")
  var total: String?

  @Flag(help: "Amazon may decide later (not with AuthorizeWithCapture).")
  var canHandlePendingAuthorization = false

  @Option(help: "The unit of the distance between two charges (--type Recurring).")
  var frequency: RecurringMetadata.Frequency.Unit?

  @Option(help: "How many units lie between two charges.")
  var every: Int?

  @Option(help: "What each charge comes to, if it is always the same.")
  var recurringAmount: String?

  var options: [String] {
    let options = [
      ("--intent", intent != nil), ("--amount", amount != nil), ("--total", total != nil),
      ("--can-handle-pending-authorization", canHandlePendingAuthorization), ("--frequency", frequency != nil),
      ("--every", every != nil), ("--recurring-amount", recurringAmount != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// - Throws: The errors of `money`.
  func payment(_ money: (String, String) throws -> Money) throws -> RequestedPayment? {
    guard intent != nil || amount != nil || total != nil || canHandlePendingAuthorization else { return nil }
    return RequestedPayment(
      intent, try amount.map { try money($0, "--amount") },
      canHandlePendingAuthorization: canHandlePendingAuthorization ? true : nil,
      totalOrderAmount: try total.map { try money($0, "--total") })
  }

  /// - Throws: `ProviderProblem` for an interval without a unit, and the errors of `money`.
  func recurring(_ money: (String, String) throws -> Money) throws -> RecurringMetadata? {
    guard let frequency else {
      guard every == nil, recurringAmount == nil else {
        throw ProviderProblem("--every and --recurring-amount need --frequency: Year, Month, Week, Day or Variable.")
      }
      return nil
    }
    return RecurringMetadata(
      frequency: .init(frequency, every ?? (frequency == .variable ? 0 : 1)),
      amount: try recurringAmount.map { try money($0, "--recurring-amount") })
  }
}

struct ButtonAddressOptions: ParsableArguments {
  @Option(help: "The receiver's name.")
  var addressName: String?

  @Option(help: "Street and number; in Japan what comes after the prefecture.")
  var addressLine1: String?

  @Option(help: "A second line.")
  var addressLine2: String?

  @Option(help: "A third line.")
  var addressLine3: String?

  @Option(help: "The city; not needed in Japan.")
  var addressCity: String?

  @Option(help: "District or county.")
  var addressDistrict: String?

  @Option(help: "State or region; in Japan the prefecture.")
  var addressState: String?

  @Option(help: "The postal code.")
  var addressPostalCode: String?

  @Option(help: "The country: JP.")
  var addressCountry: String?

  @Option(help: "The telephone number.")
  var addressPhone: String?

  var isEmpty: Bool {
    [
      addressName, addressLine1, addressLine2, addressLine3, addressCity, addressDistrict, addressState,
      addressPostalCode, addressCountry, addressPhone,
    ].allSatisfy { $0 == nil }
  }

  /// - Throws: `ProviderProblem` with the missing options.
  func details() throws -> AddressDetails? {
    guard !isEmpty else { return nil }
    let needed = [
      ("--address-name", addressName), ("--address-line1", addressLine1),
      ("--address-postal-code", addressPostalCode), ("--address-country", addressCountry),
      ("--address-phone", addressPhone),
    ]
    let missing = needed.filter { $0.1 == nil }.map(\.0)
    guard
      let addressName, let addressLine1, let addressPostalCode, let addressCountry, let addressPhone
    else { throw ProviderProblem("The address needs \(missing.joined(separator: ", ")), too.") }
    return AddressDetails(
      name: addressName, addressLine1: addressLine1, addressLine2: addressLine2, addressLine3: addressLine3,
      city: addressCity, districtOrCounty: addressDistrict, stateOrRegion: addressState,
      postalCode: addressPostalCode, countryCode: addressCountry, phoneNumber: addressPhone)
  }
}

struct ButtonLookOptions: ParsableArguments {
  @Option(help: "What the button is for: PayAndShip, PayOnly or SignIn.")
  var product = ButtonConfiguration.ProductType.payAndShip

  @Option(help: "Where on the site it stands.")
  var placement: CheckoutButton.Placement

  @Option(help: "The colour. Without it Amazon's choice.")
  var color: CheckoutButton.Color?

  @Option(help: "The language: jp ja_JP; na en_US; eu en_GB, de_DE, fr_FR, it_IT, es_ES. Without it Amazon's choice.")
  var language: String?

  @Option(help: "What the order comes to as far as it is known.")
  var estimate: String?

  @Option(help: "The element that the button is shown in, as a CSS selector.")
  var selector = "#AmazonPayButton"

  @Flag(help: "Leave for Amazon at once in place of showing a button (initCheckout).")
  var initCheckout = false
}

// Written as Amazon writes them; `--help` lists the values.
extension AmazonPayAlgorithm: ExpressibleByArgument {}
extension ButtonConfiguration.ProductType: ExpressibleByArgument {}
extension ChargePermissionType: ExpressibleByArgument {}
extension CheckoutButton.Color: ExpressibleByArgument {}
extension CheckoutButton.Placement: ExpressibleByArgument {}
extension PaymentIntent: ExpressibleByArgument {}
extension RecurringMetadata.Frequency.Unit: ExpressibleByArgument {}
