public import AmazonPay
public import ArgumentParser
import FerryCore
import FerryHTTP
import FerryModule
import Foundation

struct ButtonAccountOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The private key's file (.pem), or - for standard input.", valueName: "file"))
  var key: String

  @Option(
    help: ArgumentHelp("The public key's id. Its prefix SANDBOX- or LIVE- selects the environment.", valueName: "id"))
  var publicKeyId: String

  @Option(help: ArgumentHelp("The merchant id, as shown in Seller Central.", valueName: "id"))
  var merchantId: String

  @Option(help: ArgumentHelp("The store id: amzn1.application-oa2-client....", valueName: "id"))
  var storeId: String

  @Option(help: ArgumentHelp("The region of the account: jp, eu (de, uk) or na (us).", valueName: "region"))
  var region = "jp"

  @Option(
    help: ArgumentHelp("The ledger's currency. (default: the region's, which is JPY, EUR or USD)", valueName: "code"))
  var currency: String?

  @Flag(help: "Use the sandbox if the key's id has no prefix.")
  var sandbox = false

  @Option(help: ArgumentHelp("The signature's algorithm. AMZN-PAY-RSASSA-PSS has a shorter salt.", valueName: "name"))
  var algorithm = AmazonPayAlgorithm.v2

  @Option(
    help: ArgumentHelp(
      "The sandbox to use instead of Amazon, such as http://127.0.0.1:3081. checkout.js comes from it, too.",
      valueName: "url"))
  var endpoint: String?

  /// - Throws: `ProviderProblem`, `AmazonPayAccountProblems`.
  func account(privateKey: Secret<String>) throws -> AmazonPayAccount {
    guard let region = AmazonPayRegion(alias: region) else {
      throw ProviderProblem("Unknown region '\(region)'. Use one of: jp, eu, na.")
    }
    var ledger: Currency?
    if let currency {
      guard let known = Currency(currency.uppercased()) else {
        throw ProviderProblem("Unknown currency '\(currency)'. Use \(region.ledgerCurrencies[0].code).")
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
  @Option(help: ArgumentHelp("The page to return to after the selection at Amazon.", valueName: "url"))
  var reviewUrl: String?

  @Option(help: ArgumentHelp("The page to return to after the payment.", valueName: "url"))
  var resultUrl: String?

  @Option(
    help: ArgumentHelp(
      "The page to return to if the buyer cancels. (default: the page with the button)", valueName: "url"))
  var cancelUrl: String?

  @Option(help: ArgumentHelp("The page to return to after signing in (--product SignIn).", valueName: "url"))
  var signInUrl: String?

  @Option(help: ArgumentHelp("The kind of agreement. (default: OneTime)", valueName: "type"))
  var type: ChargePermissionType?

  @Option(
    help: ArgumentHelp(
      "The data to request, separated by commas: name,email,phoneNumber,postalCode,shippingAddress,billingAddress,...",
      valueName: "scopes")
  )
  var scopes: String?

  @Flag(help: "Pay at Amazon at once, without a review in the shop (additional payment button).")
  var processOrder = false

  @Flag(help: "Only save the payment method (--type PaymentMethodOnFile).")
  var setupOnly = false

  @Option(
    help: ArgumentHelp("The countries of delivery, separated by commas: JP,US. (default: all)", valueName: "codes"))
  var countries: String?

  @Flag(help: "Exclude post office boxes.")
  var noPoBoxes = false

  @Flag(help: "Exclude packing stations.")
  var noPackstations = false

  @Option(
    help: ArgumentHelp(
      "The payment service provider that processes the payment, by its name at Amazon, such as gmopg.",
      valueName: "name"))
  var processor: String?

  @Option(
    help: ArgumentHelp(
      "Additional members of the payload that have no option, as a JSON object.", valueName: "json"))
  var members: String?

  @Option(help: ArgumentHelp("The shop's name, instead of the account's. At most 50 characters.", valueName: "name"))
  var storeName: String?

  @Option(help: ArgumentHelp("The order number. At most 256 characters.", valueName: "number"))
  var reference: String?

  @Option(help: ArgumentHelp("A note in Amazon's e-mail to the buyer. At most 255 characters.", valueName: "text"))
  var note: String?

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
        throw ProviderProblem("Unknown scope '\(name)'. Use one or more of: \(all).")
      }
      return scope
    }
  }

  /// - Throws: `ProviderProblem` if the text is no JSON object, or has a member that has an option.
  private func furtherMembers() throws -> [String: UntypedJSON] {
    guard let members else { return [:] }
    guard let object = try? JSONDecoder().decode([String: UntypedJSON].self, from: Data(members.utf8)) else {
      throw ProviderProblem("--members is not a JSON object. Use the form '{\"name\": \"value\"}', in single quotes.")
    }
    let known = [
      "storeId", "webCheckoutDetails", "scopes", "chargePermissionType", "paymentDetails", "deliverySpecifications",
      "addressDetails", "merchantMetadata", "recurringMetadata", "paymentMethodOnFileMetadata",
      "processorSpecifications",
    ].filter { object[$0] != nil }
    guard known.isEmpty || known == ["processorSpecifications"] && processor == nil else {
      throw ProviderProblem("Use the options for \(known.joined(separator: ", ")) instead of --members.")
    }
    return object
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
  }
}

