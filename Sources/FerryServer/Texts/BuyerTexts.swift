import FerryCore

/// The texts of the pages between shop and provider, and of the review in the browser. Each language has a file.
struct BuyerTexts: Sendable {
  // MARK: The way to the payment page

  let toPaymentPage, openingPaymentPage, pressToContinue, continueButton: String
  /// The buyer has used up a next action.
  let spent: TitledText
  let scriptNeeded: TitledText
  /// The provider's script cannot draw a payment form, or cannot continue. The buyer may have paid before.
  let formNotShown: TitledText
  /// Cancels the payment beside a payment form of ours.
  let cancelPayment: String
  let tryAgain, backToShop, closeToGoBack: String

  // MARK: Troubles

  let linkStale, startedElsewhere, offline, busy, notOpened, returned: TitledText

  // MARK: Buttons in the shop

  let payWith: TextOf<String>
  let testPayment: String

  // MARK: Another browser than the bound one

  let cookiesBlocked, selectionDiscarded, selectionDiscardedInApp, paymentChecked, paymentCheckedInApp: TitledText

  // MARK: A browser inside another app

  let embeddedBrowser: TitledText
  let openByMenu: TextOf<String>
  /// A sentence after `openByMenu`.
  let orCopyAddress: String
  /// The browser of a system that has no usual one.
  let anyBrowser: String
  let openInBrowser, copyAddress, copied, continueHere: String

  // MARK: The way back to the app

  let unreadableLink, backByButton: TitledText
  /// The buyer tapped the button, and the system did not open the app.
  let appNotOpened: TitledText
  /// The same, and there is another button.
  let appNotOpenedTryOther: TitledText
  let openApp, openAppOtherwise: String
  /// For the page of a link host, which loads where the app did not open.
  let goingBackToApp: String
  /// For the page that an app's secure browser covers.
  let inProgress: TitledText

  // MARK: The review

  let reviewTitle, deliverTo, payment, items, changeAddress, changePayment, subtotal, shipping, total: String
  /// The tax at one rate, which is in the prices or added to them.
  let tax: @Sendable (_ tax: TaxBody, _ isIncluded: Bool) -> String
  let purchaseAdvice, backToApp, loadingSelection, selectAnother: String
  let countryNotServed, regionNotServed, postOfficeBoxNotServed, packstationNotServed: String
  let purchase: TextOf<Money>
  let changedTotal: @Sendable (_ from: Money, _ to: Money) -> String
}

/// The reasons why a buyer cannot continue. The raw values are names of parts of the page. The texts claim nothing about the
/// payment: the buyer may have paid at the provider before they opened the page again.
enum BuyerTrouble: String, CaseIterable {
  /// The ticket is spent, too old, or missing.
  case stale
  /// The checkout is bound to another browser.
  case elsewhere
  case offline
  /// Too many requests.
  case busy
  case failed
  /// The buyer came back to the page by Back or by reloading, beside an app.
  case returned

  func text(_ texts: Texts<BuyerTexts>) -> TitledText {
    switch self {
    case .stale: texts.linkStale
    case .elsewhere: texts.startedElsewhere
    case .offline: texts.offline
    case .busy: texts.busy
    case .failed: texts.notOpened
    case .returned: texts.returned
    }
  }
}

extension Language {
  var buyerTexts: Texts<BuyerTexts> { Self.buyerTexts[self] }

  private static let buyerTexts = Translations<Texts<BuyerTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
