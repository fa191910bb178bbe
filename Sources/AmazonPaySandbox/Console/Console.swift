import FerryCore
package import FerrySandbox
package import FerryWeb

/// Amazon Pay's part of the console.
package struct Console: ProviderConsole {
  package let sandbox: Sandbox

  package init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  package var emptyLedger: String {
    "No checkout has begun yet. It appears here with the first press of a button, or the first Create Checkout Session."
  }

  package func entries(_ ledger: Ledger, _ frame: ConsolePage) -> [ConsoleEntry] {
    LedgerRows(ledger: ledger, now: frame.now).entries
  }

  package func page(of segments: [String], _ ledger: Ledger, _ frame: ConsolePage) -> Page? {
    guard let object = ConsoleObject(segments),
      let (title, chip, body, acts) = object.content(ledger, at: frame.now)
    else { return nil }
    return frame.object(
      title, id: object.id, chip, at: object.link,
      .init(
        "Beside the API",
        note: """
          What happens in Seller Central, in the buyer's account, at Amazon or at the bank. The shop hears of it by a \
          notification, or when it asks.
          """,
        acts.map { ($0.content.title, $0.rawValue) },
        amount: acts.contains(where: \.takesAmount) ? .decimal : nil),
      frame.answer("As the API answers it", sandbox.redaction.json(body)))
  }

  package func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard let object = ConsoleObject(segments) else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    var action = act.content.action
    guard object.kind.verbs.contains(action.verb) else { return nil }
    if act.takesAmount { action.amount = form.amount }
    _ = try sandbox.perform(action, on: object)
    return object.link
  }

  package func notices(_ ledger: Ledger) -> [HTML] {
    ledger.sortedSubscriptions.map { subscription in
      let state =
        subscription.confirmedAt == nil
        ? "The address has not confirmed the subscription. Notifications are sent all the same."
        : "The address has confirmed the subscription."
      return Notice(.info, title: "Sent to \(subscription.url)", state).html
    }
  }

  package func explain(_ reasonCode: String) -> String? { RefusalReason.explanation(reasonCode) }
}

extension Sandbox {
  package func consoleLink(to value: String, named _: String) -> Link? {
    // The ids of all kinds differ.
    let kind: ConsoleObject.Kind? = state.reading { ledger in
      if ledger.sessions[value] != nil { return .session }
      if ledger.permissions[value] != nil { return .permission }
      if ledger.charges[value] != nil { return .charge }
      if ledger.refunds[value] != nil { return .refund }
      return ledger.chargebacks[value] == nil ? nil : .dispute
    }
    return kind.map { ConsoleObject(kind: $0, id: value).link }
  }

  /// Names whose values the request log hides, beside the common ones.
  package static let hiddenNames = ["buyers", "buyer", "shippingAddress", "billingAddress", "addressDetails"]
}
