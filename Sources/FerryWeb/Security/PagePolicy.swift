// Pages are made of links: FerryWeb's users have `Origin`, `Link` and `PageSource` with it.
@_exported public import FerryHTTP

/// What a page may load, run and submit to: its Content Security Policy. Nothing but the site itself, and the scripts that
/// carry the nonce, unless hosts are added; which ones a provider's script needs is data of that provider.
public struct PagePolicy: Sendable, Hashable {
  /// What this page's own scripts and styles carry; nil for a page that has none.
  public let nonce: Nonce?
  /// Sites whose scripts may run without the nonce, such as those that a provider's script loads.
  public var scripts: [PageSource]
  /// Sites that scripts may call.
  public var connections: [PageSource]
  public var images: [PageSource]
  public var styles: [PageSource]
  /// Sites that the page may embed.
  public var frames: [PageSource]
  /// Sites that forms may be sent to. Browsers hold the redirects that follow a form to the same list.
  public var formActions: [PageSource]
  /// Whether style attributes and elements without the nonce count, as some providers' buttons need. Off unless asked.
  public var allowsInlineStyles: Bool

  public init(
    nonce: Nonce? = nil,
    scripts: [PageSource] = [],
    connections: [PageSource] = [],
    images: [PageSource] = [],
    styles: [PageSource] = [],
    frames: [PageSource] = [],
    formActions: [PageSource] = [],
    allowsInlineStyles: Bool = false
  ) {
    self.nonce = nonce
    self.scripts = scripts
    self.connections = connections
    self.images = images
    self.styles = styles
    self.frames = frames
    self.formActions = formActions
    self.allowsInlineStyles = allowsInlineStyles
  }

  /// The value of the `Content-Security-Policy` header.
  public var headerValue: String {
    var value = "default-src 'none'"
    if nonce != nil || !scripts.isEmpty {
      value += "; script-src"
      if let nonce { value += " 'nonce-\(nonce.text)'" }
      value.append(sources: scripts)
    }
    value += "; style-src 'self'"
    // A nonce in the list would switch 'unsafe-inline' off.
    if allowsInlineStyles { value += " 'unsafe-inline'" } else if let nonce { value += " 'nonce-\(nonce.text)'" }
    value.append(sources: styles)
    value += "; img-src 'self' data:"
    value.append(sources: images)
    value += "; connect-src 'self'"
    value.append(sources: connections)
    if !frames.isEmpty {
      value += "; frame-src"
      value.append(sources: frames)
    }
    value += "; form-action 'self'"
    value.append(sources: formActions)
    value += "; base-uri 'none'; frame-ancestors 'none'"
    return value
  }

  /// For everything that is not a page: nothing may be loaded, sent or framed.
  static let nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

extension String {
  fileprivate mutating func append(sources: [PageSource]) {
    for source in sources {
      self += " "
      self += source.text
    }
  }
}
