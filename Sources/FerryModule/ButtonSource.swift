public import FerryCore
public import FerryHTTP

/// The ways a shop can show a provider's button.
public struct ButtonSource: Hashable, Sendable {
  /// For web views and other places where the provider's script does not run; nil if live payments have none.
  public var image: ButtonImage?
  /// The button that the provider's script draws; nil if it has none.
  public var script: ProviderButtonScriptBody?

  public init(image: ButtonImage?, script: ProviderButtonScriptBody? = nil) {
    self.image = image
    self.script = script
  }
}

/// The image of a provider's button.
public enum ButtonImage: Hashable, Sendable {
  /// Our own drawing, for testing: it says so, and uses no trademarks.
  case drawing
  /// The provider's artwork, as an SVG file that the shop was given.
  case artwork(svg: String)
  /// The address of the provider's artwork; the server answers with a redirect.
  case elsewhere(Link)

  private static let largestFile = 262_144

  /// - Parameters:
  ///   - text: An https address, or the path of an SVG file.
  ///   - file: Gives a file's text; nil if it cannot be read.
  /// - Returns: Nil for anything else, and for a file with scripts.
  public init?(_ text: String, file: (String) -> String?) {
    if text.contains("://") {
      guard let link = Link(external: text), link.origin?.isSecure == true else { return nil }
      self = .elsewhere(link)
    } else {
      guard let svg = file(text), svg.utf8.count <= Self.largestFile, svg.contains("<svg"),
        !svg.lowercased().contains("<script")
      else { return nil }
      self = .artwork(svg: svg)
    }
  }
}
