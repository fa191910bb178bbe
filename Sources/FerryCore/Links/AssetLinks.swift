/// The file by which a site says which Android apps may open its links, `assetlinks.json` (Google, "Digital Asset Links:
/// Statement list syntax", developers.google.com/digital-asset-links/v1/statements; Android Developers, "Verify Android App
/// Links", developer.android.com/training/app-links/verify-android-applinks).
public struct AssetLinks: Hashable, Sendable {
  public var apps: [App]

  /// Where sites keep the file.
  public static let path = "/.well-known/assetlinks.json"

  public struct App: Hashable, Sendable {
    /// "com.example.shop"
    public var package: String
    /// Of every certificate that a copy of the app may be signed with. An app that its store signs has two: the store's, and
    /// the developer's own, which signs what is tried out.
    public var fingerprints: [CertificateFingerprint]

    public init(package: String, fingerprints: [CertificateFingerprint]) {
      self.package = package
      self.fingerprints = fingerprints
    }
  }

  public init(apps: [App]) { self.apps = apps }

  /// The file's content: JSON, the same bytes for the same value.
  public var json: [UInt8] { StableLinkFile.bytes(apps.map { Statement($0) }) }
}
