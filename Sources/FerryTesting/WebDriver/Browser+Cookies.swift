/// A cookie as the browser keeps it.
public struct BrowserCookie: Hashable, Sendable {
  public let name: String
  public let value: String
  public let path: String
  public let domain: String
  public let isSecure: Bool
  public let isHTTPOnly: Bool
  /// "Strict", "Lax" or "None".
  public let sameSite: String
}

extension Browser {
  /// The cookies that the browser would send to the page shown, those included that script cannot read.
  public func cookies() async throws -> [BrowserCookie] {
    let cookies = try await perform("tell its cookies") { try await $0.get("/cookie") }
    return (cookies.array ?? []).map { cookie in
      BrowserCookie(
        name: cookie["name"]?.string ?? "",
        value: cookie["value"]?.string ?? "",
        path: cookie["path"]?.string ?? "",
        domain: cookie["domain"]?.string ?? "",
        isSecure: cookie["secure"]?.bool ?? false,
        isHTTPOnly: cookie["httpOnly"]?.bool ?? false,
        sameSite: cookie["sameSite"]?.string ?? "")
    }
  }

  /// Forgets the cookies of the page shown.
  public func deleteCookies() async throws {
    _ = try await perform("delete its cookies") { try await $0.delete("/cookie") }
  }
}
