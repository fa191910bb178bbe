public import FerryCore

/// Every sentence that the library shows or speaks. Each language has a file.
public struct FerryTexts: Sendable {
  let punctuation: Punctuation

  // MARK: The pay button

  public let pay: TextOf<String>
  public let payHint, payBusy: String

  // MARK: Buttons

  public let checkAgain, goOn, cancel, close, tryAgain: String

  // MARK: The review

  public let deliverTo, paymentMethod, items, subtotal, shipping, tax, taxContained, excise, exciseContained: String
  public let total, changeAddress, changePayment, cancelAndKeep, changedAddress, changedPayment, changedTotal: String
  public let changedOther: String
  public let regionRefused, postOfficeBoxRefused, packstationRefused: String
  public let buy: TextOf<Money>
  public let quantity: TextOf<Int>
  public let orderNumber: TextOf<String>
  public let amountPaid: TextOf<Money>

  // MARK: The provider's page in a web view

  public let openInBrowser, pageFailed, appMissing, nothingCameBack, goesOnInBrowser, waitOn: String

  // MARK: Errors

  public let cannotKeep, mayHavePaid: String

  // MARK: Statuses

  public let idle, starting, away, returning, checking, reviewing, selectionRefused, openingPayment: TitledText
  public let confirmingPayment, cancelling, paid, declinedMethod, declinedVerification, declined: TitledText
  public let declinedTimedOut, notStarted, cancelled, nothingToPay, notFinished, unconfirmed: TitledText
}

/// The marks between texts, for screen readers, which pause at them.
struct Punctuation: Sendable {
  /// Stands between sentences.
  let space: String
  /// Ends a sentence.
  let stop: String
  /// Stands between the parts of a sentence.
  let comma: String
}

/// A text that is chosen before its language is known.
@_spi(Phone)
public typealias FerryTextName = any KeyPath<FerryTexts, String> & Sendable

extension Texts<FerryTexts> {
  /// - Parameter sentences: Each with its full stop.
  func joined(_ sentences: [String]) -> String { sentences.joined(separator: self.punctuation.space) }

  func sentence(_ title: String) -> String { title + self.punctuation.stop }

  func listed(_ parts: [String]) -> String { parts.joined(separator: self.punctuation.comma) }

  /// - Parameter refusal: The stable word of the server. Words may be added.
  func refused(_ refusal: String?) -> TitledText {
    let titles = [
      "region-not-served": self.regionRefused, "post-office-box": self.postOfficeBoxRefused,
      "packstation": self.packstationRefused,
    ]
    return TitledText(refusal.flatMap { titles[$0] } ?? self.selectionRefused.title, self.selectionRefused.advice)
  }

  func changed(_ change: ReviewChange) -> String {
    switch change {
    case .address: self.changedAddress
    case .payment: self.changedPayment
    case .total: self.changedTotal
    case .other: self.changedOther
    }
  }
}

extension Language {
  public var ferryTexts: Texts<FerryTexts> { Self.ferryTexts[self] }

  private static let ferryTexts = Translations<Texts<FerryTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))

  /// The first of the device's languages that Ferry speaks, English if there is none.
  /// - Parameter preferred: As `Locale.preferredLanguages` gives them: ["ja-JP", "en-US"].
  public init(preferred: [String]) { self.init(acceptLanguage: preferred.prefix(32).joined(separator: ",")) }
}
