#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The link that leads a buyer from the secure browser back into the app: an https link of the link host, or, as the last
/// way, one of the app's custom scheme. Whoever else receives it can do nothing with it.
public struct AppReturnLink: Hashable, Sendable {
  public var checkout: String
  /// Good for ten minutes, and for the holder of the verifier only.
  public var code: String

  public static let path = "/ferry/return/"

  public init(checkout: String, code: String) {
    self.checkout = checkout
    self.code = code
  }

  /// What the buyer agreed to in the secure browser, where the review stood there; the app confirms it. It is part of the
  /// code, so that nobody can add it to a link that carries no agreement: the code would not be the one that was given out.
  public var revision: Int? {
    guard let mark = code.lastIndex(of: "."), let number = Int(code[code.index(after: mark)...]), number > 0,
      Self.code(String(code[..<mark]), agreeingTo: number) == code
    else { return nil }
    return number
  }

  /// The code of a link by which the buyer agrees.
  public static func code(_ secret: String, agreeingTo revision: Int) -> String { "\(secret).\(revision)" }

  /// As it stands after the path: "checkout=co_1&code=abc".
  public var query: String {
    "checkout=\(checkout)&code=\(code)"
  }

  /// The link at a link host.
  /// - Parameter host: Its origin: "https://link.shop.example".
  public func text(host: String) -> String { host + Self.path + "?" + query }

  /// The link of a custom scheme, which another app may claim as well.
  public func text(scheme: String) -> String { scheme + "://ferry" + "/return/?" + query }

  /// What a URL that an app was opened with is to it.
  public enum Reading: Hashable, Sendable {
    case link(AppReturnLink)
    /// It has our address, and what it says cannot be read: the server is to be asked how things stand.
    case unreadable
    /// Another's; to be passed on.
    case foreign
  }

  /// Reads a URL. Total: no text makes it fail.
  /// - Parameters:
  ///   - host: The link host's origin, as it was registered.
  ///   - scheme: The app's custom scheme.
  public static func read(_ url: String, host: String?, scheme: String?) -> Reading {
    guard url.utf8.count <= 8_192, let parts = URLComponents(string: url), isOurs(parts, host, scheme) else {
      return .foreign
    }
    guard parts.user == nil, parts.password == nil, let query = fields(parts),
      let checkout = query["checkout"], let code = query["code"], PlainText.isPlain(checkout, most: 64, besides: "."),
      PlainText.isPlain(code, most: 128, besides: ".")
    else { return .unreadable }
    return .link(AppReturnLink(checkout: checkout, code: code))
  }

  private static func isOurs(_ parts: URLComponents, _ host: String?, _ scheme: String?) -> Bool {
    guard let written = parts.scheme?.lowercased() else { return false }
    if let scheme, written == scheme.lowercased() {
      return parts.host?.lowercased() == "ferry" && ["/return", "/return/"].contains(parts.path)
    }
    guard let host, let own = URLComponents(string: host), written == own.scheme?.lowercased() else { return false }
    return parts.host?.lowercased() == own.host?.lowercased() && port(parts) == port(own)
      && (parts.path == path || parts.path + "/" == path)
  }

  private static func port(_ parts: URLComponents) -> Int? {
    parts.port ?? (parts.scheme?.lowercased() == "https" ? 443 : nil)
  }

  /// Nil when a name comes twice: nobody knows which one counts.
  private static func fields(_ parts: URLComponents) -> [String: String]? {
    var fields: [String: String] = [:]
    for item in parts.queryItems ?? [] {
      guard fields.updateValue(item.value ?? "", forKey: item.name) == nil else { return nil }
    }
    return fields
  }
}

extension AppReturnLink: Redacted {
  public var description: String { "AppReturnLink(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}
