import FerryCore
import FerrySandbox
public import FerryWeb
import Foundation

extension PaymentOrderSandbox {
  /// The menu, each app alone, a card that is stored for the buyer, and a card that is captured later. The options are those
  /// of `providerOptions.swedbank-pay`.
  public static let paymentOptions: [PaymentOption] =
    [menu] + Instrument.allCases.filter(\.isApp).map(alone) + [storedCard, laterCard]

  private static let menu = PaymentOption(
    id: "menu",
    title: { language in
      switch language {
      case .english: "Payment menu on this site"
      case .japanese: "このサイトの支払いメニュー"
      case .spanish: "Menú de pago en este sitio"
      case .swedish: "Betalmeny här på webbplatsen"
      }
    },
    options: { _ in try options(["view": "menu"]) })

  private static func alone(_ instrument: Instrument) -> PaymentOption {
    PaymentOption(
      id: instrument.segment, currencies: Set(market.prices.map(\.currency).filter { instrument.isOffered(in: $0) }),
      title: { _ in instrument.name },
      options: { _ in try options(["instrument": .string(instrument.rawValue)]) })
  }

  private static let storedCard = PaymentOption(
    id: "stored-card",
    title: { language in
      switch language {
      case .english: "Card, stored for next time"
      case .japanese: "カード（次回のために保存）"
      case .spanish: "Tarjeta, guardada para la próxima vez"
      case .swedish: "Kort som sparas till nästa gång"
      }
    },
    options: { buyer in
      try options([
        "instrument": .string(Instrument.creditCard.rawValue), "payerReference": .string(buyer), "storesCard": true,
      ])
    })

  private static let laterCard = PaymentOption(
    id: "later-card", capture: .manual,
    title: { language in
      switch language {
      case .english: "Card, charged when we ship"
      case .japanese: "カード（発送時に請求）"
      case .spanish: "Tarjeta, con cobro al enviar"
      case .swedish: "Kort som debiteras vid leverans"
      }
    },
    options: { _ in try options(["instrument": .string(Instrument.creditCard.rawValue)]) })

  private static func options(_ members: JSONValue) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: Data(members.bytes))
  }
}
