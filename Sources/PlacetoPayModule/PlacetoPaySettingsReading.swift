import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import PlacetoPay

/// Reads one account and reports the problems of each of its settings.
struct PlacetoPayReading {
  private let name: AccountName
  private let mode: Mode
  private let keys: PlacetoPaySettingNames

  init(_ name: AccountName, _ mode: Mode) {
    self.name = name
    self.mode = mode
    keys = PlacetoPaySettingNames(name, mode)
  }

  func account(_ settings: inout SettingsReader) -> PlacetoPayProviderAccount? {
    let problemsBefore = settings.problems.count
    let options = options(&settings)
    let place = place(&settings)
    let acceptsSHA1 = settings.flag(keys.acceptsSHA1)
    let merchant: PlacetoPayAccount
    do {
      // A refused address gets a placeholder, so that the account still reports its other problems.
      merchant = try PlacetoPayAccount(
        mode: mode, baseURL: place ?? "https://placeholder.invalid", login: settings.text(keys.login) ?? "",
        secretKey: Secret(settings.text(keys.secretKey) ?? ""), acceptsSHA1Notifications: acceptsSHA1)
    } catch {
      for problem in error.problems { settings.refuse(keys[problem.setting], problem.description) }
      return nil
    }
    guard settings.problems.count == problemsBefore else { return nil }
    return PlacetoPayProviderAccount(PlacetoPayProvider(merchant, name: name, options))
  }

  /// The base URL, by the instance's name or as it is given; nil if it is refused.
  private func place(_ settings: inout SettingsReader) -> String? {
    switch (settings.text(keys.instance), settings.text(keys.baseURL)) {
    case (nil, nil):
      settings.refuse(keys.instance, "Name the installation that PlacetoPay has set the site up at, or its address.")
      return nil
    case (_?, _?):
      settings.refuse(keys.baseURL, "The installation is given twice, here and by its name. Leave one of them out.")
      return nil
    case (nil, let address?):
      if mode == .live, let origin = Link(external: address)?.origin, Loopback.isHost(origin.host) {
        settings.refuse(keys.baseURL, "Live payments go to PlacetoPay, never to this machine.")
        return nil
      }
      return address
    case (let name?, nil):
      guard let instance = PlacetoPayInstance(rawValue: name) else {
        let names = PlacetoPayInstance.allCases.map(\.rawValue).joined(separator: ", ")
        settings.refuse(
          keys.instance,
          "There is no such installation. Write one of \(names), or the address in \(keys.baseURL.name).",
          showsExample: false)
        return nil
      }
      let tests = instance.baseURL(.test) ?? instance.baseURL(.acceptance)
      guard let address = mode == .live ? instance.baseURL(.production) : tests else {
        settings.refuse(
          keys.instance,
          "No test environment of \(name) is known. Ask PlacetoPay for its address, and write it in "
            + "\(keys.baseURL.name).", showsExample: false)
        return nil
      }
      return address
    }
  }

  private func options(_ settings: inout SettingsReader) -> PlacetoPayProvider.Options {
    var options = PlacetoPayProvider.Options(country: country(&settings))
    options.expiration = .seconds(settings.number(keys.expirationMinutes, 5...2_880) * 60)
    options.decisionTime = .seconds(settings.number(keys.decisionDays, 1...60) * 86_400)
    if let schedule = settings.schedule(keys.quietSeconds) { options.quietSchedule = schedule }
    options.queriesShowOperations = settings.flag(keys.queriesShowOperations)
    let codes = settings.list(keys.currencies)
    if !codes.isEmpty {
      let currencies = codes.compactMap { Currency($0) }.filter(PlacetoPayProvider.Options.allCurrencies.contains)
      if currencies.count != codes.count {
        let names = PlacetoPayProvider.Options.allCurrencies.map(\.code).sorted().joined(separator: ", ")
        settings.refuse(keys.currencies, "PlacetoPay takes \(names). Write those that the site accepts.")
      }
      options.currencies = Set(currencies)
    }
    return options
  }

  private func country(_ settings: inout SettingsReader) -> String {
    let text = settings.text(keys.country) ?? ""
    if text.utf8.count != 2 || !text.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) {
      settings.refuse(keys.country, "Write the country's two capital letters.")
    }
    return text
  }
}
