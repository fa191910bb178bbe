/// What happened on the phone, in order.
@MainActor public final class Journal {
  public private(set) var entries: [Entry] = []
  private var observers: [@MainActor (Entry) -> Void] = []
  private let began = ContinuousClock.now

  public init() {}

  public struct Entry: Hashable, Sendable, Codable {
    public var number: Int
    /// Since the phone was switched on.
    public var milliseconds: Int64
    public var kind: Kind
    /// Where it happened: "secure browser", "Safari", an app's name; empty for the phone itself.
    public var place: String
    public var text: String
    /// The jar whose cookies went along, for pages.
    public var jar: String?
  }

  public enum Kind: String, Hashable, Sendable, Codable {
    /// What a person or a journey does.
    case act
    /// The address bar shows another page.
    case page
    /// A link decision and its rule.
    case link
    /// What an app does or is told.
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
