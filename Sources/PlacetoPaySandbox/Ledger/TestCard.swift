import FerryCore

/// The result of a test card ("Test card numbers" in the Gateway documentation).
enum CardOutcome: String, Codable, CaseIterable, Sendable {
  case approved
  case declined
  /// 3-D Secure does not authenticate the holder.
  case notAuthenticated
  case pendingThenApproved
  case pendingThenRejected
  /// Pending until a person approves or rejects it in the console.
  case reviewThenApproved
  case reviewThenRejected
  /// An exception while processing: the attempt fails, and the session goes on.
  case exception
  case slowThenApproved
  case slowThenRejected
  /// Approved below 200 units of the currency, else declined.
  case approvedBelow200
  /// Approved with one expiry date and security code only.
  case approvedWithData

  /// The list of test cards on the page describes it so.
  var note: String {
    switch self {
    case .approved: "approved"
    case .declined: "declined"
    case .notAuthenticated: "not authenticated"
    case .pendingThenApproved: "pending, then approved"
    case .pendingThenRejected: "pending, then rejected"
    case .reviewThenApproved: "in review, the console approves it"
    case .reviewThenRejected: "in review, then rejected"
    case .exception: "technical failure"
    case .slowThenApproved: "slow (180 s), approved"
    case .slowThenRejected: "slow (180 s), rejected"
    case .approvedBelow200: "approved below 200"
    case .approvedWithData: "approved with its data only"
    }
  }
}

/// A card of the test environment. Other numbers are declined, and no check digit is asked for: several of these fail it.
struct TestCard: Hashable, Sendable {
  let number: String
  let brand: CardBrand
  let outcome: CardOutcome
  /// True if the issuer asks for a code (3-D Secure challenge).
  let hasChallenge: Bool
  /// The expiry date (MM/YY) and the security code of `approvedWithData`.
  var data: (expiry: String, code: String)? {
    switch number {
    case "4012888888881881": ("11/28", "917")
    case "376651001281274": ("06/34", "4637")
    default: nil
    }
  }

  static let approved = "4110760000000081"
  static let declined = "4110760000000016"
  static let pending = "4110760000000073"

  static func find(_ number: String) -> TestCard? { cards[number] }

  /// All cards, in the order of the documentation's table.
  static let all: [TestCard] = table.flatMap { outcome, brands in
    brands.flatMap { brand, numbers in
      numbers.split(separator: " ").map {
        TestCard(number: String($0), brand: brand, outcome: outcome, hasChallenge: challenging.contains(String($0)))
      }
    }
  }

  private static let cards = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }

  private static let challenging: Set<String> = [
    "4110760000000008", "5292594382060745", "6508410000000047", "4110760000000032", "5180300000000047",
  ]

  private static let table: KeyValuePairs<CardOutcome, KeyValuePairs<CardBrand, String>> = [
    .approved: [
      .visa: "4110760000000081 4110770010002837 4381080000000029 4111111111111111",
      .mastercard: "5367680000000005 5180300000000005", .amex: "377222581193005",
      .diners: "36545400000008 36545407032848", .discover: "6550590000000001 6557351234543156 6508410000000001",
      .maestro: "6759649826438453", .somos: "8810060001592705", .exito: "5903090000000000",
      .alkosto: "5903120000000000", .ath: "0215020177972730 2215714777972730", .ebt: "5077120000008725945",
      .alia: "5058740200053106",
    ],
    .approved: [.visa: "4110760000000008", .mastercard: "5292594382060745", .discover: "6508410000000047"],
    .declined: [
      .visa: "4110760000000016 4005580000000040 4716375184092180 4381080000000011", .mastercard: "5367680000000013",
      .amex: "376651792202224", .diners: "36545400000248", .discover: "6550590000000019 6557351234543164",
      .ath: "0215026116775785", .ebt: "5077122000019136403", .alia: "5058760305223909",
    ],
    .notAuthenticated: [.mastercard: "5180300000000039", .discover: "6508410000000021 6508410000000039"],
    .pendingThenApproved: [.visa: "4110760000000032", .mastercard: "5180300000000047"],
    .pendingThenApproved: [
      .visa: "4110760000000073 4509564638437551", .amex: "376651552907400", .diners: "36545407032806",
      .discover: "6550590000000027 6508410000000054", .ath: "2215716999194052",
    ],
    .pendingThenRejected: [
      .visa: "4110760000000040 4048370000000037 4381080000000003 4864921336824366 4931974429847108",
      .mastercard: "5180300000000054", .amex: "376651743308161 376651736695301", .diners: "36545407030701",
      .discover: "6550590000000035", .ath: "0215025888083941 0215027111105163",
    ],
    .reviewThenApproved: [.amex: "376651707554974", .diners: "36545400000701 36545407032780"],
    .reviewThenRejected: [.visa: "4532034637206853"],
    .exception: [
      .visa: "4110760000000065", .amex: "376651841246735", .ath: "2215719446775653", .ebt: "5077122291247660955",
      .alia: "5058740900041432",
    ],
    .slowThenApproved: [
      .visa: "4110760000000024 4666666666666669", .amex: "376651242830343", .diners: "36545400000438",
    ],
    .slowThenRejected: [.visa: "4110760000000115"],
    .approvedBelow200: [.visa: "4110760000000057", .amex: "376651911424709", .ebt: "5077122223995193780"],
    .approvedWithData: [.visa: "4012888888881881", .amex: "376651001281274"],
  ]
}

/// A brand of cards, by its code among the payment methods.
enum CardBrand: String, Codable, CaseIterable, Sendable {
  case visa, amex, diners, discover, maestro, somos, exito, alkosto, ebt, alia
  case mastercard = "master"
  case ath = "ath_card"

  /// The brand of a number by its first digits; Visa for unknown ones.
  init(number: String) {
    switch number.prefix(1) {
    case "2", "5": self = .mastercard
    case "3": self = number.hasPrefix("36") ? .diners : .amex
    case "6": self = .discover
    default: self = .visa
    }
  }

  var name: String { facts.name }
  var franchise: String { facts.franchise }

  private var facts: (name: String, franchise: String) {
    switch self {
    case .visa: ("Visa", "CR_VS")
    case .mastercard: ("Mastercard", "RM_MC")
    case .amex: ("American Express", "CR_AM")
    case .diners: ("Diners Club", "ID_DN")
    case .discover: ("Discover", "ID_DC")
    case .maestro: ("Maestro", "RM_MT")
    case .somos: ("Somos", "SOMOS")
    case .exito: ("Éxito", "EXITO")
    case .alkosto: ("Alkosto", "ALKOS")
    case .ath: ("ATH", "ATH_C")
    case .ebt: ("EBT", "EBT_C")
    case .alia: ("Alia", "ALIA_")
    }
  }
}
