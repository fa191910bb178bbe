import Foundation

extension AssociationFile {
  /// The reason why nothing in a file can be used.
  public enum Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLarge(bytes: Int)
    /// Wrapped in a signature, as iOS 8 required it.
    case signed
    /// An HTML page, the answer of sites that have no such file.
    case page
    case notJSON
    case notAnObject

    public var description: String {
      switch self {
      case .empty: "The file is empty."
      case .tooLarge(let bytes): "The file has \(bytes) bytes; iOS reads at most \(AssociationFile.largest)."
      case .signed: "The file is signed, as iOS 8 required it. Serve the JSON alone."
      case .page: "The site answers with a page instead of the file."
      case .notJSON: "The file is not JSON."
      case .notAnObject: "The file's JSON is not an object, { … }."
      }
    }
  }

  /// A part of a file that does not do what its author probably meant.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Where: "applinks.details[0].components[1]".
    public let place: String
    public let text: String

    public var description: String { "\(place): \(text)" }
  }

  /// The most that iOS reads, in bytes (Apple, "Support Universal Links", App Search Programming Guide).
  public static let largest = 131_072

  /// Reads a file as a site serves it. Total: any bytes give a file or a reason. Unknown parts are left out of the
  /// file and listed in the findings.
  public static func read(_ bytes: [UInt8]) throws(Unreadable) -> (file: AssociationFile, findings: [Finding]) {
    guard bytes.count <= largest else { throw .tooLarge(bytes: bytes.count) }
    guard let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) }) else { throw .empty }
    // A signature (CMS) begins with an ASN.1 sequence of indefinite or of long length.
    if first == 0x30, bytes.count > 1, bytes[1] >= 0x80 { throw .signed }
    if first == UInt8(ascii: "<") { throw .page }
    guard let json = try? JSONDecoder().decode(LinkFileJSON.self, from: Data(bytes)) else { throw .notJSON }
    guard case .object(let members) = json else { throw .notAnObject }
    var reader = Reader()
    let file = reader.file(members)
    return (file, reader.findings)
  }

  private struct Reader {
    var findings: [Finding] = []
    private var variables: [String: [String]] = [:]

    private mutating func find(_ place: String, _ text: String) { findings.append(Finding(place: place, text: text)) }

    mutating func file(_ members: [String: LinkFileJSON]) -> AssociationFile {
      var file = AssociationFile(details: [])
      switch members["applinks"] {
      case .object(let links):
        readVariables(links["substitutionVariables"])
        file.variables = variables
        file.defaults = comparison(links["defaults"], at: "applinks.defaults")
        file.details = details(links["details"])
        if let apps = links["apps"], apps != .list([]) {
          find("applinks.apps", "Versions before iOS 13 require this member to be empty.")
        }
      case nil: find("applinks", "It is missing: no link opens an app.")
      default: find("applinks", "It is not an object: no link opens an app.")
      }
      switch members["webcredentials"] {
      case .object(let credentials): file.credentials = apps(credentials["apps"], at: "webcredentials.apps")
      case nil: find("webcredentials", "It is not there: a browser session with an https callback fails without it.")
      default: find("webcredentials", "It is not an object.")
      }
      return file
    }

    private mutating func details(_ json: LinkFileJSON?) -> [Details] {
      if json == nil { find("applinks.details", "It is not there.") }
      guard let entries = list(json, at: "applinks.details") else { return [] }
      return entries.enumerated().map { index, entry in
        let place = "applinks.details[\(index)]"
        guard let members = member(entry, at: place, "not an object", \.object) else {
          return Details(apps: [], components: nil)
        }
        return details(members, at: place)
      }
    }

    private mutating func details(_ members: [String: LinkFileJSON], at place: String) -> Details {
      var own: [String] = []
      if let several = members["appIDs"] {
        own = apps(several, at: place + ".appIDs")
      } else if let one = members["appID"] {
        own = apps(.list([one]), at: place + ".appID")
      } else {
        find(place, "It names no app: appIDs is missing.")
      }
      var details = Details(
        apps: own, components: nil, defaults: comparison(members["defaults"], at: place + ".defaults"))
      details.components = list(members["components"], at: place + ".components")?.enumerated().map {
        index, component in
        self.component(component, at: "\(place).components[\(index)]") ?? Component(path: Self.nothing)
      }
      details.paths = list(members["paths"], at: place + ".paths")?.enumerated().map { index, path in
        self.path(path, at: "\(place).paths[\(index)]") ?? Self.nothing
      }
      if details.components == nil, details.paths == nil {
        find(place, "It has neither components nor paths: no link opens its apps.")
      }
      return details
    }

    /// A pattern that no path matches. What is not understood keeps its place in the order, so that rules are found again
    /// under their numbers.
    private static let nothing = ""

    private mutating func component(_ json: LinkFileJSON, at place: String) -> Component? {
      guard let members = member(json, at: place, "not an object", \.object) else { return nil }
      let findingsBefore = findings.count
      var component = Component(comparison: comparison(json, at: place))
      component.path = text(members["/"], at: place + " \"/\"")
      component.fragment = text(members["#"], at: place + " \"#\"")
      switch members["?"] {
      case .object(let items):
        component.query = .items(
          Dictionary(
            uniqueKeysWithValues: items.sorted { $0.key < $1.key }.compactMap { name, pattern in
              text(pattern, at: "\(place) \"?\" \(name)").map { (name, $0) }
            }))
      case let other: component.query = text(other, at: place + " \"?\"").map { .whole($0) }
      }
      component.isExclusion = truth(members["exclude"], at: place + ".exclude") ?? false
      let isUnderstood = findings.count == findingsBefore
      for name in members.keys.sorted() where !Self.componentKeys.contains(name) {
        find(place, "\"\(name)\" means nothing here.")
      }
      if let path = component.path { checkPath(path, at: place) }
      return isUnderstood ? component : nil
    }

    private static let componentKeys: Set<String> = [
      "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
    ]

    private mutating func path(_ json: LinkFileJSON, at place: String) -> String? {
      guard let text = text(json, at: place) else { return nil }
      checkPath(
        text.hasPrefix(AssociationFile.notPrefix) ? String(text.dropFirst(AssociationFile.notPrefix.count)) : text,
        at: place)
      return text
    }

    private mutating func checkPath(_ pattern: String, at place: String) {
      if !pattern.prefix(1).contains(where: { "/*?$".contains($0) }) {
        find(place, "A path begins with a slash, so \"\(pattern)\" matches none.")
      }
    }

    private mutating func apps(_ json: LinkFileJSON?, at place: String) -> [String] {
      if json == nil { find(place, "It is not there.") }
      guard let entries = list(json, at: place) else { return [] }
      return entries.compactMap { entry in
        guard case .text(let app) = entry else {
          find(place, "An application identifier is a text.")
          return nil
        }
        if !Self.isIdentifier(app) {
          find(place, "\"\(app)\" is no application identifier: ten capitals and digits, a dot, the bundle's id.")
        }
        return app
      }
    }

    /// "TEAMID1234.com.example.shop"
    private static func isIdentifier(_ text: String) -> Bool {
      text.wholeMatch(of: #/[A-Z0-9]{10}\.[A-Za-z0-9.-]+/#) != nil
    }

    private mutating func readVariables(_ json: LinkFileJSON?) {
      let place = "applinks.substitutionVariables"
      for (name, values) in (member(json, at: place, "not an object", \.object) ?? [:]).sorted(by: { $0.key < $1.key })
      {
        let place = "\(place).\(name)"
        variables[name] = list(values, at: place)?.compactMap { text($0, at: place) }
      }
    }

    private mutating func comparison(_ json: LinkFileJSON?, at place: String) -> Comparison {
      let members = member(json, at: place, "not an object", \.object) ?? [:]
      return Comparison(
        isCaseSensitive: truth(members["caseSensitive"], at: place + ".caseSensitive"),
        isPercentEncoded: truth(members["percentEncoded"], at: place + ".percentEncoded"))
    }

    /// A pattern, or nil with a finding.
    private mutating func text(_ json: LinkFileJSON?, at place: String) -> String? {
      let text = member(json, at: place, "not a text", \.text)
      if let text, AssociationPattern(text, variables: variables) == nil {
        find(place, "\"\(text)\" names a variable that there is not, or is too long.")
      }
      return text
    }

    private mutating func list(_ json: LinkFileJSON?, at place: String) -> [LinkFileJSON]? {
      member(json, at: place, "not a list", \.list)
    }

    private mutating func truth(_ json: LinkFileJSON?, at place: String) -> Bool? {
      member(json, at: place, "neither true nor false", \.truth)
    }

    /// Nil where there is none, with a finding where there is something else.
    private mutating func member<Value>(
      _ json: LinkFileJSON?, at place: String, _ finding: String, _ value: (LinkFileJSON) -> Value?
    ) -> Value? {
      guard let json else { return nil }
      let value = value(json)
      if value == nil { find(place, "It is \(finding).") }
      return value
    }
  }
}

/// Any JSON, as far as link files have to tell its kinds apart.
indirect enum LinkFileJSON: Hashable, Sendable, Decodable {
  case object([String: LinkFileJSON])
  case list([LinkFileJSON])
  case text(String)
  case truth(Bool)
  /// A number or null.
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: Self].self) {
      self = .object(members)
    } else if let values = try? container.decode([Self].self) {
      self = .list(values)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else {
      self = .other
    }
  }
}

extension LinkFileJSON {
  fileprivate var object: [String: LinkFileJSON]? { if case .object(let members) = self { members } else { nil } }
  fileprivate var list: [LinkFileJSON]? { if case .list(let values) = self { values } else { nil } }
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
}
