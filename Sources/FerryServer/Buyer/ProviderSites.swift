import FerryCore
public import FerryProvider
public import FerryWeb

/// The sites that a page's content security policy allows for the providers' scripts.
public struct ProviderSites: Sendable, Hashable {
  public var scripts: [PageSource]
  /// Sites that the scripts call.
  public var connections: [PageSource]
  public var images: [PageSource]
  public var styles: [PageSource]
  public var frames: [PageSource]
  /// Sites that the buyer is sent to. Browsers hold forms, and the redirects after them, to this list.
  public var destinations: [PageSource]
  /// True if a script writes style attributes into the page.
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

  /// Sources that a policy cannot have are left out.
  public init(_ sources: PagePolicySources) {
    func sites(_ texts: [String]) -> [PageSource] { texts.compactMap { PageSource($0) } }
    self.init(
      scripts: sites(sources.scripts), connections: sites(sources.connections), images: sites(sources.images),
      styles: sites(sources.styles), frames: sites(sources.frames), destinations: sites(sources.formActions),
      needsInlineStyles: sources.needsInlineStyles)
  }

  /// The sites of both.
  public func merging(_ other: ProviderSites) -> ProviderSites {
    func union(_ sites: KeyPath<ProviderSites, [PageSource]>) -> [PageSource] {
      self[keyPath: sites] + other[keyPath: sites].filter { !self[keyPath: sites].contains($0) }
    }
    return ProviderSites(
      scripts: union(\.scripts), connections: union(\.connections), images: union(\.images), styles: union(\.styles),
      frames: union(\.frames), destinations: union(\.destinations),
      needsInlineStyles: needsInlineStyles || other.needsInlineStyles)
  }

  func policy(_ nonce: Nonce) -> PagePolicy {
    PagePolicy(
      nonce: nonce, scripts: scripts, connections: connections, images: images, styles: styles, frames: frames,
      formActions: destinations, allowsInlineStyles: needsInlineStyles)
  }
}
