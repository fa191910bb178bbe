import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import GMOPaymentGateway

/// Reads one account and reports the problems of each of its settings.
struct GMOSettingsReading {
  private let name: AccountName
  private let mode: Mode
  private let keys: GMOSettingNames

  init(_ name: AccountName, _ mode: Mode) {
    self.name = name
    self.mode = mode
    keys = GMOSettingNames(name, mode)
  }

  func account(_ settings: inout SettingsReader) -> GMOProviderAccount? {
    let problemsBefore = settings.problems.count
    let isBesideLive = GMOPaymentGatewayRegistration.configured(settings).contains { $0.mode == .live }
    let image = image(&settings, isBesideLive: isBesideLive)
    let options = options(&settings)
    let shop = shop(&settings)
    let merchant = merchant(&settings)
    if let shop { checkPlaces(shop, &settings, isBesideLive: isBesideLive) }
    guard let shop, let merchant, settings.problems.count == problemsBefore else { return nil }
    return GMOProviderAccount(GMOPaymentGatewayProvider(shop, merchant, name: name, options), image: image)
  }

  // MARK: GMO

  private func shop(_ settings: inout SettingsReader) -> GMOAccount? {
    let flavour = choice(keys.flavour, GMOAccount.Flavour.self, &settings) ?? .idPass
    let bodyStyle = choice(keys.bodyStyle, BodyStyle.self, &settings) ?? .detected
    do {
      return try GMOAccount(
        mode: mode, baseURL: settings.text(keys.baseURL), shopID: settings.text(keys.shopID) ?? "",
        shopPass: Secret(settings.text(keys.shopPass) ?? ""), flavour: flavour, bodyStyle: bodyStyle)
    } catch {
      for problem in error.problems { settings.refuse(key(of: problem), problem.description) }
      return nil
    }
  }

  private func key(of problem: GMOAccountProblem) -> ConfigurationKey {
    switch problem.setting {
    case .baseURL: keys.baseURL
    case .shopID: keys.shopID
    case .shopPass: keys.shopPass
    }
  }

  /// A sandbox stands in GMO's and Amazon's place at once, and never beside live payments.
  private func checkPlaces(_ shop: GMOAccount, _ settings: inout SettingsReader, isBesideLive: Bool) {
    let isLocal = Link(external: shop.baseURL)?.origin.map { Loopback.isHost($0.host) } ?? false
    if mode == .live, isLocal {
      settings.refuse(keys.baseURL, "Live payments go to GMO, never to this machine.")
    } else if isLocal, settings.text(keys.amazonSandboxURL) == nil {
      settings.refuse(
        keys.amazonSandboxURL, "A sandbox in GMO's place does not know Amazon's buyers. Name the one in Amazon's place."
      )
    } else if mode == .test, isBesideLive, isLocal || settings.text(keys.amazonSandboxURL) != nil {
      settings.refuse(
        keys.baseURL,
        "Beside an account for live payments there is no sandbox. Leave it out, or try it on a server of its own.")
    }
  }

  // MARK: Amazon

  private func merchant(_ settings: inout SettingsReader) -> AmazonPayAccount? {
    let key = privateKey(&settings)
    do {
      // A refused key gets a placeholder, so that the account still reports its other problems.
      return try AmazonPayAccount(
        mode: mode, region: .japan, merchantId: settings.text(keys.amazonMerchantID) ?? "",
        storeId: settings.text(keys.amazonStoreID) ?? "", publicKeyId: settings.text(keys.amazonPublicKeyID) ?? "",
        privateKeyPEM: key?.pem ?? Secret(""), sandboxURL: settings.text(keys.amazonSandboxURL))
    } catch {
      for problem in error.problems {
        switch problem.setting {
        case .merchantId: settings.refuse(keys.amazonMerchantID, problem.advice)
        case .storeId: settings.refuse(keys.amazonStoreID, problem.advice)
        case .publicKeyId: settings.refuse(keys.amazonPublicKeyID, problem.advice)
        case .endpoint, .ledgerCurrency: settings.refuse(keys.amazonSandboxURL, problem.advice)
        // A key that could not be read was refused before.
        case .privateKey: if let key { settings.refuse(key.source, problem.advice) }
        }
      }
      return nil
    }
  }

  /// The key and the setting that has it; nil if it is refused.
  private func privateKey(_ settings: inout SettingsReader) -> (pem: Secret<String>, source: ConfigurationKey)? {
    let pem = settings.text(keys.amazonPrivateKey).map { Secret($0) }
    switch (pem, settings.text(keys.amazonPrivateKeyFile)) {
    case (nil, nil):
      settings.refuse(
        keys.amazonPrivateKeyFile, "Name the file with the key whose public half Amazon has for this merchant.")
      return nil
    case (_?, _?):
      settings.refuse(
        keys.amazonPrivateKeyFile,
        "The key is given twice, here and in \(keys.amazonPrivateKey.name). Leave one of them out.")
      return nil
    case (let pem?, nil): return (pem, keys.amazonPrivateKey)
    case (nil, let path?):
      if path.contains("-----") {
        settings.refuse(
          keys.amazonPrivateKeyFile,
          "This is the key itself. Give it in \(keys.amazonPrivateKey.name), or name a file.")
        return nil
      }
      return settings.file(keys.amazonPrivateKeyFile).map { (Secret($0), keys.amazonPrivateKeyFile) }
    }
  }

  /// Without Amazon's artwork, a drawing is used; it is for testing only.
  private func image(_ settings: inout SettingsReader, isBesideLive: Bool) -> ButtonImage? {
    let key = GMOSettingNames.buttonImage
    guard let text = settings.text(key) else { return isBesideLive ? nil : .drawing }
    let image = ButtonImage(text) { settings.file(at: $0) }
    let isReported = settings.problems.contains { $0.name == key.name }
    if image == nil, !isReported {
      settings.refuse(key, "Name an SVG file without scripts that Ferry's user may read, or a whole https address.")
    }
    return image
  }

  // MARK: Choices

  private func options(_ settings: inout SettingsReader) -> GMOPaymentGatewayProvider.Options {
    var options = GMOPaymentGatewayProvider.Options()
    options.readsSessions = settings.flag(keys.readsSessions)
    options.masksReview = settings.flag(keys.masksReview)
    if options.readsSessions, options.masksReview {
      settings.refuse(
        keys.masksReview, "With \(keys.readsSessions.name) the origin of every session is proved. Leave this out.")
    }
    // A page that opens for some seconds only is no use to a buyer. The client takes a day at most.
    options.startTerm = .seconds(settings.number(keys.startTermSeconds, 60...86_400))
    options.grace = .seconds(settings.number(keys.graceSeconds, 0...86_400))
    options.authorizationTerm = .seconds(settings.number(keys.authorizationDays, 1...180) * 86_400)
    options.capturesInPart = settings.flag(keys.partialCapture)
    if let schedule = settings.schedule(keys.quietSeconds) { options.quietSchedule = schedule }
    let sources = settings.list(keys.notificationSources)
    if !sources.isEmpty {
      let ranges = sources.compactMap { AddressRange($0) }
      if ranges.count != sources.count {
        settings.refuse(keys.notificationSources, "Write IP addresses, or ranges such as 210.197.108.0/24.")
      }
      options.notificationSources = ranges
    }
    return options
  }

  /// Nil if it is not set, or refused.
  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: ConfigurationKey, _ type: Choice.Type, _ settings: inout SettingsReader
  ) -> Choice? {
    guard let text = settings.text(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    settings.refuse(key, "Write one of \(names), or leave it out.", showsExample: false)
    return nil
  }
}
