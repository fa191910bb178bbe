import ArgumentParser
import FerryCore
public import FerrySandbox
import FerryWeb

/// The options of `ferry sandbox` for Swedbank Pay: a merchant's account, and the rules of its agreement.
public struct CommandOptions: SandboxOptions {
  @Option(help: ArgumentHelp("The payee's id, a GUID.", valueName: "guid"))
  var payeeId = DemoAccount.payeeID

  @Option(help: ArgumentHelp("The access token of the API. Default: one that the sandbox makes.", valueName: "token"))
  var accessToken: String?

  @Option(help: "The merchant's name on the pages.")
  var name: String?

  @Flag(help: "An order needs lines before version 3.1.")
  var requireItems = false

  @Flag(help: "Take lines that do not add up, or have other characters, lengths and signs than Swedbank Pay takes.")
  var looseItems = false

  @Flag(help: "A payeeReference is at most 12 digits, as for merchants who settle with their own acquirer.")
  var digitReferences = false

  @Flag(help: "A callback needs an https URL, as in production. Otherwise it may go to this machine by http.")
  var httpsCallbacks = false

  @Flag(help: "Send no callbacks, as for merchants without the agreement.")
  var noCallbacks = false

  @Option(help: "The HTTP status of a created order: 200 or 201.")
  var creationStatus = 201

  @Option(help: "The seconds in which the payer decides in an app.")
  var appSeconds = 180

  @Option(help: "The file that keeps the state across restarts. Default: in memory only.")
  var journal: String?

  public init() {}

  public func validate() throws {
    var problems: [String] = []
    if payeeId.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) == nil {
      problems.append("--payee-id has to be a GUID, such as \(DemoAccount.payeeID).")
    }
    if accessToken?.isEmpty == true { problems.append("--access-token must not be empty.") }
    if ![200, 201].contains(creationStatus) { problems.append("--creation-status is 200 or 201.") }
    if !(1...86_400).contains(appSeconds) { problems.append("--app-seconds is 1 to 86400.") }
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
  }

  public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule {
    var rules = Rules()
    rules.requiresItems = requireItems
    rules.checksItems = !looseItems
    rules.hasDigitReferences = digitReferences
    rules.allowsHTTPCallbacks = !httpsCallbacks
    rules.sendsCallbacks = !noCallbacks
    rules.creationStatus = creationStatus
    rules.appTime = .seconds(appSeconds)
    let merchant = Merchant(payeeID: payeeId, accessToken: try token(place), name: name, rules: rules)
    return try Sandbox(merchant, at: place, journal: journal)
  }

  public func shopSettings(_ place: SandboxPlace) throws -> [(name: String, value: String)] {
    [
      ("base url", "\(place.origin)     in place of https://api.externalintegration.payex.com"),
      ("payee id", payeeId), ("access token", try token(place).reveal()),
    ]
  }

  private func token(_ place: SandboxPlace) throws -> Secret<String> {
    try accessToken.map { Secret($0) } ?? DemoAccount.accessToken(place)
  }
}

extension CommandOptions {
  public static var guide: String {
    """
    SWEDBANK PAY: a sandbox of Swedbank Pay's payment orders for a shop in any
    language: the API in versions 2.0, 3.0 and 3.1, the payment page, the payment
    menu by script, check-in, captures, cancellations, reversals, stored cards,
    callbacks.

    START IT
      ferry sandbox --provider swedbank-pay --control
      It makes an access token, keeps it in the folder that --data names, and
      prints it with the payee's id. To use your own:
      ferry sandbox --provider swedbank-pay --payee-id GUID --access-token TOKEN

    POINT YOUR CLIENT AT IT
      Give the client the printed base url, payee id and access token. Name the
      version in Content-Type and, for GET, in Accept:
      application/json;version=3.1. Without a version and without productName
      the API answers as version 2.0. A payeeReference is used once, by orders,
      captures, cancellations and reversals together. A refused request is
      explained in /console/requests. An order names its parts by their ids;
      $expand=paid,payeeInfo in the query fills these in, whatever the method.

    THE PAYER
      redirect-checkout is the page to send the payer to, with its own cancel
      button. view-checkout is a script for a page that hostUrls names:
      payex.hostedView.checkout({container: {checkout: "id"}}).open(). Issuer's
      page and apps lead back to paymentUrl, where your page opens the menu
      again. Pages are in English and state the language of the order; amounts
      are in its form. With payer.requireConsumerInfo, from version 3.0 on, the
      payer checks in first.

    TEST CARDS, with any later expiry date and any code
      4925000000000004  approved              5226600159865967  approved
      4761739001010416  the bank asks: 1234   5226612199533406  the bank asks
      5510000000009631  declined              4111112000004565  declined
      Unknown numbers are declined, and no number is kept. Amounts in minor
      units decide too: 900361 insufficient funds, 900343 stolen, 900354 expired,
      900334 possible fraud, 900362 declined; with a token and without the payer
      952400 do not retry, 952100 limit. In version 2.0 the first of these ends an
      order at a payer's card too, and the menu tells onPaymentFailed.

    OTHER INSTRUMENTS
      Swish, Vipps and MobilePay open swish://, vipps:// or mobilepay://, or the
      test bank in another tab. The description of an order decides about Swish:
      RF07 declined, TM01 timeout, BANKIDCL cancelled. Invoices are granted to
      600307-1161 and 971020-2392, and in Norway to 26026708248. ClickToPay opens
      a window. Trustly leads to the bank's page, in SEK and EUR; its reversals
      are answered with 202 and succeed after three days, unless the console or
      the control API decides before.

    \(SandboxGuide.pages("orders with their transactions", notifications: "callbacks, and what was answered"))

    CALLBACKS
      They go to the callbackUrl of the order for every transaction and failed
      attempt, and are repeated 30, 60, 360, 432, 864 and 1265 seconds after it.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "capture"}
        {"kind": "simulate", "code": "forbidden", "operation": "capture"}
        code: the end of a problem's type
        """,
      operations: Operation.allCases.map(\.rawValue),
      page: """
        opens a page or a menu as the buyer
        {"order": "1001", "nextAction": {"url": "HREF"}}
        HREF: of redirect-checkout or view-checkout
        """,
      buyer: """
        {"order": "1001", "act": "approve", "details": {"card": "NUMBER"}}
        details: card, and method: \(Instrument.allCases.prefix(4).map(\.rawValue).joined(separator: ", ")),
          \(Instrument.allCases.dropFirst(4).map(\.rawValue).joined(separator: ", "))
        """))

    CONTROL API OF SWEDBANK PAY ALONE, below /control/swedbank-pay
      POST orders/ID/capture
        {"amount": "5.00"}; also cancel, reversal, abort: what a clerk does
      POST orders/ID/confirmReversal
        {}; also failReversal: what a bank decides about a pending reversal
    """
  }
}
