public import FerryCore

/// What the buyer is asked before he pays. Show `content` as it is: he agrees to this revision and this total, and if
/// either has changed by then, he is asked again.
public struct CheckoutReview: Hashable, Sendable {
  /// The checkout's id at the server.
  public let checkout: String
  /// What he is about to buy; absent while his choice cannot be taken.
  public let content: ReviewBody?
  /// Why his choice cannot be taken, as a stable word: "country-not-served". He can only change it or cancel.
  public let choiceRefusal: String?
  /// What differs from the review that he saw last; empty the first time.
  public let changes: [Change]

  /// A part of a review that can differ from one time to the next.
  public enum Change: Hashable, Sendable, CaseIterable {
    case address, payment, total, other
  }

  init(checkout: String, content: ReviewBody?, choiceRefusal: String?, after shown: ReviewBody? = nil) {
    self.checkout = checkout
    self.content = content
    self.choiceRefusal = choiceRefusal
    changes = Self.changes(from: shown, to: content)
  }

  /// Whether there is anything to agree to.
  public var canBuy: Bool { content != nil && choiceRefusal == nil }

  private static func changes(from shown: ReviewBody?, to content: ReviewBody?) -> [Change] {
    guard let shown, let content, shown.revision != content.revision else { return [] }
    var changes: [Change] = []
    if shown.shippingAddress != content.shippingAddress { changes.append(.address) }
    if shown.paymentDescriptor != content.paymentDescriptor { changes.append(.payment) }
    if shown.total != content.total { changes.append(.total) }
    return changes.isEmpty ? [.other] : changes
  }
}

extension CheckoutReview: Redacted {
  /// The checkout's id and nothing about the buyer.
  public var description: String { "CheckoutReview(\(checkout))" }
  public var customMirror: Mirror { Mirror(self, children: ["checkout": checkout]) }
}

/// What the buyer answers to a review.
public enum ReviewDecision: Hashable, Sendable {
  /// He agrees to what was shown. The payment page opens.
  case buy
  /// He wants another address or another means of payment. The provider's page opens, and the review comes again.
  case change(ChangeKind)
  /// He does not want to buy.
  case cancel
}
