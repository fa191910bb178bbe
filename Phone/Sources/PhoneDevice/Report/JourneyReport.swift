/// What a journey was, step by step.
public struct JourneyReport: Sendable, Codable {
  /// "paid/web-view".
  public var name: String
  public var title: String
  public var steps: [Step] = []
  /// Why it failed, in ten lines at most; nil when it went as it should.
  public private(set) var failure: String?
  public var milliseconds: Int64 = 0

  public struct Step: Sendable, Codable {
    public var words: String
    /// A file beside the report.
    public var picture: String?
    /// What stands in the address bar that the person sees, if he sees one.
    public var address: String?
    public var jar: String?
    /// The names of the cookies that the page's requests carry.
    public var cookies: [String]
    public var entries: [Journal.Entry]
  }

  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// Takes down why it failed: the reason, the step that it failed in, and what happened last.
  public mutating func fail(_ reason: String) {
    let entries = (steps.last?.entries ?? []).suffix(4).map { "  \($0.place.isEmpty ? "" : $0.place + ": ")\($0.text)" }
    let step = steps.last.map { ["in the step: \($0.words)"] + ($0.address.map { ["at \($0)"] } ?? []) } ?? []
    let lines = Self.lines(reason).prefix(4) + step + entries.flatMap { Self.lines($0).prefix(1) }
    failure = lines.prefix(10).map { $0.count > 200 ? $0.prefix(199) + "…" : $0 }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
}
