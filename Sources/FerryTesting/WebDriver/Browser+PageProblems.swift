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
    let found = try await execute(Self.measure, [.integer(Int64(textSize))])
    return await summary(of: (found.array ?? []).compactMap(\.string))
  }

  private static let measure = """
    document.documentElement.style.fontSize = arguments[0] + "%";
    const found = new Set();
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide, not ${root.clientWidth}`);
    const name = (element) => element.tagName.toLowerCase() + [...element.classList].map((each) => "." + each).join("");
    const path = (element) => name(element.parentElement) + ">" + name(element);
    const isBlock = (element) => !["inline", "contents"].includes(getComputedStyle(element).display);
    const isRead = (element) => element.checkVisibility() && !element.closest(".hidden, svg, script, style, noscript");

    for (const element of document.querySelectorAll("body *")) {
      if (!isRead(element) || !isBlock(element) || element.clientWidth === 0) continue;
      if (element.scrollWidth > element.clientWidth + 1) found.add(`${path(element)} overflows`);
      const isCut = getComputedStyle(element).overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1;
      if (isCut) found.add(`${path(element)} is cut`);
    }

    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, element = node.parentElement;
      if (!node.data.trim() || !isRead(element)) continue;
      let block = element;
      while (!isBlock(block)) block = block.parentElement;
      const box = block.getBoundingClientRect();
      const range = document.createRange();
      const pieces = () => [...range.getClientRects()].filter((piece) => piece.width > 0);
      range.selectNodeContents(node);
      for (const piece of pieces()) {
        const isOut = piece.left < Math.max(0, box.left) - 1 || piece.right > Math.min(innerWidth, box.right) + 1;
        if (isOut) found.add(`${path(element)}: text leaves it`);
        texts.push({ piece, element });
      }
      if (getComputedStyle(element).overflowWrap === "anywhere") continue;
      const style = getComputedStyle(block);
      const room = block.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      for (const word of node.data.matchAll(/\\p{Script=Latin}+|[¥\\d,.]+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set(pieces().map((piece) => Math.round(piece.top)));
        const width = pieces().reduce((sum, piece) => sum + piece.width, 0);
        if (lines.size > 1 && width <= room) found.add(`${path(element)}: "${word[0]}" is broken`);
      }
    }

    // The bar at the end of the screen lies on what can be scrolled from under it.
    const isOnBar = (element) => element.closest(".buy") !== null;
    texts.forEach((one, index) => texts.slice(index + 1).forEach((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return;
      if (isOnBar(one.element) !== isOnBar(other.element)) return;
      const width = Math.min(one.piece.right, other.piece.right) - Math.max(one.piece.left, other.piece.left);
      const height = Math.min(one.piece.bottom, other.piece.bottom) - Math.max(one.piece.top, other.piece.top);
      if (width > 2 && height > 4) found.add(`${path(one.element)} lies on ${path(other.element)}`);
    }));
    return [...found];
    """
}
