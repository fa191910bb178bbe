/// What a journey was, step by step.
public struct JourneyReport: Sendable, Codable {
  /// "paid/web-view".
  public var name: String
  public var title: String
  public var steps: [Step] = []
  /// Why it failed; nil when it went as it should.
  public var failure: String?
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
}
