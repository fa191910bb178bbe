import FerryCore

/// The texts of the shop's pages. `provider` is the provider's name for buyers. Each language has a file.
struct ShopTexts: Sendable {
  // MARK: The frame

  let shopName: String
  let cartLink: TextOf<Int>
  let footer: String

  // MARK: The cart page

  let cartPageTitle, headline: String
  let tagline, taglineTaxIncluded: TextOf<String>
  let smallTablet, largeTablet, taxIncluded, taxAdded, addToCart, addOneMore: String
  let inCart: TextOf<Int>
  let cart, cartEmpty, cartEmptyAdvice: String
  let fewer, more, remove: TextOf<String>
  let removeShort: String
  let each: TextOf<Money>
  let quantity: TextOf<Int>
  let subtotal, shipping: String
  let shippingFrom: TextOf<Money>
  let tax, excise, total: String
  let containedTax, containedExcise: TextOf<Money>
  let termsTitle, terms: String
  let tea, book, untaxed, shippingMayBeFree: String
  let orderWaiting: TextOf<Money>
  let orderWaitingAdvice, seeOrder, code, redeem, codeUnknown, discounted: String
  let codes: @Sendable (_ coupon: String, _ giftCard: String) -> String
  let coupon, giftCard: TextOf<String>
  let giftCardPays: TextOf<Money>
  let methods, otherOptions: TextOf<String>
  let chargedAfterReview: String
  let chargedAfterSelection: TextOf<[String]>

  // MARK: The review page

  let reviewTitle, reviewAdvice, deliverTo, paymentMethod, buyer, items, change, changeAddress, changePayment: String
  let buy: TextOf<Money>
  let buyAdvice, buyAtProvider: TextOf<String>
  let cancelCheckout, reviewChanged, changedAddress, changedPayment: String
  let changedTotal, changedTotalByAddress: @Sendable (_ from: Money, _ to: Money) -> String
  let changedOther, cartChanged, cartChangedAdvice: String
  let marketChanged, marketChangedAdvice: TextOf<Catalogue>

  // MARK: Selecting at the provider

  let selectingTitle, selectingAdvice, continueAt: TextOf<String>
  let undeliverableTitle, undeliverableAdvice, regionAdvice, postOfficeBoxAdvice, packstationAdvice: String
  let selectOtherAddress, changingTitle, changingAdvice: String
  let keepSelection, checkingTitle, checking: String
  let checkingAdvice: TextOf<String>

  // MARK: Market and delivery

  let markets, deliveryTitle: String
  let deliveryAdvice: TextOf<String>
  let fillInSample, deliveryIncomplete, chooseOne, fillIn: String
  let countryCodeNeeded, entryNotAccepted: TextOf<String>
  let emailForm, mobileForm, chooseFromList: String
  let tooLong: TextOf<Int>
  let toReview, firstName, surname, email, mobile, documentType, document, street, city, region, postalCode: String
  let postalCodeIfAny: String

  // MARK: On the way to the payment

  let openingTitle, opening: String
  let openingAdvice: TextOf<String>
  let confirmingTitle, confirming: String
  let confirmingAdvice: TextOf<String>
  let otherOrderAdvice, pendingTitle, pending: String
  let pendingPageAdvice: TextOf<String>
  let checkAgain, payingTitle: String
  let payingAdvice, payingAtProviderAdvice: TextOf<String>
  let attemptDeclined: @Sendable (_ reason: DeclineReason, _ provider: String) -> String
  let continuePayment, cancellingTitle: String
  let cancelling: TextOf<String>
  let cancellingPendingTitle, cartWaits: String
  let cancellingPending: TextOf<String>

  // MARK: Outcomes and problems

  let thanksTitle, thanksAdvice, reservedAdvice, releasedAdvice, refundedAdvice, disputedAdvice, nothingToPay,
    orderNumber, amountPaid: String
  let amountReserved, authorizationCode, timeline, timelineAdvice, keepShopping, notStartedTitle: String
  let declinedTitle: String
  let declinedAdvice: TextOf<DeclineReason?>
  let payAnotherWay, backToCart, cancelledTitle, cancelledAdvice, expiredTitle, expiredAdvice, heldTitle: String
  let heldAdvice: String
  let moneyReserved, moneyReturning, moneyReturned: TextOf<Money>

  // MARK: Problems

  let unreachableTitle, unreachableAdvice, unknownTitle, unknownAdvice, busyTitle, busyAdvice, refusedTitle: String
  let refusedAdvice, tryAgain, seeCheckout: String
}

extension Language {
  var shopTexts: Texts<ShopTexts> { Self.shopTexts[self] }

  private static let shopTexts = Translations<Texts<ShopTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
