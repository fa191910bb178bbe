import FerryCore
import FerrySandbox
import FerryWeb

/// The console's own texts.
struct ConsoleWords {
  let words: PageWords

  var noSessions: String { words("Todavía no hay sesiones.", "No session has been created yet.") }
  var session: String { words("Sesión", "Session") }
  var acts: String { words("Acciones en la consola", "Actions in the console") }
  var actsNote: String {
    words("Lo que un comercio o un banco hace fuera del API.", "What a merchant or a bank does outside the API.")
  }
  var created: String { words("Creada", "Created") }
  var ended: String { words("Terminada", "Ended") }
  var datesNote: String {
    words(
      "Las fechas de la respuesta son del reloj del comercio, que no se adelanta.",
      "The dates of the answer are by the shop's clock, which is never advanced.")
  }
  var answer: String { words("Respuesta de la consulta", "Answer to a query") }

  func name(_ act: ConsoleAct) -> String {
    switch act {
    case .refund: words("Reembolsar", "Refund")
    case .approve: words("Aprobar el intento pendiente", "Approve the pending attempt")
    case .reject: words("Rechazar el intento pendiente", "Reject the pending attempt")
    case .split: words("Permitir pagar en partes", "Let the buyer pay in parts")
    case .cancel: words("Cancelar la sesión", "Cancel the session")
    }
  }

  func name(_ kind: Transaction.Kind) -> String {
    switch kind {
    case .payment: words("Pago", "Payment")
    case .hold: words("Preautorización", "Hold")
    case .capture: words("Captura", "Capture")
    case .reauthorization: words("Reautorización", "Reauthorization")
    case .refund: words("Reembolso", "Refund")
    case .release: words("Liberación", "Release")
    }
  }
}

/// The sessions, the newest first, each with its transactions.
struct SessionList {
  let words: PageWords
  let ledger: CheckoutLedger

  var entries: [ConsoleEntry] {
    ledger.sessions.values.sorted { $0.id > $1.id }.map { session in
      ConsoleEntry {
        [String(session.id), session.order, session.request.reference] + session.transactions.map { String($0.id) }
      } html: {
        row(session)
      }
    }
  }

  private func row(_ session: Session) -> HTML {
    let own = ConsoleWords(words: words)
    let transactions = session.transactions.map { transaction -> HTML in
      """
      <div class="object"><span>\(own.name(transaction.kind))</span><span class="id">\(String(transaction.id))</span>\
      \(StateChip(transaction.status).html)<span class="sums">\(transaction.amount, words.language), \(transaction.instrument.name)\
      \(if: transaction.refunded.isPositive, " −\(transaction.refunded, words.language)")</span></div>
      """
    }
    return """
      <section class="card order"><div class="order-head"><h2>\(session.order)</h2>\
      \(session.total.map { "<strong>\($0, words.language)</strong>" as HTML })\(TimeText(session.createdAt).html)</div>
      <div class="tree"><div class="object"><span>\(own.session)</span>\
      <a class="id" href="\("/console/sessions/\(String(session.id))" as Link)">\(String(session.id))</a>\
      \(StateChip(session.status).html)</div><div class="tree">\(transactions)</div></div></section>
      """
  }
}

/// One session: the answer to a query, and the acts outside the API.
struct SessionDetail {
  let frame: ConsolePage
  let words: PageWords
  let session: Session
  let answer: JSONValue
  let isControlled: Bool
  let problem: String?

  private var own: ConsoleWords { ConsoleWords(words: words) }

  private var acts: [ConsoleAct] {
    if session.pendingAttempt?.status.name == .pending { return [.approve, .reject] }
    if session.end == nil, session.approved == 0 {
      return (session.total == nil || session.allowsPartial ? [] : [.split]) + [.cancel]
    }
    return session.approved > 0 ? [.refund] : []
  }

  var page: Page {
    frame.page(
      "\(own.session) \(session.order)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(frame.text.back)</a></p>
      <p class="id">\(String(session.id))</p><p>\(StateChip(session.status).html)</p>
      \(problem.map { Notice(.error, title: frame.text.refusedAction, $0).html })
      \(frame.acts(
        own.acts, note: own.actsNote, at: "/console/sessions/\(String(session.id))",
        acts.map { (title: own.name($0), value: $0.rawValue) },
        amount: acts.contains(.refund) ? .init(frame.text.amountLeftEmpty, isWhole: false) : nil,
        isControlled: isControlled))
      \(CheckoutPage(words: words).facts(times))
      \(Panel(
        own.answer, body: "<p class=\"lead small\">\(own.datesNote)</p><pre id=\"answer\">\(answer.pretty)</pre>").html)
      """)
  }

  private var times: [(name: String, value: String)] {
    let moments = [(own.created, session.createdAt), (own.ended, session.end?.at)]
    return moments.compactMap { name, moment in moment.map { (name, TimeText($0).text) } }
  }
}

extension StateChip {
  init(_ status: Status) {
    let tone: Tone =
      switch status.name {
      case .approved, .ok: .good
      case .pending, .pendingConfirmation, .approvedPartial: .open
      case .rejected, .failed: .bad
      case .partialExpired, .refunded: .over
      }
    self.init(tone, status.name.rawValue, status.reason)
  }
}
