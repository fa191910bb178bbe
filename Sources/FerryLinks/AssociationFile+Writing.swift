import Foundation

extension AssociationFile {
  /// The file's content: JSON, the same bytes for the same value.
  public var json: [UInt8] { StableLinkFile.bytes(written) }

  private var written: LinkFileJSON {
    // Versions before iOS 13 want the empty list of apps.
    var links: [String: LinkFileJSON] = ["apps": .list([]), "details": .list(details.map(\.written))]
    if defaults != Comparison() { links["defaults"] = .object(defaults.written) }
    if !variables.isEmpty { links["substitutionVariables"] = .object(variables.mapValues { .texts($0) }) }
    return .object(["applinks": .object(links), "webcredentials": .object(["apps": .texts(credentials)])])
  }
}

extension AssociationFile.Details {
  fileprivate var written: LinkFileJSON {
    var members: [String: LinkFileJSON] = ["appIDs": .texts(apps)]
    if apps.count == 1 { members["appID"] = .text(apps[0]) }
    members["components"] = components.map { .list($0.map(\.written)) }
    members["paths"] = paths.map { .texts($0) }
    if defaults != AssociationFile.Comparison() { members["defaults"] = .object(defaults.written) }
    return .object(members)
  }
}

extension AssociationFile.Component {
  fileprivate var written: LinkFileJSON {
    var members = comparison.written
    members["/"] = path.map { .text($0) }
    members["#"] = fragment.map { .text($0) }
    switch query {
    case .whole(let pattern): members["?"] = .text(pattern)
    case .items(let patterns): members["?"] = .object(patterns.mapValues { .text($0) })
    case nil: break
    }
    if isExclusion { members["exclude"] = .truth(true) }
    return .object(members)
  }
}

extension AssociationFile.Comparison {
  fileprivate var written: [String: LinkFileJSON] {
    var members: [String: LinkFileJSON] = [:]
    members["caseSensitive"] = isCaseSensitive.map { .truth($0) }
    members["percentEncoded"] = isPercentEncoded.map { .truth($0) }
    return members
  }
}

extension LinkFileJSON: Encodable {
  fileprivate static func texts(_ texts: [String]) -> Self { .list(texts.map { .text($0) }) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .list(let values): try container.encode(values)
    case .text(let text): try container.encode(text)
    case .truth(let truth): try container.encode(truth)
    case .other: try container.encodeNil()
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
