import Ferry
import FerryCore
import Foundation

/// What the configuration has written into `Info.plist`.
struct Settings {
  /// The checkout server.
  let server: URL
  /// The shop's own backend.
  let shop: URL
  /// The registered app's id at the server.
  let app: String
  /// The custom scheme that leads back.
  let scheme: String
  /// The origin whose links lead back.
  let linkHost: URL

  /// Nil when a value is missing: then the app has been built without a configuration, and says so.
  init?(_ values: [String: Any]) {
    guard let server = (values["FerryServer"] as? String).flatMap(URL.init(string:)),
      let shop = (values["FerryShop"] as? String).flatMap(URL.init(string:)),
      let app = values["FerryApp"] as? String, let scheme = values["FerryScheme"] as? String,
      let linkHost = (values["FerryLinkHost"] as? String).flatMap(URL.init(string:))
    else { return nil }
    self.server = server
    self.shop = shop
    self.app = app
    self.scheme = scheme
    self.linkHost = linkHost
  }

  /// The shop's address for this app. As a page, it tells the web view's session that it stands in the app.
  var entrance: URL { shop.appendingPathComponent("app").appendingPathComponent(app) }

  /// The page of the checkout that the web view's session is in: the shop's backend knows which.
  var checkout: URL { shop.appendingPathComponent("checkout") }

  /// The first of the buyer's languages that the shop speaks.
  static var language: Language { Language(preferred: Locale.preferredLanguages) }
}
