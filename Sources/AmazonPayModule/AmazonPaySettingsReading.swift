import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule

/// Reads one account and reports the problems of each of its settings.
struct AmazonPayReading {
  private let name: AccountName
  private let mode: Mode
  private let keys: AmazonPaySettingNames

  init(_ name: AccountName, _ mode: Mode) {
    self.name = name
    self.mode = mode
    keys = AmazonPaySettingNames(name, mode)
  }

  func account(_ settings: inout SettingsReader) -> AmazonPayProviderAccount? {
    let problemsBefore = settings.problems.count
    let isBesideLive = AmazonPayRegistration.configured(settings).contains { $0.mode == .live }
    if mode == .test, isBesideLive, settings.text(keys.sandboxURL) != nil {
      settings.refuse(
        keys.sandboxURL,
        "Beside an account for live payments there is no sandbox. Leave it out, or try it on a server of its own.")
    }
    let image = image(&settings, isBesideLive: isBesideLive)
    guard let provider = provider(&settings), settings.problems.count == problemsBefore else { return nil }
    return AmazonPayProviderAccount(provider, image: image)
  }

  /// Without Amazon's artwork, a drawing is used; it is for testing only.
  private func image(_ settings: inout SettingsReader, isBesideLive: Bool) -> ButtonImage? {
    let key = AmazonPaySettingNames.buttonImage
    guard let text = settings.text(key) else { return isBesideLive ? nil : .drawing }
    let image = ButtonImage(text) { settings.file(at: $0) }
    let isReported = settings.problems.contains { $0.name == key.name }
    if image == nil, !isReported {
      settings.refuse(key, "Name an SVG file without scripts that Ferry's user may read, or a whole https address.")
    }
    return image
  }

  private func provider(_ settings: inout SettingsReader) -> AmazonPayProvider? {
    let region = region(&settings)
    let currency = ledgerCurrency(&settings)
    let key = privateKey(&settings)
    let lapseWarning = hours(keys.lapseWarningHours, &settings, else: AmazonPayProvider.usualLapseWarning)
    let authorizedCheck = hours(keys.authorizedCheckHours, &settings, else: AmazonPayProvider.usualAuthorizedCheck)
    let paidChecks = paidChecks(&settings)
    let quietSchedule = settings.schedule(keys.quietSeconds) ?? AmazonPayProvider.usualQuietSchedule
    let notifications = AmazonPayNotificationsReading(keys, mode).notifications(&settings)
    do {
      // A refused setting gets a placeholder, so that the account still reports its other problems.
      let account = try AmazonPayAccount(
        mode: mode, region: region ?? .japan, merchantId: settings.text(keys.merchantID) ?? "",
        storeId: settings.text(keys.storeID) ?? "", publicKeyId: settings.text(keys.publicKeyID) ?? "",
        privateKeyPEM: key?.pem ?? Secret(""), ledgerCurrency: region == nil ? nil : currency,
        sandboxURL: settings.text(keys.sandboxURL))
      return try AmazonPayProvider(
        account, name: name, storeName: settings.text(keys.storeName), quietSchedule: quietSchedule,
        notifications: notifications,
        lapseWarning: lapseWarning, authorizedCheck: authorizedCheck, paidChecks: paidChecks)
    } catch let problems as AmazonPayAccountProblems {
      for problem in problems.problems {
        if problem.setting == .privateKey {
          // A key that could not be read was refused before.
          if let key { settings.refuse(key.source, problem.advice) }
        } else {
          settings.refuse(keys[problem.setting], problem.advice)
        }
      }
    } catch {
      settings.refuse(keys.storeName, "The name is longer than 50 characters; shorten it.")
    }
    return nil
  }

  /// Nil for 0.
  private func hours(_ key: ConfigurationKey, _ settings: inout SettingsReader, else usual: Duration) -> Duration? {
    guard settings.isSet(key) else { return usual }
    let hours = settings.number(key, 0...720)
    return hours == 0 ? nil : .seconds(hours * 3600)
  }

  private func paidChecks(_ settings: inout SettingsReader) -> [Duration] {
    guard let days = settings.numbers(keys.paidCheckDays, 0...365) else { return AmazonPayProvider.usualPaidChecks }
    return days.filter { $0 > 0 }.map { .seconds($0 * 86_400) }
  }

