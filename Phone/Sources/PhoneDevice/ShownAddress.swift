/// An address without what is secret in it.
enum ShownAddress {
  /// Values of parameters that are capabilities are replaced, and so is a fragment, and all that a `data:` URL holds.
  static func text(_ url: String) -> String {
    guard !url.lowercased().hasPrefix("data:") else { return "data:…" }
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? "#…" : ""
    let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count > 1 else { return parts[0] + fragment }
    let items = halves[1].split(separator: "&").map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count > 1, !isPlain(pair[0]) else { return String(item) }
      return "\(pair[0])=…"
    }
    return "\(halves[0])?\(items.joined(separator: "&"))\(fragment)"
  }

  /// As an address bar shows it: the host, and what is not on the web without what is secret in it.
  static func host(_ url: String) -> String {
    guard !url.lowercased().hasPrefix("data:") else { return "data:…" }
    guard let start = url.firstRange(of: "://")?.upperBound else { return String(url.prefix { !"?#".contains($0) }) }
    return String(url[start...].prefix { !"/?#".contains($0) })
  }

  private static func isPlain(_ name: Substring) -> Bool {
    ["checkout", "tap", "tried", "revision", "language"].contains(name)
  }
}
