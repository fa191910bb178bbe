/// What a buyer under test does.
enum BuyerHabit: String, CaseIterable, Sendable {
  case pays
  /// Approves the payment and is never seen again.
  case paysAndStaysAway
  case leavesAtReview
  case leavesAtPaymentPage
  case isDeclined
  /// Is declined, and pays the same order with another card.
  case isDeclinedThenPays
  case cancelsAtProvider
  case cancelsInShop

  /// The one of a number; every other buyer simply pays.
  init(_ number: Int) {
    self = number.isMultiple(of: 2) ? .pays : Self.allCases[(number / 2) % Self.allCases.count]
  }
}
