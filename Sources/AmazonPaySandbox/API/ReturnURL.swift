/// An absolute http or https URL to which a page may send the buyer.
struct ReturnURL: Hashable {
  let text: String
  let scheme: String
  /// Lower case, without port.
  let host: String
  /// Scheme, host and port, as in an `Origin` header.
  let origin: String

  /// Nil for anything that a browser might take for another place than it looks: other schemes, credentials,
  /// backslashes, spaces, control and non-ASCII characters.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    let lowered = text.lowercased()
    guard let scheme = ["https", "http"].first(where: { lowered.hasPrefix($0 + "://") }) else { return nil }
    let authority = lowered.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isBracketed = authority.hasPrefix("[")
    let host = isBracketed ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count)
    guard !authority.contains("@"), !authority.contains("%"), host.count > (isBracketed ? 2 : 0),
      port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil)
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = String(host)
    origin = "\(scheme)://\(authority)"
  }

  /// The URL with one more query parameter, whose value needs no encoding. What the query holds already stays.
  func adding(_ name: String, _ value: String) -> String {
    let fragment = text.firstIndex(of: "#") ?? text.endIndex
    let base = text[..<fragment]
    let separator = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
    return base + separator + name + "=" + value + text[fragment...]
  }
}
