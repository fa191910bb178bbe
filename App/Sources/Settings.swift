import Ferry
import FerryCore
import Foundation

/// The app's configuration from `Info.plist`.
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

  /// Nil if a value is missing. Then the app was built without a configuration, and shows a message.
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

  /// The shop's address for this app. As a page, it marks the web view's session as one of the app.
  var entrance: URL { shop.appendingPathComponent("app").appendingPathComponent(app) }

  /// The page of the current checkout. The shop's backend finds the checkout by the web view's session.
  var checkout: URL { shop.appendingPathComponent("checkout") }

  /// The first of the buyer's languages that the shop speaks.
  static var language: Language { Language(preferred: Locale.preferredLanguages) }
}
