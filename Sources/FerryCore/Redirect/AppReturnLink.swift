import Foundation

/// The link that leads a buyer from the secure browser back into the app: an https link of the link host, or a link of the
/// app's custom scheme as the last resort. It is useless to everyone without the verifier.
public struct AppReturnLink: Hashable, Sendable {
  public var checkout: String
  /// The return code. It expires after ten minutes and needs the verifier.
  public var code: String

  public static let path = "/ferry/return/"

  public init(checkout: String, code: String) {
    self.checkout = checkout
    self.code = code
  }

  /// The revision that the buyer agreed to in the secure browser, if they reviewed the order there; the app confirms it. It
  /// is part of the code, so that an attacker cannot add it: the server has issued no such code.
  public var revision: Int? {
    guard let mark = code.lastIndex(of: "."), let number = Int(code[code.index(after: mark)...]), number > 0,
      Self.code(String(code[..<mark]), agreeingTo: number) == code
    else { return nil }
    return number
  }

  /// The code of a link for the buyer's agreement to a revision of the review.
  public static func code(_ secret: String, agreeingTo revision: Int) -> String { "\(secret).\(revision)" }

  /// "checkout=co_1&code=abc".
  public var query: String { "checkout=\(checkout)&code=\(code)" }

  public var fields: [(name: String, value: String)] { [("checkout", checkout), ("code", code)] }

  /// - Parameter host: The origin of the link host: "https://link.shop.example".
  public func text(host: String) -> String { host + Self.path + "?" + query }

  /// The result of reading a URL that opened an app.
  public enum Reading: Hashable, Sendable {
    case link(AppReturnLink)
    case wake(AppWakeLink)
    /// The address is ours and the rest cannot be read. The app asks the server for the phase.
    case unreadable
    /// Not ours. The app handles it in another way.
    case foreign
  }

  /// - Parameters:
  ///   - host: The origin of the registered link host.
  ///   - scheme: The app's custom scheme.
  public static func read(_ url: String, host: String?, scheme: String?) -> Reading {
    guard url.utf8.count <= 8_192, let parts = URLComponents(string: url), isOurs(parts, host, scheme) else {
      return .foreign
    }
    guard parts.user == nil, parts.password == nil, let query = ownFields(parts) else { return .unreadable }
    let checkout = query["checkout"]
    if let checkout, !PlainText.isPlain(checkout, most: 64, besides: ".") { return .unreadable }
    guard let code = query["code"] else {
      guard query["wake"] == "1" else { return .unreadable }
      let isTapped = parts.queryItems?.contains { $0.name == "tap" } ?? false
      return .wake(AppWakeLink(checkout: checkout, isTapped: isTapped))
    }
    guard let checkout, PlainText.isPlain(code, most: 128, besides: ".") else { return .unreadable }
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

  /// The fields of our links. Others may have added parameters of their own, which are ignored. Nil if one of our names
  /// occurs twice, because the link is ambiguous then.
  private static func ownFields(_ parts: URLComponents) -> [String: String]? {
    var fields: [String: String] = [:]
    for item in parts.queryItems ?? [] where ["checkout", "code", "wake"].contains(item.name) {
      guard fields.updateValue(item.value ?? "", forKey: item.name) == nil else { return nil }
    }
    return fields
  }
}

/// The link that brings the app of a checkout to the front, from a browser that is not the bound one. It has no code, so it
/// proves nothing and decides nothing: the app asks the server about its own checkouts.
public struct AppWakeLink: Hashable, Sendable {
  /// Nil from a page that is the same for all checkouts.
  public var checkout: String?
  /// True for the link of a button of the server's pages: the field `tap` says so.
  public var isTapped: Bool

  public init(checkout: String?, isTapped: Bool = false) {
    self.checkout = checkout
    self.isTapped = isTapped
  }

  /// "checkout=co_1&wake=1", below `AppReturnLink.path` of the link host.
  public var fields: [(name: String, value: String)] {
    (checkout.map { [("checkout", $0)] } ?? []) + [("wake", "1")]
  }
}

extension AppReturnLink: Redacted {
  public var description: String { "AppReturnLink(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}
