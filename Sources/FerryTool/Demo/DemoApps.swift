import FerryServer
import FerryWeb

/// The demo shop's apps, one for each platform.
enum DemoApps {
  static let iOS = "tablets-ios"
  static let android = "tablets-android"
  static let scheme = "tablets"

  /// - Parameter linkHost: The site whose links lead into the apps.
  static func registered(linkHost: Origin) -> [RegisteredApp] {
    [
      RegisteredApp(
        id: iOS, shop: Demo.shopID, platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "FERRYDEMO1")),
        scheme: scheme, linkHost: linkHost),
      RegisteredApp(
        id: android, shop: Demo.shopID,
        platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [fingerprint])), scheme: scheme,
        linkHost: linkHost),
    ]
  }

  /// Of no certificate that anybody has.
  private static let fingerprint = Array(repeating: "DE", count: 32).joined(separator: ":")
}
