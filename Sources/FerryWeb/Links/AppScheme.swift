/// The custom scheme of an app, such as "shop": one that no browser and no system gives a meaning to.
public struct AppScheme: Sendable, Hashable {
  public let text: String

  /// - Parameter text: Lower-case letters, digits, dots and hyphens, beginning with a letter (RFC 3986 §3.1, without the
  ///   plus sign and without capitals, which are written in different ways in different places).
  public init?(_ text: String) {
    guard (2...64).contains(text.utf8.count), let first = text.utf8.first, (0x61...0x7A).contains(first),
      text.utf8.allSatisfy({
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }), !Self.known.contains(text)
    else { return nil }
    self.text = text
  }

  /// Schemes that something else answers to: browsers, the operating system, or scripts in disguise.
  private static let known: Set<String> = [
    "about", "blob", "chrome", "content", "data", "facetime", "file", "filesystem", "ftp", "geo", "http", "https",
    "intent", "itms", "itms-apps", "javascript", "mailto", "maps", "market", "resource", "sms", "tel", "vbscript",
    "view-source", "ws", "wss",
  ]
}
