extension Link {
  /// A link of an app's own scheme: "shop://ferry/return/?checkout=…".
  /// - Parameter place: The part after the two slashes, in characters of RFC 3986.
  public init?(_ scheme: AppScheme, place: String) {
    // The same rules as for an address on the web, whose scheme is then another one.
    guard let parts = AddressParts("https://" + place), parts.origin.port == nil else { return nil }
    self.init(text: "\(scheme.text)://" + place)
  }

  /// An `intent:` link: Chrome on Android opens a package with an https address, or, if it is not there, another page.
  /// (Chrome for Developers, "Android Intents with Chrome".)
  /// - Parameters:
  ///   - package: As the app's manifest has it. Nil for whatever opens such addresses, which is the system's browser: it
  ///     leads out of a web view inside another app.
  ///   - fallback: The browser's page if the app is missing.
  public init?(intent address: Link, package: String?, fallback: Link) {
    guard let origin = address.origin, address.text.hasPrefix(origin.text), !address.text.contains("#"),
      fallback.origin != nil,
      (package ?? "").utf8.allSatisfy({ FieldRules.isAlphanumeric($0) || "._".utf8.contains($0) })
    else { return nil }
    let place = address.text.dropFirst(origin.scheme.count + 3)
    let target =
      package.map { ";package=\($0)" }
      ?? ";action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE"
    var bytes = Array("intent://\(place)#Intent;scheme=\(origin.scheme)\(target);S.browser_fallback_url=".utf8)
    PercentEncoding.append(fallback.text, to: &bytes)
    bytes.append(contentsOf: ";end".utf8)
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }
}

/// The custom scheme of an app, such as "shop": one that no browser and no system gives a meaning to.
public struct AppScheme: Sendable, Hashable {
  public let text: String

  /// - Parameter text: Lower-case letters, digits, dots and hyphens, beginning with a letter (RFC 3986 §3.1, without the
  ///   plus sign and without capitals, which are written in different ways in different places).
  public init?(_ text: String) {
    guard text.utf8.count <= 64, text.wholeMatch(of: #/[a-z][a-z0-9.-]+/#) != nil, !Self.known.contains(text)
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
