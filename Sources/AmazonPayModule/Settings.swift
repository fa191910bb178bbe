package import AmazonPay
import FerryCheckout
package import FerryCore
import FerryHTTP
package import FerryModule
import FerryProvider

extension AmazonPayProvider {
  /// Declares and reads the settings of an Amazon Pay account.
  init?(_ settings: inout AccountSettings) {
    let isLive = settings.isLive
    var options = Options()
    options.buttonImage = settings.buttonImage(.amazonButton(AmazonPayRegistration.settingsFolder))
    let place = isLive ? "account for live payments" : "account in Amazon's sandbox"
    let merchantSettings = AmazonMerchantSettings(
      &settings, prefix: nil, merchantID: "The merchant id of the \(place).",
      storeID: "The store id, which Seller Central also calls client id.",
      publicKeyID: "The id of the key pair that requests are signed with.",
      privateKeyFile: (
        "The file with the private key, in PEM.", "/etc/ferry/amazon-pay-\(settings.mode.rawValue).pem"
      ), missing: "Name the file that Seller Central offered for download with the key pair.")
    let region = settings.value(
      "region", "The region of the account: na (or us), eu (or de, uk), or jp.", example: "jp", isRequired: true,
      otherwise: "Name the region of the account: na (or us), eu (or de, uk), or jp.", AmazonPayRegion.init(alias:)
    ).value
    let ledgerCurrency = settings.value(
      "ledgerCurrency", "The currency of the account, unless it is the region's usual one.", example: "GBP",
      otherwise: "Write the three capital letters of a currency."
    ) { Currency($0) }
    let storeName = settings.text(
      "storeName", "The shop's name on Amazon's pages, at most 50 characters; else the account's.",
      example: "Minato Store")
    let sandboxURL = settings.text(
      "sandboxURL",
      isLive
        ? "Never set: live payments go to Amazon."
        : "The address of a sandbox in Amazon's place, such as `ferry sandbox`, for testing.",
      example: isLive ? "(leave it out)" : "http://127.0.0.1:3081")
    if !isLive, settings.isBesideLive, sandboxURL.value != nil { settings.refuseSandboxBesideLive(sandboxURL) }
    options.storeName = storeName.value
    options.quietSchedule = settings.quietSeconds(provider: "Amazon", usual: options.quietSchedule)
    options.lapseWarning = settings.time(
      "lapseWarningHours",
      "The hours before the expiry of an uncaptured authorization at which the shop is warned; 0 for never.",
      example: "72", 0...720, seconds: 3600, usual: options.lapseWarning)
    options.authorizedCheck = settings.time(
      "authorizedCheckHours",
      "The hours after which Amazon is asked again about an uncaptured authorization; 0 for never.", example: "24",
      0...720, seconds: 3600, usual: options.authorizedCheck)
    let paidCheckDays = settings.numbers(
      "paidCheckDays",
      "The days after the start of a checkout on which Amazon is asked about its captured money, with commas between; 0 "
        + "for never.", example: "1,3,7,14,30,60,90", 0...365)
    if let paidCheckDays { options.paidChecks = paidCheckDays.filter { $0 > 0 }.map { .seconds($0 * 86_400) } }
    options.notifications = AmazonPayNotifications(&settings, sandboxURL)
    // A refused region gets a placeholder, so that the account still reports its other problems.
    guard
      let merchant = merchantSettings.account(
        in: region ?? .japan, ledgerCurrency: (ledgerCurrency.key, region == nil ? nil : ledgerCurrency.value),
        sandboxURL: sandboxURL, &settings)
    else { return nil }
    do {
      try self.init(merchant, name: settings.account, options)
    } catch {
      settings.refuse(storeName, "The name is longer than 50 characters; shorten it.")
      return nil
    }
  }
}

