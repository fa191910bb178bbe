import FerryCore
import FerrySandbox
package import FerryWeb

/// PlacetoPay's part of the console.
struct Console: ProviderConsole {
  let sandbox: Sandbox

  var emptyLedger: String { "No session has been created yet." }

  func entries(_ ledger: Ledger, _: ConsolePage) -> [ConsoleEntry] {
    ledger.sessions.sorted.reversed().map(\.entry)
  }

  func page(of segments: [String], _ ledger: Ledger, _ frame: ConsolePage) -> Page? {
    guard segments[0] == "sessions", let session = Int64(segments[1]).flatMap({ ledger.sessions[$0] }) else {
      return nil
    }
    let acts = session.acts
    let times = [("Created", session.createdAt)] + (session.end.map { [("Ended", $0.at)] } ?? [])
    return frame.object(
      "Session \(session.order)", id: String(session.id), StateChip(session.status), at: session.consoleLink,
      .init(
        "Actions in the console", note: "What a merchant or a bank does outside the API.",
        acts.map { ($0.title, $0.rawValue) },
        amount: acts.contains(.refund) ? .decimal : nil),
      FactPanel(times.map { ($0, TimeText($1).text) }).html
        + frame.answer(
          "Answer to a query", note: "The dates of the answer are by the shop's clock, which is never advanced.",
          sandbox.redaction.json(session.body(ledger, origin: sandbox.origin.text, at: frame.now))))
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2, segments[0] == "sessions", let id = Int64(segments[1]) else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    try sandbox.perform(act, on: id, amount: form.amount)
    return "/console/sessions/\(segments[1])"
  }

  func explain(_ reasonCode: String) -> String? {
    switch reasonCode {
    case "100": "There is no auth, or the body is not JSON with Content-Type: application/json."
    case "101": "The site has another login."
    case "102": "The tranKey does not fit: Base64(SHA-256(decoded nonce + seed + secret key))."
    case "103": "The seed is more than 5 minutes away from the server's time. Check the clock."
    case "104", "105", "106": "The site is inactive or expired; /control changes it."
    case "200": "An error of the SOAP API; only a planned fault gives it here."
    case "10001": "PlacetoPay asks to contact its support; only a planned fault gives it here."
    case "107": "The nonce is not Base64, or the seed is no ISO 8601 date-time with a zone."
    case "request_not_valid": "A field or the state forbids it; the message names it."
    case "payer_data_not_valid": "The data of payer break a limit."
    case "action_not_allowed": "The session is not pending any more."
    case "transaction_request_error": "The transaction has expired."
    case "max_dispersion_error": "There are too many dispersions."
    case "XN": "The token does not exist, or was invalidated."
    case "NA": "There is no such path."
    case "XH": "A planned fault gave this answer."
    case "0": "The reference or the expiration is not valid."
    default: nil
    }
  }
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

// MARK: The ledger's list

extension Session {
  var consoleLink: Link { "/console/sessions/\(String(id))" }

  var entry: ConsoleEntry {
    ConsoleEntry(order, amount: total?.display(.english), createdAt: createdAt, keys: [request.reference]) {
      ConsoleItem("Session", id: String(id), at: consoleLink, StateChip(status), parts: transactions.map(\.item))
    }
  }

  /// The acts outside the API that are possible now.
  var acts: [ConsoleAct] {
    if pendingAttempt?.status.name == .pending { return [.approve, .reject] }
    if end == nil, approved == 0 { return (total == nil || allowsPartial ? [] : [.split]) + [.cancel] }
    guard approved > 0 else { return [] }
    guard let paid else { return [.refund] }
    return [.refund] + (paid.dispute?.status == .disputed ? [.winDispute, .loseDispute] : [.dispute])
  }
}

extension Transaction {
  fileprivate var item: ConsoleItem {
    ConsoleItem(
      kind.rawValue.capitalizedFirst, id: String(id), StateChip(dispute?.status ?? status),
      note: "\(amount, .english), \(instrument.name)\(if: refunded.isPositive, " −\(refunded, .english)")")
  }
}

extension StateChip {
  init(_ status: Status) {
    let tone: Tone =
      switch status.name {
      case .approved, .ok, .disputeWin: .good
      case .pending, .pendingConfirmation, .approvedPartial, .dispute: .open
      case .rejected, .failed, .disputeLoss: .bad
      case .partialExpired, .refunded: .over
      }
    self.init(tone, status.name.rawValue, status.reason)
  }
}
