public import FerryCore

extension Checkout {
  /// The questions about the money of a final checkout, or of a held one that the provider may still decide.
  public struct Inquiry: Codable, Hashable, Sendable {
    /// The question under way.
    public internal(set) var command: CommandNumber?
    /// Since when money is undecided or unknown, or may come late; nil if none is, or an earlier version stored it.
    public internal(set) var began: Moment?
    public internal(set) var lastAsked: Moment
    /// The checkout ended while its payment page may be open, and no call ends the page: Ferry asks until then. Nil for
    /// others. Stored beside the inquiry.
    var pageOpenUntil: Moment?
    /// False once a person has seen that the provider will not decide about a pending payment. Stored beside the inquiry.
    var isDecisionAwaited = true

    private enum CodingKeys: String, CodingKey {
      case command, began, lastAsked
    }

    /// The last question, or the answer that began the wait.
    var waitsSince: Moment { max(lastAsked, began ?? lastAsked) }

    mutating func keepAsking(until end: Moment, from now: Moment) {
      pageOpenUntil = end
      command = nil
      began = nil
      lastAsked = now
    }
  }
}
