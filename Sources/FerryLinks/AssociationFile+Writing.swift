#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AssociationFile {
  /// The file's content: JSON, the same bytes for the same value.
  public var json: [UInt8] { StableLinkFile.bytes(Written(self)) }

  private struct Written: Encodable {
    struct Links: Encodable {
      /// Versions before iOS 13 want it there and empty.
      let apps: [String] = []
      let details: [Entry]
      let defaults: WrittenComparison?
      let substitutionVariables: [String: [String]]?
    }

    struct Entry: Encodable {
      let appID: String?
      let appIDs: [String]
      let components: [WrittenComponent]?
      let paths: [String]?
      let defaults: WrittenComparison?
    }

    struct Credentials: Encodable { let apps: [String] }

    let applinks: Links
    let webcredentials: Credentials

    init(_ file: AssociationFile) {
      applinks = Links(
        details: file.details.map { details in
          Entry(
            appID: details.apps.count == 1 ? details.apps[0] : nil, appIDs: details.apps,
            components: details.components?.map { WrittenComponent($0) }, paths: details.paths,
            defaults: WrittenComparison(details.defaults))
        },
        defaults: WrittenComparison(file.defaults),
        substitutionVariables: file.variables.isEmpty ? nil : file.variables)
      webcredentials = Credentials(apps: file.credentials)
    }
  }

  private struct WrittenComparison: Encodable {
    let caseSensitive: Bool?
    let percentEncoded: Bool?

    init?(_ comparison: Comparison) {
      guard comparison != Comparison() else { return nil }
      caseSensitive = comparison.isCaseSensitive
      percentEncoded = comparison.isPercentEncoded
    }
  }

  private struct WrittenComponent: Encodable {
    enum CodingKeys: String, CodingKey {
      case path = "/"
      case query = "?"
      case fragment = "#"
      case exclude
      case caseSensitive
      case percentEncoded
    }

    let component: Component

    init(_ component: Component) { self.component = component }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(component.path, forKey: .path)
      switch component.query {
      case .whole(let pattern): try container.encode(pattern, forKey: .query)
      case .items(let patterns): try container.encode(patterns, forKey: .query)
      case nil: break
      }
      try container.encodeIfPresent(component.fragment, forKey: .fragment)
      if component.isExclusion { try container.encode(true, forKey: .exclude) }
      try container.encodeIfPresent(component.comparison.isCaseSensitive, forKey: .caseSensitive)
      try container.encodeIfPresent(component.comparison.isPercentEncoded, forKey: .percentEncoded)
    }
  }
}

/// JSON for people to read as well, with its names in order.
enum StableLinkFile {
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("Texts, lists and truth values can always be written as JSON.")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
