/// A rule for hosts: "bank.example" is that host alone, "*.bank.example" that host or one level below it, "**.bank.example"
/// that host or any depth below it. Case does not matter. Anything else, such as a rule with a port, fits no host.
struct HostPattern: Hashable, Sendable {
  private let host: String
  /// The levels that may stand before the host; nil for any number.
  private let levels: Int?

  init(_ text: String) {
    let text = text.lowercased()
    if text.hasPrefix("**.") {
      (host, levels) = (String(text.dropFirst(3)), nil)
    } else if text.hasPrefix("*.") {
      (host, levels) = (String(text.dropFirst(2)), 1)
    } else {
      (host, levels) = (text, 0)
    }
  }

  func fits(_ other: String) -> Bool {
    var other = other.lowercased()[...]
    // The full form of a name ends with a dot.
    if other.hasSuffix(".") { other = other.dropLast() }
    guard !host.isEmpty else { return false }
    if other == host { return true }
    guard other.hasSuffix("." + host) else { return false }
    let before = other.dropLast(host.count + 1)
    return levels.map { before.split(separator: ".", omittingEmptySubsequences: false).count <= $0 } ?? true
  }
}
