public import FerryCore
public import HTTPTypes

/// A cookie that only one host sets and reads, and that scripts cannot see: `__Host-` prefix, Secure, HttpOnly,
/// SameSite=Lax, Path=/ (draft-ietf-httpbis-rfc6265bis §4.1.3.2).
///
/// On loopback http, and only there, Secure and the prefix are left out, because browsers would drop the cookie. The
/// configured public address decides, never the request.
public struct HostCookie: Sendable, Hashable {
  /// The name as browsers hold it, with the prefix.
  public let name: String
  private let isSecure: Bool

  /// - Parameter name: Without the prefix; characters of an HTTP token. A variable part must be an id that we made.
  public init(_ name: String, origin: Origin) {
    precondition(
      HTTPField.Name(name) != nil, "A cookie's name has letters, digits, hyphens and the like (RFC 9110 token).")
    self.name = origin.isSecure ? "__Host-" + name : name
    isSecure = origin.isSecure
  }

  /// The cookie's value in a request; nil if the request has none.
  /// - Throws: `Problem` if the request has two: an attacker planted one of them.
  public func value(in headers: HTTPFields) throws(Problem) -> String? {
    let found = Self.cookies(in: headers).filter { $0.name == name }
    guard found.count < 2 else { throw Problem(field: name, .repeated, in: .cookie) }
    return found.first.map { String($0.value) }
  }

  /// The names of all cookies of a request, with their prefixes.
  public static func names(in headers: HTTPFields) -> [String] { cookies(in: headers).map { String($0.name) } }

  private static func cookies(in headers: HTTPFields) -> [(name: Substring, value: Substring)] {
    headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (parts[0].withoutBlanks, parts[1].withoutBlanks) : nil
    }
  }

  /// The `Set-Cookie` field that sets the cookie.
  /// - Parameters:
  ///   - value: Base64url, digits, or other characters that need no quoting; an opaque id of ours.
  ///   - lifetime: Nil for the browser session.
  public func setting(_ value: String, for lifetime: Duration?) -> HTTPField {
    precondition(value.utf8.allSatisfy(Self.isValueCharacter), "A cookie's value is plain ASCII without separators.")
    var field = "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax"
    if isSecure { field += "; Secure" }
    if let lifetime { field += "; Max-Age=\(max(0, lifetime.components.seconds))" }
    return HTTPField(name: .setCookie, value: field)
  }

  /// The `Set-Cookie` field that removes the cookie.
  public func removing() -> HTTPField { setting("", for: .zero) }

  /// RFC 6265 §4.1.1 cookie-octet.
  private static func isValueCharacter(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\",;\\".utf8.contains(byte)
  }
}
