public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import SwedbankPay

/// A shop's options for one payment: `providerOptions.swedbank-pay` of `POST /v1/checkouts`.
struct PaymentOptions: Codable, Hashable {
  /// "page" for Swedbank Pay's payment page, or "menu" for its menu in a page of Ferry's. Without it apps get the menu, and
  /// browsers the page.
  var view: View?
  /// Shows this payment method only, such as "Swish".
  var instrument: String?
  /// The payment methods that are offered, such as "CreditCard" and "Swish"; all if it is missing.
  var restrictedToInstruments: [String]?
  /// The shop's lasting id of the buyer, whose stored cards are offered. No email address and no identity number.
  var payerReference: String?
  /// True stores the card for later payments. It needs `payerReference`.
  var storesCard: Bool?

  enum View: String, Codable {
    case page
    case menu
  }

  func apply(to order: inout NewPaymentOrder) {
    order.instrument = instrument.map { Open($0) }
    order.restrictedToInstruments = (restrictedToInstruments ?? []).map { Open($0) }
    if let payerReference { order.payer = Payer(payerReference: payerReference) }
    if storesCard == true { order.generatedTokens = [.payment] }
  }

  /// More than Swedbank Pay has.
  private static let mostInstruments = 50

  private static func isInstrument(_ name: String) -> Bool { PlainText.isPlain(name, most: 64) }

  fileprivate var problems: [OrderProblem] {
    var problems: [OrderProblem] = []
    if let instrument, !Self.isInstrument(instrument) {
      problems.append(OrderProblem("/instrument", "Name a payment method, such as Swish, or leave it out."))
    }
    if let names = restrictedToInstruments,
      !(1...Self.mostInstruments).contains(names.count) || !names.allSatisfy(Self.isInstrument)
    {
      problems.append(
        OrderProblem(
          "/restrictedToInstruments",
          "Name 1 to \(Self.mostInstruments) payment methods, such as Swish, or leave the list out."))
    }
    if let payerReference,
      !WrittenText.isSound(payerReference, 1...100) || payerReference.utf16.count > 100 || payerReference.contains("@")
    {
      problems.append(
        OrderProblem("/payerReference", "Write 1 to 100 characters, without control characters; no email address."))
    }
    if storesCard == true, payerReference == nil {
      problems.append(OrderProblem("/storesCard", "A card is stored for a buyer: write payerReference, too."))
    }
    return problems
  }
}

extension SwedbankPayProvider {
  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: PaymentOptions.self, \.problems)
  }
}

extension Payer {
  /// Nil without any fact about the person.
  init?(_ buyer: BuyerFacts) {
    self.init(firstName: buyer.name, lastName: buyer.surname, email: buyer.email, msisdn: buyer.mobile)
    if self == Payer() { return nil }
  }
}
