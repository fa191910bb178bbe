/// The sites that the page of a provider's next action may use, as sources of a content security policy: `https://host`,
/// `https://*.host`.
public struct PagePolicySources: Hashable, Sendable {
  /// Sites whose scripts run.
  public var scripts: [String]
  /// Sites that the scripts call.
  public var connections: [String]
  public var images: [String]
  public var styles: [String]
  public var frames: [String]
  /// Sites that the buyer is sent to. Browsers hold forms, and the redirects after them, to this list.
  public var formActions: [String]
  /// A script writes style attributes into the page.
  public var needsInlineStyles: Bool

  public init(
    scripts: [String] = [], connections: [String] = [], images: [String] = [], styles: [String] = [],
    frames: [String] = [], formActions: [String] = [], needsInlineStyles: Bool = false
  ) {
    self.scripts = scripts
    self.connections = connections
    self.images = images
    self.styles = styles
    self.frames = frames
    self.formActions = formActions
    self.needsInlineStyles = needsInlineStyles
  }
}
