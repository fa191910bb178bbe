import FerryCore
import FerrySandbox
package import FerryWeb

/// Swedbank Pay's part of the console.
struct OrderConsole: ProviderConsole {
  let sandbox: PaymentOrderSandbox
  private let words: ConsoleWords

  init(_ sandbox: PaymentOrderSandbox, _ language: PageLanguage) {
    self.sandbox = sandbox
    words = ConsoleWords(language: language)
  }

  var text: ConsoleText { words.shared }

  var languages: [Language] { PageLanguage.allCases.map(\.language) }

  var isControlled: Bool { sandbox.isControlEnabled }

  var emptyLedger: String { words.noOrders }

  func entries(_ ledger: PaymentLedger, _: ConsolePage) -> [ConsoleEntry] {
    OrderList(words: words, ledger: ledger).entries
  }

  func page(of segments: [String], _ ledger: PaymentLedger, _ frame: ConsolePage, problem: String?) -> Page? {
    guard segments[0] == "orders", let order = ledger.orders[segments[1]] else { return nil }
    let all = Set(OrderNode.allCases.map { $0.rawValue.lowercased() })
    let answer = OrderBody(order, ledger, sandbox.origin, order.version, expanded: all, at: frame.now).whole
    return OrderDetail(
      frame: frame, words: words, order: order, answer: sandbox.redaction.json(answer), isControlled: isControlled,
      problem: problem
    ).page
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2, segments[0] == "orders" else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    let amount = form["amount"].flatMap { $0.isEmpty ? nil : $0 }
    do throws(APIProblem) {
      guard amount == nil || amount.flatMap({ Int64($0) }) != nil else {
        throw .invalid("Transaction.Amount", "is not a whole number of minor units")
      }
      _ = try sandbox.perform(act, on: segments[1], amount: amount.flatMap { Int64($0) })
    } catch {
      throw ConsoleRefusal("\(error.type): \(error.parts.first?.description ?? error.detail)")
    }
    return "/console/orders/\(segments[1])"
  }

  func notices(_: PaymentLedger) -> [HTML] {
    [Notice(.info, words.callbacks(sandbox.merchant.rules.sendsCallbacks)).html]
  }

  func explain(_ reasonCode: String) -> String? { words.meaning(reasonCode) }
}

extension PaymentOrderSandbox {
  /// A payment order, by its id, its path, the path of one of its parts, or the secret of its pages and script.
  package func consoleLink(to value: String, named name: String) -> Link? {
    let found: PaymentOrder? = state.reading { ledger in
      switch name {
      case "paymentorders": return ledger.orders[value]
      case "checkout", "paymentmenu", "menu", "issuer", "app", "wallet", "client", "token":
        return try? ledger.order(token: value)
      default:
        let prefix = "/psp/paymentorders/"
        guard value.hasPrefix(prefix) else { return nil }
        return ledger.orders[String(value.dropFirst(prefix.count).prefix { $0 != "/" })]
      }
    }
    return found.map { "/console/orders/\($0.id)" }
  }

  static func redaction(_ merchant: Merchant) -> Redaction {
    Redaction(
      names: [
        "payer", "consumers", "nationalIdentifier", "shippingAddress", "billingAddress", "pickUpAddress",
        "consumerProfileRef",
      ],
      fields: ["number", "expiry", "code", "identity"], hexadecimalSecrets: [64], secrets: [merchant.accessToken])
  }
}
