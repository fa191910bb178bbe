import ArgumentParser
import FerryCore
public import FerrySandbox
import FerryWeb

/// The options of `ferry sandbox` for PlacetoPay: a merchant's site, and its notifications.
public struct CommandOptions: SandboxOptions {
  @Option(help: "The site's login: 1 to 32 characters.")
  var login = DemoAccount.login

  @Option(help: ArgumentHelp("The site's secret key. Default: one that the sandbox makes.", valueName: "key"))
  var secretKey: String?

  @Option(help: "The merchant's name on the pages.")
  var name: String?

  @Option(help: "The site's locale, for sessions that give none.")
  var locale = "es_CO"

  @Option(help: "The site's currencies, with commas between. Default: all of PlacetoPay's.")
  var currencies: String?

  @Flag(help: "The site still uses SHA-1: it is accepted in auth, and notifications are signed with it.")
  var sha1 = false

  @Option(help: ArgumentHelp("The URL to post notifications to. Default: none.", valueName: "url"))
  var notify: String?

  @Flag(help: "Notify of refunds and disputes too, and not only of the end of a session.")
  var notifyRefunds = false

  @Option(help: "The hours before a payment can be refunded in part.")
  var settlementHours = 24

  @Option(help: "The seconds until a pending payment is decided.")
  var pendingSeconds = 300

  @Option(help: "The HTTP status of a session or a charge that is refused because of its content: 200 or 400.")
  var refusalStatus = 200

  @Flag(help: "A charge of a token needs ipAddress and userAgent, as the reference says.")
  var strictCharges = false

  @Flag(help: "Queries show no refunds and captures: a session stays as it ended.")
  var frozenSessions = false

  @Flag(help: "Queries show each refund as a transaction of its own, and not by a flag alone.")
  var listRefunds = false

  @Flag(help: "Amounts of transactions are texts with decimals, and not numbers.")
  var textAmounts = false

  @Option(help: "The file that keeps the state across restarts. Default: in memory only.")
  var journal: String?

  public init() {}

  public func validate() throws {
    var problems: [String] = []
    if !(1...32).contains(login.count) { problems.append("--login has to be 1 to 32 characters.") }
    if secretKey?.isEmpty == true { problems.append("--secret-key must not be empty.") }
    if Language(locale: locale) == nil || locale.wholeMatch(of: /[a-z]{2}_[A-Z]{2}/) == nil {
      problems.append("--locale has to be Spanish or English with a country, such as es_CO or en_US.")
    }
    if let currencies, Self.currencies(currencies) == nil {
      problems.append("--currencies has to be codes of ISO 4217 with commas between, such as COP,USD.")
    }
    if let notify,
      Link(returnAddress: notify) == nil || !["http:", "https:"].contains(where: notify.lowercased().hasPrefix)
    {
      problems.append("--notify has to be an address with https or http.")
    }
    if notify == nil, notifyRefunds { problems.append("--notify-refunds needs an address: name it with --notify.") }
    if frozenSessions, listRefunds { problems.append("--frozen-sessions and --list-refunds exclude each other.") }
    if !(0...8_760).contains(settlementHours) { problems.append("--settlement-hours is 0 to 8760.") }
    if !(1...2_592_000).contains(pendingSeconds) { problems.append("--pending-seconds is 1 to 2592000.") }
    if ![200, 400].contains(refusalStatus) { problems.append("--refusal-status is 200 or 400.") }
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
  }

  public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule {
    var rules = Rules()
    rules.settlementTime = .seconds(settlementHours * 3_600)
    rules.pendingTime = .seconds(pendingSeconds)
    rules.refusalStatus = refusalStatus
    if let currencies = currencies.flatMap({ Self.currencies($0) }) { rules.currencies = currencies }
    rules.chargesNeedOrigin = strictCharges
    rules.showsLaterChanges = !frozenSessions
    rules.listsRefunds = listRefunds
    rules.writesAmountsAsText = textAmounts
    rules.notifiesRefunds = notifyRefunds
    var place = place
    place.notificationURL = notify
    let site = Site(login: login, secret: try secret(place), name: name, locale: locale)
    return try Sandbox(site, rules, at: place, journal: journal, isLegacy: sha1)
  }

