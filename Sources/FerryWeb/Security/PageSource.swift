/// What a page's policy allows something to come from or to go to: one site, or all https sites below a domain, for
/// providers that spread over hosts which they do not list. (CSP Level 3 §2.3.1, host sources.)
public struct PageSource: Sendable, Hashable {
  let text: String

  public init(_ site: Origin) { text = site.text }

  /// - Parameter domain: Lower-case labels with dots between, such as "pay.example"; its own host is not among them.
  public init(hostsBelow domain: StaticString) {
    text = "https://*.\(domain)"
    precondition(Self.isDomain(domain.description), "A domain has lower-case labels with dots between.")
  }

  /// - Parameter text: "https://pay.example" or "https://*.pay.example". Nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("https://*.") {
      guard Self.isDomain(String(text.dropFirst("https://*.".count))) else { return nil }
      self.init(text: text)
    } else {
      guard let site = Origin(text) else { return nil }
      self.init(site)
    }
  }

  private init(text: String) { self.text = text }

  private static func isDomain(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { label in
        !label.isEmpty
          && label.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
          }
      }
  }
}
