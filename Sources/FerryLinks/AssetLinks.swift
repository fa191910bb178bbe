import Foundation

/// The file `assetlinks.json`. A site says in it which Android apps may open its links (Google, "Digital Asset Links: Statement
/// list syntax", developers.google.com/digital-asset-links/v1/statements; Android Developers, "Verify Android App Links",
/// developer.android.com/training/app-links/verify-android-applinks).
public struct AssetLinks: Hashable, Sendable {
  public var apps: [App]

  public static let path = "/.well-known/assetlinks.json"

  public struct App: Hashable, Sendable {
    /// "com.example.shop"
    public var package: String
    /// One for each certificate that may sign the app. An app that its store signs has two: the store's, and the developer's
    /// own for local builds.
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

/// The SHA-256 of a certificate that signs Android apps, as `keytool -list -v` and the Play Console show it.
public struct CertificateFingerprint: Hashable, Sendable {
  /// 32 pairs of capital hexadecimal digits with colons between: "14:6D:E9:…".
  public let text: String

  /// - Parameter text: 64 hexadecimal digits of either case, all or none of the pairs with a colon between.
  public init?(_ text: String) {
    let pairs =
      text.contains(":")
      ? text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      : stride(from: 0, to: text.utf8.count, by: 2).map { start in
        String(decoding: text.utf8.dropFirst(start).prefix(2), as: UTF8.self)
      }
    guard pairs.count == 32, pairs.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    self.text = pairs.joined(separator: ":").uppercased()
  }
}

extension AssetLinks {
  /// The file's entry for one app. Files of other sites may have other entries, with other members.
  package struct Statement: Codable, Hashable, Sendable {
    private struct Target: Codable, Hashable, Sendable {
      enum CodingKeys: String, CodingKey {
        case namespace
        case package = "package_name"
        case fingerprints = "sha256_cert_fingerprints"
      }

      let namespace: String?
      let package: String?
      let fingerprints: [String]?
    }

    private static let link = "delegate_permission/common.handle_all_urls"
    private static let androidApp = "android_app"

    private let relation: [String]?
    private let target: Target?

    init(_ app: App) {
      relation = [Self.link]
      target = Target(namespace: Self.androidApp, package: app.package, fingerprints: app.fingerprints.map(\.text))
    }

    /// Nil if the JSON is not a list of statements.
    package static func read(_ json: [UInt8]) -> [Statement]? {
      try? JSONDecoder().decode([Statement].self, from: Data(json))
    }

    package var opensLinks: Bool { relation?.contains(Self.link) ?? false }

    /// Nil if the statement is not about an app.
    package var package: String? { target?.namespace == Self.androidApp ? target?.package : nil }

    /// In capitals.
    package var fingerprints: [String] { (target?.fingerprints ?? []).map { $0.uppercased() } }
  }
}
