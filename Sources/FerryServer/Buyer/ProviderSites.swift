import FerryCore
public import FerryWeb

/// What the scripts of all providers need in the start page, which is the same for every checkout: sites that its content
/// security policy allows.
public struct ProviderSites: Sendable, Hashable {
  public var scripts: [PageSource]
  /// Sites that the scripts call.
  public var connections: [PageSource]
  public var images: [PageSource]
  public var styles: [PageSource]
  public var frames: [PageSource]
  /// Sites that the buyer is sent to. Browsers hold forms, and the redirects after them, to this list.
  public var destinations: [PageSource]
  /// Whether a script writes style attributes into the page.
  public var needsInlineStyles: Bool

  public init(
    scripts: [PageSource] = [], connections: [PageSource] = [], images: [PageSource] = [], styles: [PageSource] = [],
    frames: [PageSource] = [], destinations: [PageSource] = [], needsInlineStyles: Bool = false
  ) {
    self.scripts = scripts
    self.connections = connections
    self.images = images
    self.styles = styles
    self.frames = frames
    self.destinations = destinations
    self.needsInlineStyles = needsInlineStyles
  }

  func policy(_ nonce: Nonce) -> PagePolicy {
    PagePolicy(
      nonce: nonce, scripts: scripts, connections: connections, images: images, styles: styles, frames: frames,
      formActions: destinations, allowsInlineStyles: needsInlineStyles)
  }
}
