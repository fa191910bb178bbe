import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import SwedbankPay

/// Reads one account and reports the problems of each of its settings.
struct SwedbankPayReading {
  private let name: AccountName
  private let mode: Mode
  private let keys: SwedbankPaySettingNames

  init(_ name: AccountName, _ mode: Mode) {
    self.name = name
    self.mode = mode
    keys = SwedbankPaySettingNames(name, mode)
  }

  /// The merchant's system, as Swedbank Pay shows it with each payment order.
  private static let userAgent = "Ferry/1.0"

  func account(_ settings: inout SettingsReader) -> SwedbankPayProviderAccount? {
    let problemsBefore = settings.problems.count
    let options = options(&settings)
    let payerURLs = settings.list(keys.payerURLs)
    let apiURL = settings.text(keys.apiURL)
    if mode == .live, let origin = apiURL.flatMap({ Origin($0) }), Loopback.isHost(origin.host) {
      settings.refuse(keys.apiURL, "Live payments go to Swedbank Pay, never to this machine.")
    }
    let merchant: SwedbankPayAccount
    do {
      merchant = try SwedbankPayAccount(
        mode: mode, accessToken: Secret(settings.text(keys.accessToken) ?? ""),
        payeeID: settings.text(keys.payeeID) ?? "", userAgent: Self.userAgent, apiURL: apiURL,
        payerURLs: payerURLs.isEmpty ? nil : payerURLs)
    } catch {
      for problem in error.problems {
        if let key = keys[problem.setting] { settings.refuse(key, problem.description) }
      }
      return nil
    }
    guard settings.problems.count == problemsBefore else { return nil }
    return SwedbankPayProviderAccount(SwedbankPayProvider(merchant, name: name, options))
  }

  private func options(_ settings: inout SettingsReader) -> SwedbankPayProvider.Options {
    var options = SwedbankPayProvider.Options()
    options.expiration = .seconds(settings.number(keys.expirationMinutes, 5...2_880) * 60)
    options.decisionTime = .seconds(settings.number(keys.decisionDays, 1...60) * 86_400)
    options.sdkTokens = settings.flag(keys.sdkTokens)
    options.sdkCheckIn = settings.flag(keys.sdkCheckIn)
    if let schedule = settings.schedule(keys.quietSeconds) { options.quietSchedule = schedule }
    if let text = settings.text(keys.references) {
      if let format = PayeeReference.Format(rawValue: text) {
        options.references = format
      } else {
        settings.refuse(keys.references, "Write alphanumeric or digits, or leave it out.")
      }
    }
    let codes = settings.list(keys.currencies)
    if !codes.isEmpty {
      let currencies = codes.compactMap { Currency($0) }
      if currencies.count != codes.count {
        settings.refuse(keys.currencies, "Write codes of ISO 4217, such as SEK.")
      }
      options.currencies = Set(currencies)
    }
    if let text = settings.text(keys.termsOfServiceURL) {
      if Link(external: text) != nil {
        options.termsOfServiceURL = text
      } else {
        settings.refuse(keys.termsOfServiceURL, "Write an https address.")
      }
    }
    if let text = settings.text(keys.trampolineURL) {
      if Origin(text) != nil {
        options.trampolineURL = text
      } else {
        settings.refuse(keys.trampolineURL, "Write an https address without a path.")
      }
    }
    let sources = settings.list(keys.callbackSources)
    if !sources.isEmpty {
      let ranges = sources.compactMap { AddressRange($0) }
      if ranges.count != sources.count {
        settings.refuse(keys.callbackSources, "Write addresses or ranges, such as 20.91.170.120/29.")
      }
      options.callbackSources = ranges
    }
    return options
  }
}
