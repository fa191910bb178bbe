/// What a page's policy allows something to come from or to go to: one site, or all https sites below a domain, for
/// providers that spread over hosts which they do not list. (CSP Level 3 §2.3.1, host sources.)
public struct PageSource: Sendable, Hashable {
  /// As a Content-Security-Policy header writes it.
  public let text: String

  public init(_ site: Origin) { text = site.text }

  /// - Parameter domain: Lower-case labels with dots between, such as "pay.example"; its own host is not among them.
  public init(hostsBelow domain: StaticString) {
    text = "https://*.\(domain)"
    precondition(Self.isDomain(domain.description), "A domain has lower-case labels with dots between.")
  }

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