extension AmazonPayNotifications {
  /// Nil if they are not set up, or if there is a problem.
  fileprivate init?(_ settings: inout AccountSettings, _ sandboxURL: Setting<String?>) {
    let isLive = settings.isLive
    let topics = settings.list(
      "notificationTopics",
      "The topics of Amazon SNS through which the account's notifications come, with commas between; without any, "
        + "notifications are refused.", example: "arn:aws:sns:ap-northeast-1:123456789012:A1B2C3D4E5F6G7")
    let confirms = settings.flag(
      "confirmsSubscriptions",
      "Write yes to confirm subscriptions of these topics when Amazon SNS asks; without it they are not confirmed.",
      example: "yes", default: nil)
    let root = settings.text(
      "notificationRootFile",
      isLive
        ? "Never set: live notifications are signed under Amazon's own authorities."
        : "The file with the certificate, in PEM, of the authority that signs a sandbox's notifications.",
      example: isLive ? "(leave it out)" : "/var/lib/ferry-sandbox/notification-root.pem")
    let sandbox = isLive ? nil : sandboxURL.value
    if root.value != nil, sandbox == nil {
      settings.refuse(
        root, "Amazon's own notifications are signed under authorities that Ferry knows. Leave it out.",
        showsExample: false)
    }
    guard !topics.value.isEmpty else {
      let detail = "This is for notifications. Name their topics in \(topics.key.name), or leave it out."
      if settings.isSet(confirms) { settings.refuse(confirms, detail) }
      if settings.isSet(root) { settings.refuse(root, detail) }
      return nil
    }
    do {
      // The topics are checked even if another setting is refused already.
      let amazon = try Self(
        topics: Set(topics.value), certificates: .amazon, confirmsSubscriptions: confirms.value)
      guard let sandbox else {
        self = amazon
        return
      }
      guard root.value != nil else {
        settings.refuse(
          root, "A sandbox's notifications are not signed by Amazon. Name the file with its authority's certificate.")
        return nil
      }
      guard let rootPEM = settings.contents(of: root) else { return nil }
      self = try Self(
        topics: Set(topics.value),
        certificates: Self.certificates(
          ofSandbox: Link(external: sandbox)?.origin?.text ?? sandbox, rootPEM: rootPEM),
        confirmsSubscriptions: confirms.value)
    } catch {
      let key =
        switch error {
        case .topicsMissing, .topicMalformed: topics.key
        case .sandboxNotLocal: sandboxURL.key
        case .rootUnreadable: root.key
        }
      settings.refuse(key, error.description)
      return nil
    }
  }
}

/// The settings of a merchant at Amazon. A provider that processes Amazon Pay's payments has them, too.
package struct AmazonMerchantSettings {
  private let merchantID, storeID, publicKeyID: Setting<String?>
  private let key: Setting<Secret<String>>?

  /// - Parameters:
  ///   - prefix: The beginning of the settings' names; nil for none.
  ///   - merchantID, storeID, publicKeyID, privateKeyFile: Sentences for people.
  ///   - advice: What to do if there is no key.
  package init(
    _ settings: inout AccountSettings, prefix: String?, merchantID: String, storeID: String, publicKeyID: String,
    privateKeyFile: (about: String, example: String), missing advice: String
  ) {
    func name(_ name: String) -> String { prefix.map { $0 + name.prefix(1).uppercased() + name.dropFirst() } ?? name }
    self.merchantID = settings.text(name("merchantID"), merchantID, example: "A1B2C3D4E5F6G7", isRequired: true)
    self.storeID = settings.text(
      name("storeID"), storeID, example: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef",
      isRequired: true)
    self.publicKeyID = settings.text(
      name("publicKeyID"), publicKeyID,
      example: "\(settings.isLive ? "LIVE" : "SANDBOX")-AAAAAAAAAAAAAAAAAAAAAAAA", isRequired: true)
    key = settings.secretInFile(
      (name("privateKeyFile"), privateKeyFile.about, privateKeyFile.example),
      orText: (
        name("privateKey"), "The private key itself, in place of a file; line ends may be written as \\n.",
        "-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----"
      ), missing: advice)
  }

  /// - Parameter currency: With its setting; nil if the account has no choice.
  /// - Returns: Nil if there is a problem.
  package func account(
    in region: AmazonPayRegion, ledgerCurrency currency: (key: ConfigurationKey, value: Currency?)? = nil,
    sandboxURL: Setting<String?>, _ settings: inout AccountSettings
  ) -> AmazonPayAccount? {
    do {
      // A refused key gets a placeholder, so that the account still reports its other problems.
      return try AmazonPayAccount(
        mode: settings.mode, region: region, merchantId: merchantID.value ?? "", storeId: storeID.value ?? "",
        publicKeyId: publicKeyID.value ?? "", privateKeyPEM: key?.value ?? Secret(""),
        ledgerCurrency: currency?.value, sandboxURL: sandboxURL.value)
    } catch {
      settings.refuse(error) { setting in
        switch setting {
        case .merchantId: merchantID.key
        case .storeId: storeID.key
        case .publicKeyId: publicKeyID.key
        // A key that could not be read was refused before.
        case .privateKey: key?.key
        case .ledgerCurrency: currency?.key ?? sandboxURL.key
        case .endpoint: sandboxURL.key
        }
      }
      return nil
    }
  }
}

extension ConfigurationKey {
  /// The setting of Amazon's button, which all accounts of a provider share.
  package static func amazonButton(_ settingsFolder: String) -> ConfigurationKey {
    ConfigurationKey(
      "\(settingsFolder).buttonImage",
      "Amazon's artwork for the button in web views: an SVG file, or its https address; without it testing has a drawing.",
      example: "/etc/ferry/amazon-pay-button.svg", isOptional: true)
  }
}
