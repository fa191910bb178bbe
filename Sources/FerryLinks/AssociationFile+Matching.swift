extension AssociationFile {
  /// The decision of iOS about a link, as far as this file decides.
  public enum Decision: Hashable, Sendable {
    /// The app opens it.
    case opens(Place)
    /// The browser does, because a rule keeps it out of the app.
    case excluded(Place)
    /// The browser does, because no rule is about it.
    case unmatched
  }

  /// The rule that decided.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    public let details: Int
    public let rule: Int
    /// True if the rule stands in `paths`, the older form.
    public let isPath: Bool

    /// "applinks.details[0].components[2]"
    public var description: String { "applinks.details[\(details)].\(isPath ? "paths" : "components")[\(rule)]" }
  }

  /// Decides if a URL of this file's site opens an app that is installed and entitled to the site's links.
  ///
  /// The first rule that matches decides. The caller has checked that the URL is of the site, and that iOS looks at the file
  /// at all, which depends on how the buyer followed the link.
  /// - Parameters:
  ///   - url: Any text; one that is neither https nor http opens nothing.
  ///   - app: The application identifier: "TEAMID1234.com.example.shop".
  public func decision(on url: String, for app: String) -> Decision {
    guard let address = AssociatedAddress(url) else { return .unmatched }
    for (index, details) in details.enumerated() where details.apps.contains(app) {
      let decision = decision(on: address, details, at: index)
      if decision != .unmatched { return decision }
    }
    return .unmatched
  }

  /// The app that a URL opens among several installed ones: the first in the file's order. An exclusion counts for its own
  /// app only.
  public func destination(of url: String, among installed: [String]) -> (app: String, place: Place)? {
    guard let address = AssociatedAddress(url) else { return nil }
    var excluded: Set<String> = []
    for (index, details) in details.enumerated() {
      let candidates = details.apps.filter { installed.contains($0) && !excluded.contains($0) }
      guard let app = candidates.first else { continue }
      switch decision(on: address, details, at: index) {
      case .opens(let place): return (app, place)
      case .excluded: excluded.formUnion(candidates)
      case .unmatched: break
      }
    }
    return nil
  }

  private func decision(on address: AssociatedAddress, _ details: Details, at index: Int) -> Decision {
    guard let components = details.components else {
      return decision(on: address, paths: details.paths ?? [], at: index)
    }
    for (number, component) in components.enumerated() {
      let comparison = component.comparison.orElse(details.defaults).orElse(defaults)
      guard matches(address, component, comparison) else { continue }
      let place = Place(details: index, rule: number, isPath: false)
      return component.isExclusion ? .excluded(place) : .opens(place)
    }
    return .unmatched
  }

  /// The older form looks at the path alone, in its encoded form and with regard to case.
  private func decision(on address: AssociatedAddress, paths: [String], at index: Int) -> Decision {
    for (number, path) in paths.enumerated() {
      let isExclusion = path.hasPrefix(Self.notPrefix)
      let text = isExclusion ? String(path.dropFirst(Self.notPrefix.count)) : path
      guard AssociationPattern(text, variables: nil)?.matches(address.path, ignoringCase: false) ?? false else {
        continue
      }
      let place = Place(details: index, rule: number, isPath: true)
      return isExclusion ? .excluded(place) : .opens(place)
    }
    return .unmatched
  }

  static let notPrefix = "NOT "

  private func matches(_ address: AssociatedAddress, _ component: Component, _ comparison: Comparison) -> Bool {
    let isDecoded = comparison.isPercentEncoded == false
    func matches(_ text: String, _ pattern: String) -> Bool {
      AssociationPattern(pattern, variables: variables)?
        .matches(
          isDecoded ? AssociatedAddress.decoded(text) : text, ignoringCase: comparison.isCaseSensitive == false)
        ?? false
    }
    if let path = component.path, !matches(address.path, path) { return false }
    if let fragment = component.fragment, !matches(address.fragment, fragment) { return false }
    switch component.query {
    case .whole(let pattern): return matches(address.query, pattern)
    case .items(let patterns):
      return patterns.allSatisfy { name, pattern in
        let values = address.values(of: name, isDecoded: isDecoded)
        return (values.isEmpty ? [""] : values).allSatisfy { matches($0, pattern) }
      }
    case nil: return true
    }
  }
}
