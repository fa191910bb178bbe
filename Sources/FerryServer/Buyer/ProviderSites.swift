import FerryCore
public import FerryWeb

/// What the scripts of all providers need in the start page, which is the same for every checkout: sites that its content
/// security policy allows.
public struct ProviderSites: Sendable, Hashable {
  public var scripts: [Origin]
  /// Sites that the scripts call.
  public var connections: [Origin]
  public var images: [Origin]
  public var styles: [Origin]
  public var frames: [Origin]
  /// Sites that the buyer is sent to. Browsers hold forms, and the redirects after them, to this list.
  public var destinations: [Origin]
  /// Whether a script writes style attributes into the page.
  public var needsInlineStyles: Bool

  public init(
    scripts: [Origin] = [], connections: [Origin] = [], images: [Origin] = [], styles: [Origin] = [],
    frames: [Origin] = [], destinations: [Origin] = [], needsInlineStyles: Bool = false
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
