package import FerryWeb

extension Link {
  /// An address that a merchant has chosen for the buyer: of the web, or of an app's own scheme.
  ///
  /// - Parameter limit: The most characters. Nil for more, for an address that is not one of RFC 3986 with two slashes, and for
  ///   a scheme that could run a script or read a file.
  package init?(ofMerchant text: String, atMost limit: Int) {
    guard (1...limit).contains(text.utf8.count), let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil, !Self.forbiddenSchemes.contains(scheme),
      rest.hasPrefix("//"), rest.count > 2, text.utf8.allSatisfy(Self.isURICharacter)
    else { return nil }
    self.init(text: text)
  }

  private static let forbiddenSchemes: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]
}