  public func shopSettings(_ place: SandboxPlace) throws -> [(name: String, value: String)] {
    [
      ("base url", "\(place.origin)     in place of https://checkout-test.placetopay.com"),
      ("login", login), ("secret key", try secret(place).reveal()),
      ("lightbox", "\(place.origin)/lightbox.min.js"), ("locale", locale),
    ]
  }

  /// Nil if a code is unknown.
  private static func currencies(_ text: String) -> Set<Currency>? {
    let codes = text.split(separator: ",", omittingEmptySubsequences: false)
    let known = codes.compactMap { Currency(String($0)) }
    return known.count == codes.count ? Set(known) : nil
  }

  private func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try secretKey.map { Secret($0) } ?? DemoAccount.secret(place)
  }
}

extension CommandOptions {
  public static var guide: String {
    """
    PLACETOPAY: a sandbox of PlacetoPay Checkout (WebCheckout) for a shop in any
    language: sessions, the hosted page, charges of tokens, refunds, holds,
    notifications, the lightbox.

    START IT
      ferry sandbox --provider placetopay --control
      It makes a secret key, keeps it in the folder that --data names, and prints
      login and key. To use your own:
      ferry sandbox --provider placetopay --login LOGIN --secret-key KEY --control

    POINT YOUR CLIENT AT IT
      Give the client the printed base url, login and secret key (its "tranKey"
      setting). Requests are POSTs with Content-Type: application/json and a
      fresh auth: tranKey = Base64(SHA-256(nonce + seed + secret key)), and nonce
      is sent in Base64. A refused auth is explained in /console/requests. Old
      clients that use SHA-1 need --sha1.

    TEST CARDS, with any later expiry date and any code
      4110760000000081  approved              4110760000000016  declined
      4110760000000008  approved, asks for a code: 12345
      4110760000000032  pending, then approved, asks for a code
      4110760000000073  pending, then approved
      4110760000000040  pending, then rejected
      376651707554974   in review: approve it in the console
      4110760000000065  technical failure; the session goes on
      4110760000000024  slow (180 s), approved
      4110760000000057  approved below 200
      5180300000000039  not authenticated
      The page lists all others. Unknown numbers are declined, no check digit is
      asked for, and no number is kept. Bank transfers open a bank's page, which
      approves, declines, or decides later; a cash slip waits until somebody
      approves it in the console, or the session expires. ATH Móvil is there for
      paymentMethod athmv and for locales of Puerto Rico; payer.mobile decides:
      +19391111111  pending, rejected when the session expires
      +19391111112  cancelled             +19391111113  technical failure
      +19391111118  pending: the console decides

    \(SandboxGuide.pages("sessions with their transactions"))

    NOTIFICATIONS
      --notify URL posts one when a session ends, and never again, whatever the
      answer is: {status, requestId, reference, signature}.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "reverse"}
        {"kind": "simulate", "code": "request_not_valid", "operation": "reverse"}
        code: a reason, or a number of auth errors: 100 to 107, 200, 10001
        """,
      operations: Operation.allCases.map(\.rawValue),
      page: """
        opens a processUrl as the buyer
        {"order": "1001", "nextAction": {"url": "PROCESSURL"}}
        """,
      buyer: """
        {"order": "1001", "act": "approve", "details": {"card": "NUMBER"}}
        details: card, part, and method: card, transfer, cash or athmv
        """))

    CONTROL API OF PLACETOPAY ALONE, below /control/placetopay
      POST sessions/REQUESTID/refund    {"amount": "30.00"}; all without amount
      POST sessions/REQUESTID/approve   {}: the pending attempt; also reject
      POST sessions/REQUESTID/split     {}: the buyer may pay in parts
      POST sessions/REQUESTID/cancel    {}
      POST sessions/REQUESTID/dispute   {}: the buyer's bank disputes the payment;
                                        then winDispute or loseDispute
      Of each, transactions/INTERNALREFERENCE in place of sessions/REQUESTID
      POST site
        {"state": "inactive"}; also active, expired, credentialsExpired
        {"sha1": true}

    The order number is the field with the keyword order, else the reference.
    """
  }
}
