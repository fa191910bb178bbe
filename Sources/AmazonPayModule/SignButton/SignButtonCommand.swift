import AmazonPay
import ArgumentParser
import FerryCore
import FerryHTTP
import FerryModule
import Foundation

struct SignButtonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-button",
    abstract: "Create the script of an Amazon Pay button, with payload and signature, offline.",
    usage: """
      ferry sign-button --key <file> --public-key-id <id> --merchant-id <id>
        --store-id <id> --placement <place> [<options>]
      """,
    discussion: """
      The command reads the private key from a file and prints the code for the shop's page: the element, checkout.js and \
      the call. The code does not contain the private key. A signature is valid until its payload changes, so the page can \
      keep the code; create new code when key, addresses or amounts change.

      A button that returns to the shop for a review:

        ferry sign-button --key private.pem --public-key-id SANDBOX-... \\
          --merchant-id A... --store-id amzn1... --placement Cart \\
          --review-url https://shop.example/review --scopes name,email

      A button that pays at Amazon at once (the additional payment button):

        ferry sign-button ... --placement Checkout --product PayOnly \\
          --process-order --intent AuthorizeWithCapture --amount 9878 \\
          --result-url https://shop.example/paid

      The same with a delivery (--product PayAndShip) needs the address: --address-name, --address-line1, --address-state, \
      --address-postal-code, --address-country, --address-phone.

      A monthly payment of 980 yen, and a saved payment method:

        ferry sign-button ... --review-url https://shop.example/review \\
          --type Recurring --frequency Month --every 1 --recurring-amount 980
        ferry sign-button ... --review-url https://shop.example/review \\
          --type PaymentMethodOnFile --setup-only

      Amazon Pay through a payment service provider, which processes the payment (--members sets members of the payload that \
      have no option):

        ferry sign-button ... --review-url https://shop.example/review \\
          --processor gmopg

      In an app's secure browser there is no button to press: --init-checkout goes to Amazon at once.

      The command checks every value against the limits of the Amazon Pay documentation. The domain of the page must be \
      registered in Seller Central, and live addresses must use https.
      """)

  @OptionGroup(title: "The account") var account: ButtonAccountOptions
  @OptionGroup(title: "The checkout") var session: ButtonSessionOptions
  @OptionGroup(title: "The payment") var payment: ButtonPaymentOptions
  @OptionGroup(title: "The address, for --process-order with a delivery") var address: ButtonAddressOptions
  @OptionGroup(title: "The button") var look: ButtonLookOptions

  @Flag(help: "Print the parts as JSON: source, call, configuration, payload, signed text.")
  var json = false

  @Flag(help: "Print only the payload, which is the signed text.")
  var payloadOnly = false

  func validate() throws {
    if json, payloadOnly { throw ValidationError("--json and --payload-only cannot be used together.") }
  }

  func run() throws {
    let pem = try Self.key(in: account.key)
    do {
      // A line end would not be part of the signed payload.
      print(try output(privateKey: pem), terminator: payloadOnly ? "" : "\n")
    } catch {
      throw Self.failure(error)
    }
  }

  /// A description of what to change, with the name of the option.
  static func failure(_ error: any Error) -> ProviderProblem {
    switch error {
    case let error as ProviderProblem: error
    case let error as InvalidField:
      ProviderProblem(
        options[String(error.pointer.dropFirst())].map { "\($0): \(error.explanation)" } ?? error.description)
    default: ProviderProblem("\(error)")
    }
  }

  /// The printed text.
  /// - Throws: `ProviderProblem`, `AmazonPayAccountProblems`, `InvalidField`, `SigningError`; each says what to do.
  func output(privateKey: Secret<String>) throws -> String {
    let account = try account.account(privateKey: privateKey)
    let button = CheckoutButton(
      try purpose(account), placement: look.placement, language: look.language, color: look.color,
      estimatedOrderAmount: try look.estimate.map { try Self.money($0, "--estimate", account.ledgerCurrency) })
    if payloadOnly { return try button.payload(in: account.environment, region: account.region).json }
    let script = try ButtonScript(
      look.initCheckout ? .initCheckout : .renderButton(selector: look.selector), button, for: account)
    return json ? try ButtonParts(script).text : ButtonPage.html(script)
  }

  private func purpose(_ account: AmazonPayAccount) throws -> CheckoutButton.Purpose {
    switch look.product {
    case .signIn:
      guard let address = session.signInUrl else {
        throw ProviderProblem("A sign-in button requires --sign-in-url, the page to return to.")
      }
      try requireNothingToPay()
      return .signIn(
        ButtonPayload.SignIn(
          storeId: account.storeId, signInReturnUrl: address, signInScopes: try session.buttonScopes()))
    case .payAndShip: return .payAndShip(try newSession(account))
    case .payOnly: return .payOnly(try newSession(account))
    }
  }

  private func requireNothingToPay() throws {
    let options = [
      ("--review-url", session.reviewUrl != nil), ("--result-url", session.resultUrl != nil),
      ("--cancel-url", session.cancelUrl != nil), ("--type", session.type != nil),
      ("--process-order", session.processOrder), ("--setup-only", session.setupOnly),
      ("--countries", session.countries != nil), ("--no-po-boxes", session.noPoBoxes),
      ("--no-packstations", session.noPackstations), ("--processor", session.processor != nil),
      ("--members", session.members != nil), ("--store-name", session.storeName != nil),
      ("--reference", session.reference != nil), ("--note", session.note != nil),
      ("--intent", payment.intent != nil), ("--amount", payment.amount != nil), ("--total", payment.total != nil),
      ("--can-handle-pending-authorization", payment.canHandlePendingAuthorization),
      ("--frequency", payment.frequency != nil), ("--every", payment.every != nil),
      ("--recurring-amount", payment.recurringAmount != nil), ("the address", !address.isEmpty),
      ("--estimate", look.estimate != nil),
    ]
    let given = options.filter(\.1).map(\.0)
    guard given.isEmpty else {
      throw ProviderProblem(
        "A sign-in button has no payment and returns to --sign-in-url. Remove \(given.joined(separator: ", "))."
      )
    }
  }

  private func newSession(_ account: AmazonPayAccount) throws -> NewCheckoutSession {
    guard session.signInUrl == nil else {
      throw ProviderProblem("--sign-in-url requires --product SignIn. A checkout returns to --review-url.")
    }
    let money = { (text: String, option: String) in try Self.money(text, option, account.ledgerCurrency) }
    var new = try session.session(storeId: account.storeId)
    new.payment = try payment.payment(money)
    new.addressDetails = try address.details()
    new.recurringMetadata = try payment.recurring(money)
    new.merchantMetadata = session.metadata
    if session.processOrder { return new }
    if !address.isEmpty {
      throw ProviderProblem(
        "An address requires --process-order. Otherwise the buyer selects one at Amazon.")
    }
    if new.checkoutReviewReturnUrl == nil {
      throw ProviderProblem(
        "Use --review-url, the page to return to, or --process-order for a checkout without a review.")
    }
    return new
  }

  /// - Throws: `ProviderProblem` with the form of the currency's amounts.
  private static func money(_ text: String, _ option: String, _ currency: Currency) throws -> Money {
    do {
      return try Money(decimal: text, currency)
    } catch {
      throw ProviderProblem("\(option) \(text) is not an amount in \(currency). \(error)")
    }
  }

  /// The text of a key file; `-` reads the standard input.
  static func key(in file: String) throws -> Secret<String> {
    let data = file == "-" ? try? FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: file)
    guard let data else {
      throw ProviderProblem(
        "Cannot read the file \(file). Use the private key's file (.pem), or - for standard input.")
    }
    guard data.count <= 65_536, let text = String(data: data, encoding: .utf8) else {
      throw ProviderProblem(
        "The file \(file) is not text. Use the .pem file of the private key; openssl pkey -inform DER converts a .der file."
      )
    }
    return Secret(text)
  }

  /// The option of a field, by the field's place in the button.
  private static let options = [
    "webCheckoutDetails/checkoutReviewReturnUrl": "--review-url",
    "webCheckoutDetails/checkoutResultReturnUrl": "--result-url",
    "webCheckoutDetails/checkoutCancelUrl": "--cancel-url",
    "signInReturnUrl": "--sign-in-url",
    "checkoutLanguage": "--language",
    "buttonColor": "--color",
    "estimatedOrderAmount": "--estimate",
    "selector": "--selector",
    "paymentDetails/paymentIntent": "--intent",
    "paymentDetails/chargeAmount": "--amount",
    "chargeAmount": "--amount",
    "paymentDetails/totalOrderAmount": "--total",
    "paymentDetails/canHandlePendingAuthorization": "--can-handle-pending-authorization",
    "recurringMetadata": "--frequency",
    "recurringMetadata/frequency/value": "--every",
    "recurringMetadata/amount": "--recurring-amount",
    "paymentMethodOnFileMetadata": "--setup-only",
    "merchantMetadata/merchantStoreName": "--store-name",
    "merchantMetadata/merchantReferenceId": "--reference",
    "merchantMetadata/noteToBuyer": "--note",
    "deliverySpecifications/addressRestrictions/restrictions": "--countries",
    "processorSpecifications/name": "--processor",
    "addressDetails": "--address-name and the others",
    "addressDetails/name": "--address-name",
    "addressDetails/addressLine1": "--address-line1",
    "addressDetails/city": "--address-city",
    "addressDetails/stateOrRegion": "--address-state",
    "addressDetails/postalCode": "--address-postal-code",
    "addressDetails/countryCode": "--address-country",
    "addressDetails/phoneNumber": "--address-phone",
  ]
}
