import Foundation

extension Browser {
  /// Shows a rendered document with these styles in place of its own, and without its scripts.
  /// - Parameter styles: CSS, in the order of the document.
  public func show(_ document: String, styles: [String] = []) async throws {
    let plain = document.replacing(/<script\b.*?<\/script>/.dotMatchesNewlines(), with: "")
      .replacing(/<meta http-equiv=[^>]*>/, with: "").replacing(/<link rel="stylesheet"[^>]*>/, with: "")
    let styled = plain.replacing("</head>", with: styles.map { "<style>\($0)</style>" }.joined() + "</head>")
    try await open("data:text/html;charset=utf-8;base64," + Data(styled.utf8).base64EncodedString())
  }

  /// The findings of axe-core for the present page: rules of WCAG 2.0, 2.1 and 2.2, levels A and AA, and axe's best practices,
  /// and a check for one main part and one heading of the first level. One rule is left out: waiting pages reload themselves,
  /// so that they work without scripts.
  /// - Parameter contrastAlone: Checks the contrast of texts only, which depends on the colour scheme.
  /// - Returns: One line for each finding: the rule, the element and what is wrong; at most six of them, and where to look.
  /// - Throws: `AxeMissing`, and what `execute` throws.
  public func accessibilityProblems(contrastAlone: Bool = false) async throws -> [String] {
    let audit = String(decoding: PackageResources.accessibility_js, as: UTF8.self)
    let found = try await execute(try AxeCore.source() + ";\n" + audit, [.bool(contrastAlone)])
    return await summary(of: (found.array ?? []).compactMap(\.string))
  }
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

/// axe-core is not installed.
public struct AxeMissing: Error, CustomStringConvertible {
  public var description: String {
    "There is no axe-core below build/venv. Install it from the package's folder: bash Scripts/setup all."
  }
}

extension Browser {
  /// Layout problems of the present page: parts that are too wide or cut off, text that overflows its element or overlaps
  /// other text, and words that are broken although they fit on a line.
  /// - Parameter textSize: Of the root, in per cent of the usual size.
  /// - Returns: One line for each finding; at most six of them, and where to look.
  public func layoutProblems(textSize: Int = 100) async throws -> [String] {
    let measure = String(decoding: PackageResources.layout_js, as: UTF8.self)
    let found = try await execute(measure, [.integer(Int64(textSize))])
    return await summary(of: (found.array ?? []).compactMap(\.string))
  }
}
