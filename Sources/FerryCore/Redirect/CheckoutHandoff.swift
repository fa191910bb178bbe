/// What a shop's backend hands to its app, as the server gave it: everything the app needs to open the secure browser and
/// to follow the checkout. Only for kind `app`.
public struct CheckoutHandoff: Codable, Hashable, Sendable {
  public var checkout: String
  /// Present when the checkout was created, by this answer or the one that it repeats: the app keeps it.
  public var clientToken: String?
  /// The right to open the step, once and for two minutes. Absent when there is nothing to open.
  public var ticket: Ticket?

  public struct Ticket: Codable, Hashable, Sendable {
    public var step: RedirectStep
    /// Goes into the fragment of the start page's address.
    public var text: String

    public init(step: RedirectStep, text: String) {
      self.step = step
      self.text = text
    }
  }

  public init(checkout: String, clientToken: String? = nil, ticket: Ticket? = nil) {
    self.checkout = checkout
    self.clientToken = clientToken
    self.ticket = ticket
  }
}

extension CheckoutHandoff: Redacted {
  public var description: String { "CheckoutHandoff(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}
