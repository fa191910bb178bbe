/// The settings of one registered app.
struct AppKeys: Sendable {
  static let apps = ConfigurationKey(
    "ferry.apps", "The names of the apps that buyers may be in, with commas between.", example: "shop-ios",
    isOptional: true)

  let shop: ConfigurationKey
  let platform: ConfigurationKey
  let bundleID: ConfigurationKey
  let teamID: ConfigurationKey
  let package: ConfigurationKey
  let fingerprints: ConfigurationKey
  let scheme: ConfigurationKey
  let linkHost: ConfigurationKey

  init(_ id: String) {
    // A server starts without any app.
    func key(_ name: String, _ about: String, example: String) -> ConfigurationKey {
      ConfigurationKey("ferry.app.\(id).\(name)", about, example: example, isOptional: true)
    }
    shop = key("shop", "The shop that the app is of.", example: "main")
    platform = key("platform", "ios or android.", example: "ios")
    bundleID = key("bundleID", "The bundle id of an app for iOS.", example: "jp.example.shop")
    teamID = key(
      "teamID", "The team id of the developer account, for iOS.", example: "A1B2C3D4E5")
    package = key("package", "The package of an app for Android.", example: "jp.example.shop")
    fingerprints = key(
      "fingerprints", "SHA-256 of the certificates that an app for Android is signed with, with commas between.",
      example: Array(repeating: "A1", count: 32).joined(separator: ":"))
    scheme = key("scheme", "The app's custom scheme, the last way back from the browser.", example: "shop")
    linkHost = key(
      "linkHost", "The site whose links open the app: neither this server's nor the shop's.",
      example: "https://link.shop.example")
  }

  var all: [ConfigurationKey] {
    [shop, platform, bundleID, teamID, package, fingerprints, scheme, linkHost]
  }
}
