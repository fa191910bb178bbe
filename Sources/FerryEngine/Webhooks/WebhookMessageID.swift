public import FerryCheckout
public import FerryCore

/// The id of a message, which is `webhook-id` at every endpoint and in every repetition: "msg_co_8n0cKq3c0lXw2m7bq1v5Tg_3".
/// It follows from checkout and sequence number, so that a commit that is decided anew gives the same message.
public struct WebhookMessageID: Hashable, Sendable, CustomStringConvertible {
  public var checkout: CheckoutID
  /// From 1.
  public var sequence: Int

  public init(checkout: CheckoutID, sequence: Int) {
    self.checkout = checkout
    self.sequence = sequence
  }

  /// Nil for text that is no such id.
  public init?(text: String) {
    guard text.hasPrefix("msg_"), let end = text.lastIndex(of: "_") else { return nil }
    let checkout = text[..<end].dropFirst(4)
    let digits = text[text.index(after: end)...]
    guard !checkout.isEmpty, digits.first != "0", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let sequence = Int(digits)
    else { return nil }
    self.init(checkout: CheckoutID(String(checkout)), sequence: sequence)
  }

  public var text: String { "msg_\(checkout)_\(sequence)" }
  public var description: String { text }
}
