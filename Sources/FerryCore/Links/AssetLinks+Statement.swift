#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AssetLinks {
  /// What the file says of one app. Files of others may say other things as well, with other members.
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
      target = Target(
        namespace: Self.androidApp, package: app.package, fingerprints: app.fingerprints.map(\.text))
    }

    /// Nil for what is no list of statements.
    package static func read(_ json: [UInt8]) -> [Statement]? {
      try? JSONDecoder().decode([Statement].self, from: Data(json))
    }

    package var opensLinks: Bool { relation?.contains(Self.link) ?? false }

    /// Nil for a statement about something else than an app.
    package var package: String? { target?.namespace == Self.androidApp ? target?.package : nil }

    /// In capitals, as far as they have letters.
    package var fingerprints: [String] { (target?.fingerprints ?? []).map { $0.uppercased() } }
  }
}
