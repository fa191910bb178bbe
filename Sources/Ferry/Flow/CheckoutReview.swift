public import FerryCore

/// The question to the buyer before they pay. Show `content` unchanged: the buyer agrees to this revision and this total. If
/// either has changed by then, the flow asks again.
public struct CheckoutReview: Hashable, Sendable {
  /// The checkout's id at the server.
  public let checkout: String
  /// Nil while the shop cannot accept the selection.
  public let content: ReviewBody?
  /// The reason why the shop cannot accept the selection, as a stable word: "country-not-served",
  /// "region-not-served", "post-office-box", "packstation". Others may be added. The buyer can only change
  /// the selection or cancel.
  public let selectionRefusal: String?
  /// The differences from the review that the buyer saw last. Empty the first time.
  public let changes: [ReviewChange]

  init(checkout: String, content: ReviewBody?, selectionRefusal: String?, after shown: ReviewBody? = nil) {
    self.checkout = checkout
    self.content = content
    self.selectionRefusal = selectionRefusal
    changes =
      if let shown, let content, shown.revision != content.revision {
        SeenReview(shown).changes(to: SeenReview(content))
      } else {
        []
      }
  }

  public var canBuy: Bool { content != nil && selectionRefusal == nil }
}

extension CheckoutReview: Redacted {
  /// The checkout's id and nothing about the buyer.
  public var description: String { "CheckoutReview(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}

/// The buyer's answer to a review.
public enum ReviewDecision: Hashable, Sendable {
  /// The buyer agrees to what was shown. The payment page opens.
  case buy
  /// The buyer wants another address or payment method. The provider's page opens, and the review comes again.
  case change(ChangeKind)
  case cancel
}
