import AmazonPaySandbox
import ArgumentParser
import FerryCore
public import FerrySandbox
import FerryWeb

/// The options of `ferry sandbox` for GMO Payment Gateway: a shop with its button at Amazon, and the rules of its contract.
public struct CommandOptions: SandboxOptions {
  @Option(help: "The ShopID: tshop and 8 letters or digits.")
  var shopId = DemoAccount.shopID

  @Option(help: ArgumentHelp("The ShopPass. Default: one that the sandbox makes.", valueName: "password"))
  var shopPass: String?

  @Option(help: "The shop's name on the pages.")
  var name = "Your shop"

  @OptionGroup var account: AccountOptions

  @Option(help: ArgumentHelp("The URL to post result notifications to. Default: none.", valueName: "url"))
  var notify: String?

  @Flag(help: "Answers of .idPass have the bytes of Windows-31J as they are, and not percent-encoded.")
  var rawBodies = false

  @Flag(help: "The keys of an answer come in another order each time.")
  var shuffledKeys = false

  @Flag(help: "CR and LF follow the answers of .idPass.")
  var trailingNewline = false

  @Flag(help: "Errors in parameters have codes of the family M01, and not E01.")
  var m01 = false

  @Flag(help: "A decline ends at the cancel URL, and not at RetURL.")
  var declinesToCancelUrl = false

  @Flag(help: "A part of an authorization can be captured.")
  var partialCapture = false

  @Flag(help: "Exec can be repeated until the buyer comes.")
  var repeatedExec = false

  @Flag(help: "Exec of an additional payment button asks for a challenge, with StartURL and Token.")
  var challenge = false

  @Flag(help: "Buttons without processorSpecifications are accepted.")
  var anyButton = false

  @Option(help: "The seconds until a refund is paid out.")
  var refundSeconds = 30

  @Option(help: ArgumentHelp("The file that keeps the state across restarts. Default: in memory only."))
  var journal: String?

  public init() {}

  public func validate() throws {
    var problems: [String] = []
    if !GatewayShop.isTestID(shopId) {
      problems.append("--shop-id has to be tshop and 8 letters or digits: the sandbox takes no real shop.")
    }
    if let shopPass, !GatewayShop.isPassword(shopPass) {
      problems.append("--shop-pass has to be 1 to 64 letters and digits.")
    }
    if let notify, !ReturnAddress.isAddress(notify) {
      problems.append("--notify has to be an address with https or http.")
    }
    if !(0...2_592_000).contains(refundSeconds) { problems.append("--refund-seconds is 0 to 2592000.") }
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
  }

  public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule {
    var place = place
    place.notificationURL = notify
    return try Sandbox(
      GatewayShop(id: shopId, password: password(place), name: name), rules,
      Merchant(
        id: account.merchantId, name: name, storeIDs: [account.storeId],
        publicKeys: [account.publicKeyId: account.publicPEM(place.folder)]),
      at: place, journal: journal)
  }

  var rules: Rules {
    var rules = Rules()
    rules.bodyStyle = rawBodies ? .raw : .percentEncoded
    rules.shufflesKeys = shuffledKeys
    rules.endsBodiesWithNewline = trailingNewline
    rules.codeFamily = m01 ? .m01 : .e01
    rules.declinesLeaveByCancelURL = declinesToCancelUrl
    rules.allowsPartialCapture = partialCapture
    rules.allowsRepeatedExec = repeatedExec
    rules.challengesAdditionalButton = challenge
    rules.requiresProcessor = !anyButton
    rules.refundTime = .seconds(refundSeconds)
    return rules
  }

  public func shopSettings(_ place: SandboxPlace) throws -> [(name: String, value: String)] {
    [
      ("base url", "\(place.origin)/payment/     in place of https://pt01.mul-pay.jp/payment/"),
      ("ShopID", shopId), ("ShopPass", try password(place).reveal()),
    ] + account.settings(place)
  }

  private func password(_ place: SandboxPlace) throws -> Secret<String> {
    try shopPass.map { Secret($0) } ?? DemoAccount.password(place)
  }
}
