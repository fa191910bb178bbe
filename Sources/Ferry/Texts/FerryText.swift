public import FerryCore

/// Every sentence that the library shows or speaks, in every language: a case without a text does not compile.
public enum FerryText: Hashable, Sendable {
  // The pay button
  case pay(provider: String), payHint, payBusy
  // Statuses: title and advice
  case title(Status)
  case advice(Status)
  // Buttons
  case checkAgain, goOn, cancel, close, tryAgain
  // The review
  case deliverTo, paymentMethod, items, subtotal, shipping, tax, taxContained, total
  case changeAddress, changePayment, buy(Money), cancelAndKeep, quantity(Int)
  case changed(ReviewChange)
  case orderNumber(String), amountPaid(Money)
  // The provider's page in a web view
  case openInBrowser, pageFailed, appMissing, nothingCameBack, goesOnInBrowser, waitOn
  // Errors
  case cannotKeep, mayHavePaid

  /// A kind of status, without the data of one checkout.
  public enum Status: Hashable, Sendable, CaseIterable {
    case idle, starting, away, returning, checking, reviewing, selectionRefused, openingPayment, confirmingPayment,
      cancelling, paid, declinedMethod, declinedVerification, declined, declinedTimedOut, notStarted, cancelled,
      notFinished, unconfirmed
  }

  public func callAsFunction(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }
}

extension FerryText.Status {
  public init(_ status: FlowStatus) {
    self =
      switch status {
      case .idle: .idle
      case .starting: .starting
      case .away: .away
      case .returning: .returning
      case .checking: .checking
      case .reviewing: .reviewing
      case .selectionRefused: .selectionRefused
      case .openingPayment: .openingPayment
      case .confirmingPayment: .confirmingPayment
      case .cancelling: .cancelling
      case .ended(.paid): .paid
      case .ended(.declined(.paymentMethodRefused)): .declinedMethod
      case .ended(.declined(.verificationFailed)): .declinedVerification
      case .ended(.declined(.refused)): .declined
      case .ended(.declined(.timedOut)): .declinedTimedOut
      case .ended(.declined(.notStarted)): .notStarted
      case .ended(.cancelled): .cancelled
      case .ended(.notFinished): .notFinished
      case .ended(.confirming): .unconfirmed
      }
  }
}

extension Language {
  /// Puts sentences together, so that screen readers pause between them.
  /// - Parameter sentences: Each with its full stop.
  func joined(_ sentences: [String]) -> String {
    switch self {
    case .japanese: sentences.joined()
    case .english, .spanish, .swedish: sentences.joined(separator: " ")
    }
  }

  /// A title as a sentence.
  func sentence(_ title: String) -> String {
    switch self {
    case .japanese: title + "。"
    case .english, .spanish, .swedish: title + "."
    }
  }

  /// The parts of one sentence.
  func listed(_ parts: [String]) -> String {
    switch self {
    case .japanese: parts.joined(separator: "、")
    case .english, .spanish, .swedish: parts.joined(separator: ", ")
    }
  }

  /// The first of the device's languages that Ferry speaks, English if there is none.
  /// - Parameter preferred: As `Locale.preferredLanguages` gives them: ["ja-JP", "en-US"].
  public init(preferred: [String]) { self.init(acceptLanguage: preferred.prefix(32).joined(separator: ",")) }
}
