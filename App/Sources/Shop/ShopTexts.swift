import FerryCore

/// The app's own texts. Texts about a payment come from Ferry. Each language has a file.
struct ShopTexts: Sendable {
  let shopName, webShop, nativeShop, webShopDetail, nativeShopDetail, firstGeneration, firstGenerationDetail: String
  let tracking, trackingDetail, cart, shippingFrom, tryAgain, notReached, refused, locked, browser: String
  let secureBrowser, ownWebView, browserDetail, market, deliveryTitle, deliveryIncomplete, toReview, back: String
  let pleaseCorrect, accounts, accountsDetail, accountsSound, accountsUnsound, noAccounts, notConfigured: String

  // MARK: Delivery

  let name, surname, email, mobile, documentType, document, street, city, region, postalCodeIfAny, postalCode: String
}

extension Language {
  var shopTexts: Texts<ShopTexts> { Self.shopTexts[self] }

  private static let shopTexts = Translations<Texts<ShopTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
