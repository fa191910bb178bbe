import Crypto
import FerryCore
import FerrySandbox

/// A person with an account at the sandbox. All data follow from the e-mail address, so any address can sign in, and no
/// accounts are stored.
struct TestBuyer: Codable, Hashable {
  let email: String

  /// Nil for an address without an @ between two other characters, and for one of more than 254 characters.
  /// - Parameter email: Case and surrounding spaces do not matter.
  init?(email: String) {
    let trimmed = email.trimmed.lowercased()
    let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard trimmed.count <= 254, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      !trimmed.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    self.email = trimmed
  }

  private init(ready email: String) { self.email = email }

  static let ready = names.map { TestBuyer(ready: $0.key) }

  private static let names: KeyValuePairs = [
    "hanako@example.test": "山田 花子", "taro@example.test": "鈴木 太郎", "emily@example.test": "Emily Carter",
  ]

  /// The name of a ready buyer; for others, the part of the address before the @.
  var name: String { Self.names.first { $0.key == email }?.value ?? String(email.prefix { $0 != "@" }) }

  /// "amzn1.account." and 28 capitals and digits, the same for the same e-mail address.
  var id: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let digest = SHA256.hash(data: Array(email.utf8))
    return "amzn1.account." + String(digest.prefix(28).map { alphabet[Int($0 & 31)] })
  }

  var phoneNumber: String { "0312345678" }
}

/// A card in every test buyer's wallet; its last digits decide the outcome of a payment ("Use Sandbox simulations").
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

  enum Simulation: Hashable {
    case success
    /// The payment is declined; without another card the session ends Canceled/Declined.
    case declined
    /// The session ends Canceled/BuyerCanceled.
    case buyerCancels
    /// The charge is pending at first; only with the intent Authorize and pending authorizations allowed.
    case pendingThenAuthorized
    case pendingThenDeclined

    var isPending: Bool { self == .pendingThenAuthorized || self == .pendingThenDeclined }
  }

  var simulation: Simulation { facts.simulation }

  private var facts: (brand: String, simulation: Simulation) {
    switch self {
    case .visa1111: ("Visa", .success)
    case .declined3434: ("Visa", .declined)
    case .mastercard4444: ("Mastercard", .success)
    case .jcb0000: ("JCB", .success)
    case .amex0005: ("American Express", .success)
    case .discover9424: ("Discover", .success)
    case .authorizedLater0701: ("Visa", .pendingThenAuthorized)
    case .declinedLater4354: ("Mastercard", .pendingThenDeclined)
    case .buyerCancels3064: ("Mastercard", .buyerCancels)
    }
  }

  var descriptor: String { "\(facts.brand) ****\(rawValue)" }
}
