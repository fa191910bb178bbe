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

  @Flag(help: "The site still uses SHA-1: it is accepted in auth, and notifications are signed with it.")
  var sha1 = false

  @Option(help: ArgumentHelp("The URL to post notifications to. Default: none.", valueName: "url"))
  var notify: String?

  @Flag(help: "Notify of refunds too, and not only of the end of a session.")
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

  private func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try secretKey.map { Secret($0) } ?? DemoAccount.secret(place)
  }
}
