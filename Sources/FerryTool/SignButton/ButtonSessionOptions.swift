import AmazonPay
import ArgumentParser
import Foundation

/// What the checkout is, and between which pages the buyer goes.
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

  /// What is given and belongs to a checkout, not to signing in.
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

  /// - Throws: `CommandFailure`.
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

  /// - Throws: `CommandFailure` for a scope that Amazon does not have.
  func buttonScopes() throws -> [ButtonPayload.Scope] {
    try Self.list(scopes ?? "").map { name in
      guard let scope = ButtonPayload.Scope(rawValue: name) else {
        let all = ButtonPayload.Scope.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure("There is no scope \(name). Give some of \(all).")
      }
      return scope
    }
  }

  /// - Throws: `CommandFailure` for what is no JSON object, and for members that have options.
  private func furtherMembers() throws -> [String: JSONValue] {
    guard let members else { return [:] }
    guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: Data(members.utf8)) else {
      throw CommandFailure("--members is no JSON object. Write it as '{\"name\": \"value\"}', in single quotes.")
    }
    let known = [
      "storeId", "webCheckoutDetails", "scopes", "chargePermissionType", "paymentDetails", "deliverySpecifications",
      "addressDetails", "merchantMetadata", "recurringMetadata", "paymentMethodOnFileMetadata",
      "processorSpecifications",
    ].filter { object[$0] != nil }
    guard known.isEmpty || known == ["processorSpecifications"] && processor == nil else {
      throw CommandFailure("--members holds \(known.joined(separator: ", ")), for which there are options. Use those.")
    }
    return object
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
  }
}