/// The payment. A checkout with a review sets it later, by Update Checkout Session.
struct ButtonPaymentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What to do with the payment.", valueName: "intent"))
  var intent: PaymentIntent?

  @Option(help: ArgumentHelp("The amount to pay now, in the ledger's currency: 9878 or 12.50.", valueName: "amount"))
  var amount: String?

  @Option(help: ArgumentHelp("The total of the order, if more charges will follow.", valueName: "amount"))
  var total: String?

  @Flag(help: "Let Amazon decide later (not with AuthorizeWithCapture).")
  var canHandlePendingAuthorization = false

  @Option(help: ArgumentHelp("The unit of the interval between charges (--type Recurring).", valueName: "unit"))
  var frequency: RecurringMetadata.Frequency.Unit?

  @Option(help: ArgumentHelp("The interval between charges, in units.", valueName: "number"))
  var every: Int?

  @Option(help: ArgumentHelp("The amount of each charge, if it is always the same.", valueName: "amount"))
  var recurringAmount: String?

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
        throw ProviderProblem("--every and --recurring-amount require --frequency: Year, Month, Week, Day or Variable.")
      }
      return nil
    }
    return RecurringMetadata(
      frequency: .init(frequency, every ?? (frequency == .variable ? 0 : 1)),
      amount: try recurringAmount.map { try money($0, "--recurring-amount") })
  }
}

struct ButtonAddressOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The receiver's name.", valueName: "name"))
  var addressName: String?

  @Option(help: ArgumentHelp("Street and number; in Japan everything after the prefecture.", valueName: "text"))
  var addressLine1: String?

  @Option(help: ArgumentHelp("A second line.", valueName: "text"))
  var addressLine2: String?

  @Option(help: ArgumentHelp("A third line.", valueName: "text"))
  var addressLine3: String?

  @Option(help: ArgumentHelp("The city; not needed in Japan.", valueName: "name"))
  var addressCity: String?

  @Option(help: ArgumentHelp("District or county.", valueName: "name"))
  var addressDistrict: String?

  @Option(help: ArgumentHelp("State or region; in Japan the prefecture.", valueName: "name"))
  var addressState: String?

  @Option(help: ArgumentHelp("The postal code.", valueName: "code"))
  var addressPostalCode: String?

  @Option(help: ArgumentHelp("The country: JP.", valueName: "code"))
  var addressCountry: String?

  @Option(help: ArgumentHelp("The telephone number.", valueName: "number"))
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
    else { throw ProviderProblem("The address also requires \(missing.joined(separator: ", ")).") }
    return AddressDetails(
      name: addressName, addressLine1: addressLine1, addressLine2: addressLine2, addressLine3: addressLine3,
      city: addressCity, districtOrCounty: addressDistrict, stateOrRegion: addressState,
      postalCode: addressPostalCode, countryCode: addressCountry, phoneNumber: addressPhone)
  }
}

struct ButtonLookOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The purpose of the button.", valueName: "product"))
  var product = ButtonConfiguration.ProductType.payAndShip

  @Option(help: ArgumentHelp("The place of the button on the site.", valueName: "place"))
  var placement: CheckoutButton.Placement

  @Option(help: ArgumentHelp("The color. (default: Amazon's choice)", valueName: "color"))
  var color: CheckoutButton.Color?

  @Option(
    help: ArgumentHelp(
      "The language: jp ja_JP; na en_US; eu en_GB, de_DE, fr_FR, it_IT, es_ES. (default: Amazon's choice)",
      valueName: "locale"))
  var language: String?

  @Option(help: ArgumentHelp("The estimated total of the order.", valueName: "amount"))
  var estimate: String?

  @Option(help: ArgumentHelp("The CSS selector of the button's element.", valueName: "selector"))
  var selector = "#AmazonPayButton"

  @Flag(help: "Go to Amazon at once instead of showing a button (initCheckout).")
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
