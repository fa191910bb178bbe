/// The events on the phone, in order.
@MainActor public final class Journal {
  public private(set) var entries: [Entry] = []
  private var observers: [@MainActor (Entry) -> Void] = []
  private let began = ContinuousClock.now

  public init() {}

  public struct Entry: Hashable, Sendable, Codable {
    public var number: Int
    /// Milliseconds since the phone was switched on.
    public var milliseconds: Int64
    public var kind: Kind
    /// The place of the event: "secure browser", "Safari", an app's name. Empty for the phone itself.
    public var place: String
    public var text: String
    /// For pages, the jar of the cookies that were sent.
    public var jar: String?
  }

  public enum Kind: String, Hashable, Sendable, Codable {
    /// An action of a person or a journey.
    case act
    /// A browser shows another page.
    case page
    /// A link decision and its rule.
    case link
    /// An action of an app, or an event for it.
    case app
    case bridge
    case trouble
  }

  public func note(_ kind: Kind, _ text: String, at place: String = "", jar: String? = nil) {
    let entry = Entry(
      number: entries.count + 1, milliseconds: Int64((ContinuousClock.now - began) / .milliseconds(1)), kind: kind,
      place: place, text: text, jar: jar)
    entries.append(entry)
    for observer in observers { observer(entry) }
  }

  public func observe(_ observer: @escaping @MainActor (Entry) -> Void) { observers.append(observer) }
}

/// An address without its secrets.
enum ShownAddress {
  /// Replaces fragments, the content of `data:` URLs, and the values of parameters that may be secret.
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

  /// The address as an address bar shows it: the host, or another address without its secrets.
  static func host(_ url: String) -> String {
    guard !url.lowercased().hasPrefix("data:") else { return "data:…" }
    guard let start = url.firstRange(of: "://")?.upperBound else { return String(url.prefix { !"?#".contains($0) }) }
    return String(url[start...].prefix { !"/?#".contains($0) })
  }

  private static func isPlain(_ name: Substring) -> Bool {
    ["checkout", "tap", "tried", "revision", "language"].contains(name)
  }
}