  private func region(_ settings: inout SettingsReader) -> AmazonPayRegion? {
    let region = settings.text(keys.region).flatMap { AmazonPayRegion(alias: $0) }
    if region == nil {
      settings.refuse(keys.region, "Name the region of the account: na (or us), eu (or de, uk), or jp.")
    }
    return region
  }

  private func ledgerCurrency(_ settings: inout SettingsReader) -> Currency? {
    guard let code = settings.text(keys.ledgerCurrency) else { return nil }
    let currency = Currency(code)
    if currency == nil { settings.refuse(keys.ledgerCurrency, "Write the three capital letters of a currency.") }
    return currency
  }

  /// The key and the setting that has it; nil if it is refused.
  private func privateKey(_ settings: inout SettingsReader) -> (pem: Secret<String>, source: ConfigurationKey)? {
    let pem = settings.text(keys.privateKey).map { Secret($0) }
    switch (pem, settings.text(keys.privateKeyFile)) {
    case (nil, nil):
      settings.refuse(keys.privateKeyFile, "Name the file that Seller Central offered for download with the key pair.")
      return nil
    case (_?, _?):
      settings.refuse(
        keys.privateKeyFile, "The key is given twice, here and in \(keys.privateKey.name). Leave one of them out.")
      return nil
    case (let pem?, nil): return (pem, keys.privateKey)
    case (nil, let path?):
      if path.contains("-----") {
        settings.refuse(
          keys.privateKeyFile, "This is the key itself. Give it in \(keys.privateKey.name), or name a file.")
        return nil
      }
      return settings.file(keys.privateKeyFile).map { (Secret($0), keys.privateKeyFile) }
    }
  }
}

/// Reads the settings of an account's notifications.
private struct AmazonPayNotificationsReading {
  private let keys: AmazonPaySettingNames
  private let mode: Mode

  init(_ keys: AmazonPaySettingNames, _ mode: Mode) {
    self.keys = keys
    self.mode = mode
  }

  /// Nil if they are not set up, or if there is a problem.
  func notifications(_ settings: inout SettingsReader) -> AmazonPayNotifications? {
    let problemsBefore = settings.problems.count
    let topics = settings.list(keys.notificationTopics)
    let confirms = confirms(&settings)
    let root = root(&settings)
    guard !topics.isEmpty else {
      for key in [keys.confirmsSubscriptions, keys.notificationRootFile] where settings.text(key) != nil {
        settings.refuse(
          key, "This is for notifications. Name their topics in \(keys.notificationTopics.name), or leave it out.")
      }
      return nil
    }
    do {
      // The topics are checked even if another setting is refused already.
      let notifications = try AmazonPayNotifications(
        topics: Set(topics), certificates: .amazon, confirmsSubscriptions: confirms)
      guard settings.problems.count == problemsBefore else { return nil }
      guard let sandbox = settings.text(keys.sandboxURL), mode == .test else { return notifications }
      guard let root else {
        settings.refuse(
          keys.notificationRootFile,
          "A sandbox's notifications are not signed by Amazon. Name the file with its authority's certificate.")
        return nil
      }
      return try AmazonPayNotifications(
        topics: Set(topics),
        certificates: AmazonPayNotifications.certificates(
          ofSandbox: Link(external: sandbox)?.origin?.text ?? sandbox, rootPEM: root),
        confirmsSubscriptions: confirms)
    } catch {
      settings.refuse(key(of: error), error.description)
      return nil
    }
  }

  private func confirms(_ settings: inout SettingsReader) -> Bool {
    switch settings.text(keys.confirmsSubscriptions) {
    case nil, "no": return false
    case "yes": return true
    default:
      settings.refuse(keys.confirmsSubscriptions, "Write yes or no, or leave it out.")
      return false
    }
  }

  private func root(_ settings: inout SettingsReader) -> String? {
    guard settings.text(keys.notificationRootFile) != nil else { return nil }
    guard mode == .test, settings.text(keys.sandboxURL) != nil else {
      settings.refuse(
        keys.notificationRootFile,
        "Amazon's own notifications are signed under authorities that Ferry knows. Leave it out.", showsExample: false)
      return nil
    }
    return settings.file(keys.notificationRootFile)
  }

  private func key(of problem: AmazonPayNotificationsProblem) -> ConfigurationKey {
    switch problem {
    case .topicsMissing, .topicMalformed: keys.notificationTopics
    case .sandboxNotLocal: keys.sandboxURL
    case .rootUnreadable: keys.notificationRootFile
    }
  }
}
