import FerryWeb

/// An address to which a session's page leads the buyer: of the web, or of an app's own scheme, such as
/// `redirection://receipt?return`, which the test host accepts and leaves unchanged.
struct ReturnAddress {
  let link: Link

  /// - Parameter text: 1 to 255 characters of RFC 3986. Nil for anything else, and for a scheme that could run a script or
  ///   read a file.
  init?(_ text: String) {
    guard (1...255).contains(text.utf8.count), let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil, !Self.forbidden.contains(scheme),
      rest.hasPrefix("//"), rest.count > 2, text.utf8.allSatisfy(Self.isURICharacter)
    else { return nil }
    link = Link(text: text)
  }

  private static let forbidden: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]

  private static func isURICharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }
}
