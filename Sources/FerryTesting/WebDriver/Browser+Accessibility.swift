#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Browser {
  /// Shows a document that was rendered, for looking at it: with these styles in place of those that it asks for, and
  /// without its scripts, so that it stays as it is.
  /// - Parameter styles: CSS, in the order of the document.
  public func show(_ document: String, styles: [String] = []) async throws {
    let plain = document.replacing(/<script\b.*?<\/script>/.dotMatchesNewlines(), with: "")
      .replacing(/<meta http-equiv=[^>]*>/, with: "").replacing(/<link rel="stylesheet"[^>]*>/, with: "")
    let styled = plain.replacing("</head>", with: styles.map { "<style>\($0)</style>" }.joined() + "</head>")
    try await open("data:text/html;charset=utf-8;base64," + Data(styled.utf8).base64EncodedString())
  }

  /// What axe-core finds wrong with the page as it is shown now: rules of WCAG 2.0, 2.1 and 2.2, levels A and AA, and axe's best
  /// practices; and whether there is one main part and one heading of the first level. One rule is left out: pages that wait load
  /// themselves again, so that they go on without scripts too, and nothing of the buyer's is lost by it.
  /// - Parameter contrastAlone: Only whether texts can be told from what is behind them, which a colour scheme decides.
  /// - Returns: One line for each finding: the rule, the element and what is wrong; at most six of them, and where to look.
  /// - Throws: `AxeMissing`, and what `execute` throws.
  public func accessibilityProblems(contrastAlone: Bool = false) async throws -> [String] {
    let found = try await execute(try AxeCore.source() + ";\n" + Self.audit, [.bool(contrastAlone)])
    return await summary(of: (found.array ?? []).compactMap(\.string))
  }

  private static let audit = """
    const [contrastAlone] = arguments;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
    const options = contrastAlone
      ? { runOnly: ["color-contrast"] }
      : { runOnly: { type: "tag", values: tags }, rules: { "meta-refresh": { enabled: false } } };
    const isShown = (element) => element.checkVisibility();
    const own = ["main", "h1"].flatMap((name) => {
      const count = [...document.querySelectorAll(name)].filter(isShown).length;
      return count === 1 ? [] : [`one-${name}: there are ${count}`];
    });
    const words = ({ any, all, none }) => any.concat(all, none).map(({ message }) => message).join("; ");
    return axe.run(document, { ...options, resultTypes: ["violations"] }).then(({ violations }) => [
      ...own,
      ...violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${words(node)}`)),
    ]);
    """
}

/// axe-core, as a package of Python brings it, which `Scripts/setup` installs.
enum AxeCore {
  static func source() throws -> String {
    let libraries = "build/venv/lib"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    for version in versions.sorted() {
      let path = "\(libraries)/\(version)/site-packages/axe_playwright_python/axe.min.js"
      if let bytes = FileManager.default.contents(atPath: path) { return String(decoding: bytes, as: UTF8.self) }
    }
    throw AxeMissing()
  }
}

/// There is no axe-core to look at pages with.
public struct AxeMissing: Error, CustomStringConvertible {
  public var description: String {
    "There is no axe-core below build/venv. Install it from the package's folder: bash Scripts/setup all."
  }
}
