import FerryCore
import FerrySandbox
package import FerryWeb

/// PlacetoPay's part of the console.
struct Console: ProviderConsole {
  let sandbox: Sandbox

  var emptyLedger: String { "No session has been created yet." }

  func entries(_ ledger: Ledger, _: ConsolePage) -> [ConsoleEntry] {
    ledger.sessions.values.sorted { $0.id > $1.id }.map(\.entry)
  }

  func page(of segments: [String], _ ledger: Ledger, _ frame: ConsolePage) -> Page? {
    guard segments[0] == "sessions", let session = Int64(segments[1]).flatMap({ ledger.sessions[$0] }) else {
      return nil
    }
    let acts = session.acts
    let times: [(String, Moment?)] = [("Created", session.createdAt), ("Ended", session.end?.at)]
    let facts = times.compactMap { name, moment -> (name: String, value: String)? in
      moment.map { (name, TimeText($0).text) }
    }
    return frame.object(
      "Session \(session.order)", id: String(session.id), StateChip(session.status), at: session.consoleLink,
      .init(
        "Actions in the console", note: "What a merchant or a bank does outside the API.",
        acts.map { ($0.title, $0.rawValue) },
        amount: acts.contains(.refund) ? .decimal : nil),
      FactPanel(facts).html
        + frame.answer(
          "Answer to a query", note: "The dates of the answer are by the shop's clock, which is never advanced.",
          sandbox.redaction.json(session.body(ledger, origin: sandbox.origin.text, at: frame.now))))
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2, segments[0] == "sessions", let id = Int64(segments[1]) else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    do throws(APIRefusal) {
      try sandbox.perform(act, on: id, amount: form.amount)
    } catch {
      throw ConsoleRefusal("\(error.code): \(error.message.english)")
    }
    return "/console/sessions/\(segments[1])"
  }

  func explain(_ reasonCode: String) -> String? { RefusalReason.explanation(reasonCode) }

}

extension Sandbox {
  /// A session, by its id or by the id of one of its transactions.
  package func consoleLink(to value: String, named name: String) -> Link? {
    guard let id = Int64(value) else { return nil }
    let session: Session? = state.reading { ledger in
      switch name {
      case "session", "bank", "requestId": ledger.sessions[id]
      case "internalReference": try? ledger.session(ofTransaction: id)
      default: nil
      }
    }
    return session?.consoleLink
  }

  static func redaction(_ site: Site) -> Redaction {
    Redaction(
      names: ["tranKey", "nonce", "payer", "buyer", "shipping", "card", "document", "surname", "pin"],
      fields: ["number", "expiry", "code", "name"], hexadecimalSecrets: [32, 64], secrets: [site.secret])
  }
}
