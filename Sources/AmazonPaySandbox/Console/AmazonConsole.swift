package import FerryCore
package import FerrySandbox
package import FerryWeb

/// Amazon Pay's part of the console.
package struct AmazonConsole: ProviderConsole {
  package let sandbox: Sandbox
  package let text: ConsoleText

  package init(_ sandbox: Sandbox, _ language: Language) {
    self.sandbox = sandbox
    text = ConsoleText(language)
  }

  package var isControlled: Bool { sandbox.configuration.isControlEnabled }

  package var emptyLedger: String { text.noPayments }

  package func entries(_ ledger: Ledger, _ frame: ConsolePage) -> [ConsoleEntry] {
    LedgerList(frame: frame, ledger: ledger).entries
  }

  package func page(
    of segments: [String], _ ledger: Ledger, _ frame: ConsolePage, problem: String?
  ) -> Page? {
    ConsoleObject(segments[0], segments[1]).flatMap { object in
      ObjectPage(
        frame: frame, object: object, ledger: ledger, redaction: sandbox.redaction, isControlled: isControlled,
        problem: problem
      ).page
    }
  }

  package func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2 else { return nil }
    let action = try form.required("act") { ConsoleForm.Action(rawValue: $0) }
    let amount = form["amount"].flatMap { $0.isEmpty ? nil : $0 }
    guard let object = ConsoleObject(segments[0], segments[1]),
      let command = ConsoleForm.command(action, object, amount: action.takesAmount ? amount : nil)
    else { return nil }
    do throws(APIRefusal) {
      _ = try sandbox.perform(command)
    } catch {
      throw ConsoleRefusal("\(error.reasonCode): \(error.message)")
    }
    return object.link
  }

  package func notices(_ ledger: Ledger) -> [HTML] {
    ledger.subscriptions.values.sorted { $0.url < $1.url }.map { subscription in
      Notice(
        .info, title: text.address(subscription.url),
        subscription.confirmedAt == nil ? text.unconfirmed : text.confirmed
      ).html
    }
  }

  package func explain(_ reasonCode: String) -> String? { RefusalReason.explanation(reasonCode, text) }

  package func explain(_ finding: SigningFinding) -> String { RefusalReason.explanation(finding, text) }
}

extension Sandbox {
  package func consoleLink(to value: String, named _: String) -> Link? {
    // The ids of all kinds differ.
    let found: ConsoleObject? = state.reading { ledger in
      if ledger.sessions[value] != nil { return .session(value) }
      if ledger.permissions[value] != nil { return .permission(value) }
      if ledger.charges[value] != nil { return .charge(value) }
      return ledger.refunds[value] == nil ? nil : .refund(value)
    }
    return found?.link
  }

  /// Names whose values the request log hides, beside the common ones.
  package static let hiddenNames = ["buyers", "buyer", "shippingAddress", "billingAddress", "addressDetails"]
}
