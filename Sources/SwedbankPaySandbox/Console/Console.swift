import FerryCore
import FerrySandbox
package import FerryWeb

/// Swedbank Pay's part of the console.
struct Console: ProviderConsole {
  let sandbox: Sandbox

  var emptyLedger: String { "No payment order has been created yet." }

  func entries(_ ledger: Ledger, _: ConsolePage) -> [ConsoleEntry] {
    ledger.list.reversed().map(\.entry)
  }

  func page(of segments: [String], _ ledger: Ledger, _ frame: ConsolePage) -> Page? {
    guard segments[0] == "orders", let order = ledger.orders[segments[1]] else { return nil }
    let all = Set(OrderNode.allCases.map { $0.rawValue.lowercased() })
    let answer = OrderBody(
      order: order, ledger: ledger, origin: sandbox.origin, version: order.version, expanded: all, now: frame.now
    ).whole
    let acts = order.acts
    let takesAmount = acts.contains(.capture) || acts.contains(.reversal)
    return frame.object(
      "Payment order \(order.orderNumber)", id: order.path, StateChip(order), at: order.consoleLink,
      .init(
        "Merchant portal and bank", note: "What a clerk or a bank does outside the API.",
        acts.map { ($0.title, $0.rawValue) },
        amount: takesAmount ? .minorUnits : nil),
      frame.answer(
        "The order with all its parts", note: "The dates are by the shop's clock, which is never advanced.",
        sandbox.redaction.json(answer)))
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2, segments[0] == "orders" else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    let amount = form.amount
    do throws(APIProblem) {
      guard amount == nil || amount.flatMap({ Int64($0) }) != nil else {
        throw .invalid("Transaction.Amount", "is not a whole number of minor units")
      }
      _ = try sandbox.perform(act, on: segments[1], amount: amount.flatMap { Int64($0) })
    } catch {
      throw ControlRefusal(error.http, error.type, error.message)
    }
    return "/console/orders/\(segments[1])"
  }

  func notices(_: Ledger) -> [HTML] {
    let sends = sandbox.merchant.rules.sendsCallbacks
    let text =
      sends ? "Callbacks go to the callbackUrl of each order." : "The merchant has no agreement about callbacks."
    return [Notice(.info, text).html]
  }

  func explain(_ reasonCode: String) -> String? {
    switch reasonCode {
    case "unauthorized": "Send Authorization: Bearer and the access token that the sandbox prints at its start."
    case "inputerror": "The body is not a JSON object that Content-Type declares as application/json."
    case "paymentorders/inputerror":
      "A member breaks a rule; the message names it. A payeeReference is used once, by all operations together."
    case "forbidden":
      "The state of the order does not allow this. Read the order again: an operation that is missing is not allowed."
    case "configurationerror": "The merchant's agreement does not have this."
    case "notfound": "There is no such path or resource."
    case "paymentorders/paymenttokeninactive": "The token was deleted. List the payer's tokens."
    case "systemerror": "A planned fault gave this answer."
    default: nil
    }
  }
}

extension Sandbox {
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
    return found?.consoleLink
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

// MARK: The ledger's list

extension PaymentOrder {
  var consoleLink: Link { "/console/orders/\(id)" }

  var entry: ConsoleEntry {
    ConsoleEntry(
      orderNumber, amount: request.amount.display, createdAt: createdAt,
      keys: [request.payeeReference] + transactions.map(\.payeeReference)
    ) {
      ConsoleItem("Payment order", id: id, at: consoleLink, StateChip(self), parts: parts)
    }
  }

  private var parts: [ConsoleItem] {
    let instrument = payment?.instrument.name ?? ""
    let failed = failedAttempts.map { attempt in
      let chip = StateChip(.bad, attempt.isAborted ? "Aborted" : "Failed", attempt.problem.type)
      return ConsoleItem("Attempt", id: String(attempt.number), chip, note: "\(attempt.instrument.name)")
    }
    func item(_ transaction: Transaction, _ chip: StateChip? = nil) -> ConsoleItem {
      ConsoleItem(
        transaction.kind.rawValue, id: String(transaction.number), chip,
        note: "\(transaction.amount.display), \(instrument)")
    }
    let pending = pendingReversal.map { [item($0, StateChip(.open, "Pending", "a bank decides"))] } ?? []
    return failed + transactions.map { item($0) } + pending
  }

  /// The acts outside the API that are possible now.
  var acts: [ConsoleAct] {
    guard status != .initialized else { return [.abort] }
    guard pendingReversal == nil else { return [.confirmReversal, .failReversal] }
    return (remainingCapture > 0 ? [.capture, .cancel] : []) + (remainingReversal > 0 ? [.reversal] : [])
  }
}

extension StateChip {
  init(_ order: PaymentOrder) {
    let tone: Tone =
      switch order.status {
      case .paid: .good
      case .initialized: .open
      case .failed: .bad
      case .aborted, .cancelled, .reversed: .over
      }
    self.init(
      tone, order.status.rawValue, order.endReason ?? order.attempt.map { "\($0.instrument.name): in progress" })
  }
}
