/// A source in a page's content security policy: one site, or all https sites below a domain (CSP Level 3 §2.3.1).
public struct PageSource: Sendable, Hashable {
  /// As a `Content-Security-Policy` header writes it.
  public let text: String

  public init(_ site: Origin) { text = site.text }

  /// - Parameter text: `https://host`, or `https://*.host` for all hosts below one; that host itself is not among them.
  public init?(_ text: String) {
    let everyHost = "https://*."
    let site = text.hasPrefix(everyHost) ? "https://\(text.dropFirst(everyHost.count))" : text
    guard let origin = Origin(site), origin.text == site, site == text || origin.host.contains(".") else { return nil }
    self.text = text
  }
}
