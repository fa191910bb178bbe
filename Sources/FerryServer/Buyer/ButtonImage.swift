import FerryCore
public import FerryWeb

/// The image of a provider's button, for web views and other places where its script does not run.
public enum ButtonImage: Sendable, Hashable {
  /// Our own drawing, for testing: it says so, and uses nobody's marks.
  case drawing
  /// The provider's artwork, as an SVG file that the shop was given.
  case artwork(svg: String)
  /// Where the provider has its artwork; the server answers with a redirect.
  case elsewhere(Link)

  /// - Parameters:
  ///   - text: An https address, or the path of an SVG file.
  ///   - file: Gives a file's text; nil when it cannot be read.
  /// - Returns: Nil for what is neither.
  package init?(_ text: String, file: (String) -> String?) {
    if text.contains("://") {
      guard let link = Link(external: text), link.origin?.isSecure == true else { return nil }
      self = .elsewhere(link)
    } else {
      guard let svg = file(text), svg.utf8.count <= 262_144, svg.contains("<svg"), !svg.lowercased().contains("<script")
      else { return nil }
      self = .artwork(svg: svg)
    }
  }

  /// - Parameter language: Of our own drawing; artwork is in the language that it was given in.
  func svg(_ language: Language) -> String? {
    switch self {
    case .drawing: Self.drawn(language == .japanese ? "テスト決済" : "Test payment")
    case .artwork(let svg): svg
    case .elsewhere: nil
    }
  }

  /// - Parameter words: Ours; nothing of a request.
  private static func drawn(_ words: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="45" viewBox="0 0 200 45" role="img" \
    aria-label="\(words)">
    <rect x="0.5" y="0.5" width="199" height="44" rx="8" fill="#fff3d6" stroke="#8a6100"/>
    <path d="M18 15h22v15H18zM18 19h22" fill="none" stroke="#5c4100" stroke-width="2"/>
    <text x="112" y="28" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#3d2b00">\(words)</text>
    </svg>

    """
  }
}
