/// A card in every test buyer's wallet; its last digits decide how a payment with it goes ("Use Sandbox simulations").
enum TestCard: String, Codable, Hashable, CaseIterable {
  case visa1111 = "1111"
  case declined3434 = "3434"
  case mastercard4444 = "4444"
  case jcb0000 = "0000"
  case amex0005 = "0005"
  case discover9424 = "9424"
  case authorizedLater0701 = "0701"
  case declinedLater4354 = "4354"
  case buyerCancels3064 = "3064"

  /// What happens on the processing page and afterwards.
  enum Simulation: Hashable {
    case success
    /// The payment is declined; without another card the session ends Canceled/Declined.
    case declined
    /// The session ends Canceled/BuyerCanceled.
    case buyerCancels
    /// The charge is undecided at first; only with the intent Authorize and pending authorizations allowed.
    case pendingThenAuthorized
    case pendingThenDeclined
  }

  var simulation: Simulation {
    switch self {
    case .visa1111, .mastercard4444, .amex0005, .discover9424, .jcb0000: .success
    case .declined3434: .declined
    case .buyerCancels3064: .buyerCancels
    case .authorizedLater0701: .pendingThenAuthorized
    case .declinedLater4354: .pendingThenDeclined
    }
  }

  var brand: String {
    switch self {
    case .visa1111, .declined3434, .authorizedLater0701: "Visa"
    case .mastercard4444, .buyerCancels3064, .declinedLater4354: "Mastercard"
    case .amex0005: "American Express"
    case .discover9424: "Discover"
    case .jcb0000: "JCB"
    }
  }

  /// "Visa ****1111"
  var descriptor: String { "\(brand) ****\(rawValue)" }
}
