/// A walk through the console of a provider's sandbox, by the links of its pages.
public enum ConsoleWalk {
  /// The links of a page that lead to pages of the console.
  public static func links(_ html: String) -> Set<String> {
    Set(html.matches(of: /href="(\/console[^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") })
  }

  /// Every page that a person reaches from `/console`, by its path. Pages that reload themselves are left out.
  /// - Parameter get: Returns the page at a path.
  public static func pages(_ get: (String) async throws -> String) async throws -> [String: String] {
    var pages: [String: String] = [:]
    var rest = ["/console"]
    while let path = rest.popLast() {
      let html = try await get(path)
      pages[path] = html
      rest += links(html).filter { pages[$0] == nil && !rest.contains($0) && !$0.contains("reload") }
    }
    return pages
  }
}

extension Browser {
  /// The faults of a console's pages, with all their parts open: the findings of axe-core, and pages that are wider than the
  /// window. It takes a picture of every page.
  /// - Parameters:
  ///   - pages: The documents by their paths.
  ///   - name: The pictures' names begin with it.
  ///   - styles: CSS, in the order of the documents.
  ///   - contrastAlone: As for `accessibilityProblems`.
  /// - Returns: One line for each finding.
  public func consoleProblems(
    _ pages: [String: String], named name: String, styles: [String], contrastAlone: Bool = false
  ) async throws -> [String] {
    var problems: [String] = []
    for (path, html) in pages.sorted(by: { $0.key < $1.key }) {
      try await show(html.replacing("<details>", with: "<details open>"), styles: styles)
      _ = try await screenshot(
        named: name + path.lowercased().replacing(/[^a-z0-9]+/, with: "-"), wholePage: true)
      let overflow = try await execute(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
      if overflow != .integer(0) { problems.append("\(path) is too wide: \(overflow)") }
      problems += try await accessibilityProblems(contrastAlone: contrastAlone).map { "\(path): \($0)" }
    }
    return problems
  }
}
