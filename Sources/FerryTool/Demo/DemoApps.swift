import FerryCore
import FerryServer
import FerryWeb

/// The demo shop's apps, as the demo's server knows them.
enum DemoApps {
  /// Apps need a link host, so there are none without.
  static func registered(_ sites: DemoSites) -> [RegisteredApp] {
    guard let links = sites.links else { return [] }
    return [
      RegisteredApp(
        id: "tablets-ios", shop: "demo",
        platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "FERRYDEMO1")), scheme: "tablets",
        linkHost: links),
      RegisteredApp(
        id: "tablets-android", shop: "demo",
        platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [noCertificate])),
        scheme: "tablets", linkHost: links),
    ]
  }

  /// No certificate has this one: every developer signs a copy of the app with a key of their own.
  private static let noCertificate =
    "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F"
}
