import FerryWeb

/// An address to which the payer's browser is led: of the web, or of an app's own scheme.
struct PayerAddress {
  let link: Link

  /// Nil for an address that is not one of RFC 3986 with two slashes, and for a scheme that could run a script or read a
  /// file.
  init?(_ text: String) {
    guard (1...2_000).contains(text.utf8.count), let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil, !Self.forbidden.contains(scheme),
      rest.hasPrefix("//"), rest.count > 2,
      text.utf8.allSatisfy({ byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
      })
    else { return nil }
    link = Link(text: text)
  }

  private static let forbidden: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]
}
