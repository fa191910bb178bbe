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

  @Flag(help: "The lines of an order are required before version 3.1, and have to add up to its amounts.")
  var strictItems = false

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
    rules.checksItems = strictItems
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
