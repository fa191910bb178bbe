import Foundation

/// A statement of `assetlinks.json`, as far as it is about links into apps.
struct AssetStatement: Hashable, Sendable {
  let opensLinks: Bool
  let package: String
  /// In capitals, with colons.
  let fingerprints: [String]

  /// Statements about other things than apps are left out. Nil for what is no list of statements.
  static func read(_ bytes: [UInt8]) -> [AssetStatement]? {
    guard let statements = try? JSONDecoder().decode([Written].self, from: Data(bytes)) else { return nil }
    return statements.compactMap { statement in
      guard statement.target?.namespace == "android_app", let package = statement.target?.package else { return nil }
      return AssetStatement(
        opensLinks: statement.relation?.contains("delegate_permission/common.handle_all_urls") ?? false,
        package: package, fingerprints: (statement.target?.fingerprints ?? []).map { $0.uppercased() })
    }
  }

  private struct Written: Decodable {
    struct Target: Decodable {
      enum CodingKeys: String, CodingKey {
        case namespace
        case package = "package_name"
        case fingerprints = "sha256_cert_fingerprints"
      }

      let namespace: String?
      let package: String?
      let fingerprints: [String]?
    }

    let relation: [String]?
    let target: Target?
  }
}
