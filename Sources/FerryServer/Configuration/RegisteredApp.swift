public import FerryCheckout
public import FerryWeb

/// An app of a shop, on one platform, as the server knows it. Buyers are sent back to it, and to no other place that a
/// request could name.
public struct RegisteredApp: Sendable, Hashable {
  /// As creations of checkouts name it: "shop-ios".
  public var id: String
  public var shop: ShopID
  public var platform: Platform
  /// The app's custom scheme, the last way back: "shop". Another app may claim it as well.
  public var scheme: String
  /// The site whose links the operating system gives to the app. It is neither the server's own site nor the shop's: links
  /// within a site stay in the browser.
  public var linkHost: Origin

  public enum Platform: Sendable, Hashable {
    case ios(IOSApp)
    case android(AndroidApp)
  }

  public init(id: String, shop: ShopID, platform: Platform, scheme: String, linkHost: Origin) {
    self.id = id
    self.shop = shop
    self.platform = platform
    self.scheme = scheme
    self.linkHost = linkHost
  }
}

/// Identifies an app on iOS, in association files.
public struct IOSApp: Sendable, Hashable {
  /// "jp.example.shop".
  public var bundleID: String
  /// The ten characters that the developer account has: "A1B2C3D4E5".
  public var teamID: String

  public init(bundleID: String, teamID: String) {
    self.bundleID = bundleID
    self.teamID = teamID
  }

  /// As association files name it: "A1B2C3D4E5.jp.example.shop".
  public var identifier: String { "\(teamID).\(bundleID)" }
}

/// Identifies an app on Android, in `assetlinks.json`.
public struct AndroidApp: Sendable, Hashable {
  /// "jp.example.shop".
  public var package: String
  /// SHA-256 of its signing certificates: 32 bytes in hexadecimal, in upper case, with colons between.
  public var fingerprints: [String]

  public init(package: String, fingerprints: [String]) {
    self.package = package
    self.fingerprints = fingerprints
  }
}

extension Sequence<RegisteredApp> {
  /// Nil if the app is not registered for the shop.
  func app(_ id: String, of shop: ShopID) -> RegisteredApp? { first { $0.id == id && $0.shop == shop } }

  /// The link hosts of the apps, each once and in order.
  public var linkHosts: [Origin] { Set(map(\.linkHost)).sorted { $0.text < $1.text } }
}
