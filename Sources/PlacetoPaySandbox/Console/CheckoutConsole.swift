import FerryCore
import FerrySandbox
package import FerryWeb

/// PlacetoPay's part of the console.
struct CheckoutConsole: ProviderConsole {
  let sandbox: CheckoutSandbox
  let text: ConsoleText
  private let words: PageWords

  init(_ sandbox: CheckoutSandbox, _ words: PageWords) {
    self.sandbox = sandbox
    self.words = words
    text = ConsoleText(language: words.language, provider: CheckoutSandbox.name)
  }

  var languages: [Language] { CheckoutSandbox.languages }

  var isControlled: Bool { sandbox.isControlEnabled }

  var emptyLedger: String { ConsoleWords(words: words).noSessions }

  func entries(_ ledger: CheckoutLedger, _: ConsolePage) -> [ConsoleEntry] {
    SessionList(words: words, ledger: ledger).entries
  }

  func page(of segments: [String], _ ledger: CheckoutLedger, _ frame: ConsolePage, problem: String?) -> Page? {
    guard segments[0] == "sessions", let session = Int64(segments[1]).flatMap({ ledger.sessions[$0] }) else {
      return nil
    }
    let answer = sandbox.redaction.json(session.body(ledger, origin: sandbox.origin.text, at: frame.now))
    return SessionDetail(
      frame: frame, words: words, session: session, answer: answer, isControlled: isControlled, problem: problem
    ).page
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    guard segments.count == 2, segments[0] == "sessions", let id = Int64(segments[1]) else { return nil }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    do throws(APIRefusal) {
      try sandbox.perform(act, on: id, amount: form["amount"].flatMap { $0.isEmpty ? nil : $0 })
    } catch {
      throw ConsoleRefusal("\(error.code): \(error.message.text(words.language))")
    }
    return "/console/sessions/\(segments[1])"
  }

  func notices(_: CheckoutLedger) -> [HTML] { [] }

  func explain(_ reasonCode: String) -> String? { RefusalReason.explanation(reasonCode, words) }

  func explain(_ finding: SigningFinding) -> String { RefusalReason.explanation(finding, words) }
}

extension CheckoutSandbox {
  /// A session, by its id or by the id of one of its transactions.
  package func consoleLink(to value: String, named name: String) -> Link? {
    guard let id = Int64(value) else { return nil }
    let session: Int64? = state.reading { ledger in
      switch name {
      case "session", "bank", "requestId": ledger.sessions[id]?.id
      case "internalReference": (try? ledger.session(ofTransaction: id))?.id
      default: nil
      }
    }
    return session.map { "/console/sessions/\(String($0))" }
  }

  static func redaction(_ site: Site) -> Redaction {
    Redaction(
      names: ["tranKey", "nonce", "payer", "buyer", "shipping", "card", "document", "surname", "pin"],
      fields: ["number", "expiry", "code", "name"], hexadecimalSecrets: [32, 64], secrets: [site.secret])
  }
}
