import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import PlacetoPay

extension PlacetoPayProvider {
  /// Declares and reads the settings of a PlacetoPay account.
  init?(_ settings: inout AccountSettings) {
    let isLive = settings.isLive
    let login = settings.text(
      "login", "The login of the site \(isLive ? "for live payments" : "in PlacetoPay's test environment").",
      example: "a1b2c3d4e5f60718293a4b5c6d7e8f90", isRequired: true)
    let secretKey = settings.secret(
      "secretKey", "The site's secret key, which PlacetoPay's libraries call tranKey.", example: "A1b2C3d4E5f6G7h8")
    let instance = settings.text(
      "instance", "The installation that the site belongs to: global, ecuador, chile-getnet and others.",
      example: PlacetoPayInstance.global.rawValue, isRequired: true)
    let baseURL = settings.text(
      "baseURL", "The installation's address, in place of its name; or that of a sandbox, for testing.",
      example: isLive ? "https://checkout.placetopay.com" : "https://checkout-test.placetopay.com")
    var options = Options(&settings)
    let acceptsSHA1 = settings.flag(
      "acceptsSHA1", "Write yes to accept notifications with the old SHA-1 signature, too.")
    options.queriesShowOperations =
      settings.flag(
        "queriesShowOperations",
        "Write yes once you have seen that a session's query shows each capture and refund as a transaction of its own. A "
          + "refund in part whose answer was lost and that it does not show is then repeated; else a person decides."
      ).value
    // A refused address gets a placeholder, so that the account still reports its other problems.
    let place = Self.place(instance, baseURL, &settings) ?? "https://placeholder.invalid"
    let merchant: PlacetoPayAccount
    do {
      merchant = try PlacetoPayAccount(
        mode: settings.mode, baseURL: place, login: login.value ?? "", secretKey: secretKey.value,
        acceptsSHA1Notifications: acceptsSHA1.value)
    } catch {
      settings.refuse(error)
      return nil
    }
    self.init(merchant, name: settings.account, options)
  }

  /// The base URL, by the instance's name or as it is given; nil if it is refused.
  private static func place(
    _ instance: Setting<String?>, _ baseURL: Setting<String?>, _ settings: inout AccountSettings
  ) -> String? {
    switch (instance.value, baseURL.value) {
    case (nil, nil):
      settings.refuse(instance, "Name the installation that PlacetoPay has set the site up at, or its address.")
    case (_?, _?):
      settings.refuse(baseURL, "The installation is given twice, here and by its name. Leave one of them out.")
    case (nil, let address?): return settings.refuseLocal(baseURL, provider: "PlacetoPay") ? nil : address
    case (let name?, nil):
      guard let installation = PlacetoPayInstance(rawValue: name) else {
        let names = PlacetoPayInstance.allCases.map(\.rawValue).joined(separator: ", ")
        settings.refuse(
          instance, "There is no such installation. Write one of \(names), or the address in \(baseURL.key.name).",
          showsExample: false)
        return nil
      }
      let tests = installation.baseURL(.test) ?? installation.baseURL(.acceptance)
      if let address = settings.isLive ? installation.baseURL(.production) : tests { return address }
      settings.refuse(
        instance,
        "No test environment of \(name) is known. Ask PlacetoPay for its address, and write it in "
          + "\(baseURL.key.name).", showsExample: false)
    }
    return nil
  }
}

extension PlacetoPayProvider.Options {
  /// Declares and reads the merchant's choices.
  fileprivate init(_ settings: inout AccountSettings) {
    let country = settings.value(
      "country", "The site's country, in ISO 3166-1; PlacetoPay's pages follow it.", example: "CO", isRequired: true,
      otherwise: "Write the country's two capital letters."
    ) { (text: String) -> String? in
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? text : nil
    }
    self.init(country: country.value ?? "")
    let names = Self.allCurrencies.map(\.code).sorted().joined(separator: ", ")
    let currencies = settings.values(
      "currencies", "The currencies that the site accepts, with commas between; without it, all of PlacetoPay's.",
      example: "COP,USD", otherwise: "PlacetoPay takes \(names). Write those that the site accepts."
    ) {
      Currency($0).flatMap { Self.allCurrencies.contains($0) ? $0 : nil }
    }
    if let currencies { self.currencies = Set(currencies) }
    expiration = settings.time(
      "expirationMinutes", "The minutes that buyers have on PlacetoPay's page, at least 5; for cash at least 30.",
      5...2_880, default: 30, seconds: 60)
    decisionTime = settings.time(
      "decisionDays", "The days after which a person looks at a payment that is still pending.", 1...60, default: 7,
      seconds: 86_400)
    quietSchedule = settings.quietSeconds(provider: "PlacetoPay", usual: quietSchedule)
  }
}
