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
    if let notify, ReturnURL(notify) == nil {
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

extension CommandOptions {
  public static var guide: String {
    """
    GMO PAYMENT GATEWAY: a sandbox of Amazon Pay through GMO Payment Gateway
    (cPSP) for a shop in any language: the protocol API (.idPass and .json), the
    start page, result notifications, and Amazon's button and pages on the same
    site.

    START IT
      ferry sandbox --provider gmo-pg --control
      It makes a ShopPass and a key pair, keeps them in the folder that --data
      names, and prints the settings for your shop. To use your own:
      ferry sandbox --provider gmo-pg --shop-id tshop00000001 \\
        --shop-pass pass0001 --public-key public.pem \\
        --public-key-id SANDBOX-MYKEY --merchant-id A1B2C3D4E5F6G7 --control
      It takes no ShopID of a real shop.

    POINT YOUR CLIENT AT IT
      Put the printed base url in the place of GMO's, and load checkout.js from
      the printed address. The button's payload has to name the processor:
      processorSpecifications {"name": "gmopg"}. Nothing else changes.

    ADDITIONAL PAYMENT BUTTON (APB)
      amazon.Pay.renderJSButton opens Amazon's pages in a window, for PayOnly.
      onCompleteCheckout receives the charge permission for Exec with ApbType.
      With --challenge that Exec answers StartURL and Token; GMO does not
      document the form of this answer.

    TEXTS
      .idPass is read as Windows-31J. A shop that sends UTF-8 sees what GMO
      would make of it: /console shows the bytes of each Description and
      ClientField, and both readings.

    AMOUNTS
      Amount and Tax are what is left. Each cancel or refund lowers them when it
      is accepted; AmazonPayCancelAmount and AmazonPayCancelTax are the sum of
      all of them. A refund that fails later takes both back.

    CARDS of the buyer decide
      1111 and others pay; 3434 is declined; 3064 acts as a buyer who cancels;
      0701 and 4354 stay AUTHPROCESS for 30 seconds, and then pay or are declined.

    \(SandboxGuide.pages("transactions with their life"))

    NOTIFICATIONS
      --notify URL posts one for every change of a status or an amount. The
      receiver has to answer 200 with the body 0 within 15 seconds; any other
      answer is followed by five more attempts, an hour apart.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "AmazonpaySales"}
        {"kind": "simulate", "code": "E92000001", "operation": "AmazonpaySales"}
        code of simulate: any ErrInfo; after:ERRINFO executes the call, and
          answers the error; RefundFailed accepts a refund that fails later
        """,
      operations: Operation.allCases.map(\.rawValue), note: "and those of Amazon's API, such as getCheckoutSession",
      page: """
        opens the button's page or the StartURL
        {"order": "1001", "nextAction": {"form": {"action": "STARTURL",
         "fields": {"AccessID": "…", "Token": "…"}}}}
        """,
      buyer: """
        {"order": "1001", "act": "select"}, then "approve"
        """))

    CONTROL API OF GMO ALONE, below /control/gmo-pg
      GET  transactions/ORDERID         the transaction
      GET  transactions/ORDERID/return  the form that the browser posts to RetURL
      POST transactions/ORDERID/refund  {"amount": 100}; all without amount
      POST transactions/ORDERID/ACT     {}
        ACT
    \(SandboxGuide.wrapped(ConsoleAct.allCases.map(\.rawValue)))
      POST returns                      a fault of the next way to RetURL
        {"kind": "\(ReturnFault.wrongCheckString.rawValue)"}; also never, twice,
         otherStatus
      POST connectivity                 {}: sends a test notification
      POST chargePermissions            {"card": "1111"}: for Exec with ApbType
      Amazon's own control API is below /control/amazon-pay.

    The order number is ClientField1, else the OrderID.
    """
  }
}
