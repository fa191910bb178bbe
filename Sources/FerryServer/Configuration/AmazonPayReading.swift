import AmazonPay
import FerryCore

/// Reads the account of one mode and says what is wrong with each of its settings.
struct AmazonPayReading {
  private let mode: Mode
  private let keys: AmazonPaySettingNames

  init(_ mode: Mode) {
    self.mode = mode
    keys = AmazonPaySettingNames(mode)
  }

  func provider(_ settings: inout SettingsReading, _ file: (String) -> String?) -> AmazonPayProvider? {
    let region = region(&settings)
    let currency = ledgerCurrency(&settings)
    let key = privateKey(&settings, file)
    let standIn = settings.text(keys.standInURL)
    let watch = Watch(
      lapseWarning: hours(keys.lapseWarningHours, &settings, else: AmazonPayProvider.usualLapseWarning),
      authorizedCheck: hours(keys.authorizedCheckHours, &settings, else: AmazonPayProvider.usualAuthorizedCheck),
      paidChecks: paidChecks(&settings))
    let notifications = AmazonPayNotificationsReading(keys, mode).notifications(&settings, file)
    do {
      // With a value in place of one that is refused already, the account still tells what else is wrong.
      let account = try AmazonPayAccount(
        mode: mode, region: region ?? .japan, merchantId: settings.text(keys.merchantID) ?? "",
        storeId: settings.text(keys.storeID) ?? "", publicKeyId: settings.text(keys.publicKeyID) ?? "",
        privateKeyPEM: key?.pem ?? Secret(""), ledgerCurrency: region == nil ? nil : currency, standIn: standIn)
      return try provider(account, settings.text(keys.storeName), notifications, watch)
    } catch let problems as AmazonPayAccountProblems {
      for problem in problems.problems {
        if problem.setting == .privateKey {
          // What could not be read was refused before.
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

  /// When payments are looked after.
  private struct Watch {
    var lapseWarning: Duration?
    var authorizedCheck: Duration?
    var paidChecks: [Duration]
  }

  private func provider(
    _ account: AmazonPayAccount, _ name: String?, _ notifications: AmazonPayNotifications?, _ watch: Watch
  ) throws -> AmazonPayProvider {
    try AmazonPayProvider(
      account, storeName: name, notifications: notifications, lapseWarning: watch.lapseWarning,
      authorizedCheck: watch.authorizedCheck, paidChecks: watch.paidChecks)
  }

  /// Nil for 0. Of a mode that is not set up nothing is shown, so there is no default in the key.
  private func hours(_ key: ConfigurationKey, _ settings: inout SettingsReading, else usual: Duration) -> Duration? {
    guard settings.isSet(key) else { return usual }
    let hours = settings.number(key, 0...720)
    return hours == 0 ? nil : .seconds(hours * 3600)
  }

  private func paidChecks(_ settings: inout SettingsReading) -> [Duration] {
    guard let days = settings.numbers(keys.paidCheckDays, 0...365) else { return AmazonPayProvider.usualPaidChecks }
    return days.filter { $0 > 0 }.map { .seconds($0 * 86_400) }
  }

  private func region(_ settings: inout SettingsReading) -> AmazonPayRegion? {
    let text = settings.text(keys.region)
    let region = text.flatMap { AmazonPayRegion(alias: $0) }
    if region == nil {
      settings.refuse(
        keys.region, "Name the region that the account is registered in: na (or us), eu (or de, uk), or jp.")
    }
    return region
  }

  private func ledgerCurrency(_ settings: inout SettingsReading) -> Currency? {
    guard let code = settings.text(keys.ledgerCurrency) else { return nil }
    let currency = Currency(code)
    if currency == nil { settings.refuse(keys.ledgerCurrency, "Write the three capital letters of a currency.") }
    return currency
  }

  /// The key and where it came from; nil when it is refused.
  private func privateKey(
    _ settings: inout SettingsReading, _ file: (String) -> String?
  ) -> (pem: Secret<String>, source: ConfigurationKey)? {
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
      guard let text = file(path) else {
        settings.refuse(
          keys.privateKeyFile, "The file cannot be read. Check its name, and that Ferry's user may read it.")
        return nil
      }
      return (Secret(text), keys.privateKeyFile)
    }
  }
}
