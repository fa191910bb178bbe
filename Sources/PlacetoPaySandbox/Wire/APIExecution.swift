import FerryCore
import FerrySandbox
import FerryWeb

struct APIExecution {
  let sandbox: Sandbox
  let call: APICall
  /// The code of a planned refusal.
  let simulation: String?

  private var rules: Rules { sandbox.rules }
  /// The true clock. Shops sign and date their requests by it.
  private var trueNow: Moment { sandbox.state.timekeeper.now }

  func answer() -> CallAnswer {
    do throws(APIRefusal) {
      return CallAnswer(200, try execute().bytes)
    } catch {
      let hasContentOfSession = call.operation == .createSession || call.operation == .collect
      let status = error.http != 200 ? error.http : hasContentOfSession ? rules.refusalStatus : 400
      return CallAnswer(error, status: status, language, at: trueNow)
    }
  }

  /// The language of a refusal: the request's, else the session's, else the site's.
  private var language: Language {
    if let asked = call.body?["locale"]?.text.flatMap({ Language(locale: $0) }) { return asked }
    let transaction = call.body?["internalReference"]?.wholeNumber
    let session = sandbox.state.reading { ledger in
      call.session.flatMap { ledger.sessions[$0] } ?? transaction.flatMap { try? ledger.session(ofTransaction: $0) }
    }
    return session?.language ?? sandbox.site.language
  }

  /// Order of the checks: path, `auth`, planned refusal, content.
  private func execute() throws(APIRefusal) -> JSONValue {
    if call.isUnknownRoute { throw .unknownRoute }
    let authentication = try Authentication(call.body)
    try authentication.check(sandbox.site, sandbox.state.reading(\.flags), at: trueNow)
    if let simulation { throw .simulated(simulation) }
    let body = call.body ?? [:]
    return try sandbox.change { ledger, now throws(APIRefusal) in try execute(body, &ledger, at: now) }
  }

  private func execute(
    _ body: JSONValue, _ ledger: inout Ledger, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    let reader = try MemberReader(body)
    let date = ledger.date(now)
    switch call.operation {
    case .createSession:
      let request = try SessionRequest(body, rules, at: date)
      let session = ledger.create(request, site: sandbox.site, at: now, sandbox.randomness)
      return [
        "status": Status.created.body(session.language, at: date), "requestId": JSONValue(session.id),
        "processUrl": .string(session.processURL(sandbox.origin.text)),
      ]
    case .querySession: return content(try ledger.session(call.session ?? 0), ledger, at: now)
    case .cancelSession:
      let session = try ledger.cancel(call.session ?? 0, at: now)
      return ["status": Status.done.body(session.language, at: date), "session": content(session, ledger, at: now)]
    case .collect:
      let request = try SessionRequest(body, isCharge: true, rules, at: date)
      guard request.payment != nil else { throw .invalid("payment") }
      let token = try ledger.token(Self.token(reader))
      return content(
        ledger.collect(request, token, site: sandbox.site, at: now, sandbox.randomness), ledger, at: now)
    case .invalidateToken:
      ledger.invalidate(try ledger.token(Self.token(reader)))
      return ["status": Status.done.body(language(reader), at: date)]
    case .information: return try information(reader, ledger, at: now)
    case .token:
      let token = try ledger.token(Self.token(reader))
      return ["status": Status.done.body(language(reader), at: date), "data": token.facts]
    case .reverse, .checkout, .reauthorization, .confirm, .cancel, nil:
      return try transaction(reader, &ledger, at: now)
    }
  }

  private func content(_ session: Session, _ ledger: Ledger, at now: Moment) -> JSONValue {
    session.body(ledger, origin: sandbox.origin.text, at: now)
  }

  // MARK: Transactions

  private func transaction(
    _ reader: MemberReader, _ ledger: inout Ledger, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    guard let id = reader["internalReference"]?.wholeNumber, id > 0 else { throw .invalidReference }
    guard let operation = call.operation else { throw .invalid("action") }
    let amount = try amount(reader)
    let made: Transaction
    switch operation {
    case .checkout: made = try ledger.checkout(id, amount, at: now)
    case .reauthorization: made = try ledger.reauthorize(id, amount, at: now)
    case .confirm: made = try ledger.confirm(id, isConfirmed: true, at: now)
    case .cancel: made = try ledger.confirm(id, isConfirmed: false, at: now)
    default:
      if amount?.isZero == true { throw .invalid("amount.total") }
      made = try ledger.reverse(id, amount, at: now)
    }
    let session = try ledger.session(ofTransaction: made.id)
    return [
      "status": made.status.body(session.language, at: ledger.date(now)), "payment": made.body(session, ledger),
    ]
  }

  /// The amount at the root, or, in old clients, below `payment`.
  private func amount(_ reader: MemberReader) throws(APIRefusal) -> Money? {
    let present = try reader.object("amount")
    let old = try reader.object("payment")?.object("amount")
    guard let amount = present ?? old else { return nil }
    let code = try amount.required("currency", amount.text("currency", 3...3))
    guard let currency = Currency(code) else { throw .invalid("amount.currency") }
    let total = try amount.required("total", amount.decimal("total"))
    guard !total.isNegative, let money = total.money(currency), money.minorUnits <= RequestedAmount.limit else {
      throw .invalid("amount.total")
    }
    return money
  }

  // MARK: Tokens

  /// The token of `instrument`, in its long or its short form.
  private static func token(_ reader: MemberReader) throws(APIRefusal) -> String {
    let instrument = try reader.required("instrument", reader.object("instrument"))
    if let pocket = try instrument.wholeNumber("pocket", atLeast: 0), ![10, 20, 80, 90].contains(pocket) {
      throw .invalid("instrument.pocket")
    }
    _ = try instrument.object("credit")
    _ = try reader.text("provider")
    let token = try instrument.required("token", instrument.object("token"))
    _ = try token.wholeNumber("installments", atLeast: 0)
    try checkCode(token)
    let whole = try token.text("token")
    let short = try token.text("subtoken")
    if let whole, whole.wholeMatch(of: /[0-9a-f]{64}/) == nil { throw .invalidToken }
    if let short, short.wholeMatch(of: /[0-9]{16}/) == nil { throw .invalidToken }
    return try token.required("token", whole ?? short)
  }

  private static func checkCode(_ reader: MemberReader) throws(APIRefusal) {
    if let code = try reader.text("cvv", 3...4), code.wholeMatch(of: /[0-9]+/) == nil {
      throw .invalid(reader.path("cvv"))
    }
  }

  /// Facts about a card or a saved token ("Information" in the API reference). Charges of a token ask its owner nothing.
  private func information(
    _ reader: MemberReader, _ ledger: Ledger, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    var threeDS = "unsupported"
    if let card = try reader.object("instrument")?.object("card") {
      let number = try card.required("number", card.scalar("number", 12...19))
      guard number.wholeMatch(of: /[0-9]+/) != nil else { throw .invalid(card.path("number")) }
      try Self.checkCode(card)
      threeDS = TestCard.find(number)?.hasChallenge == true ? "required" : "optional"
    } else {
      _ = try ledger.token(try Self.token(reader))
    }
    return [
      "status": Status.done.body(language(reader), at: ledger.date(now)), "provider": "PLACETOPAY",
      "serviceCode": "101", "cardType": "C", "threeDS": .string(threeDS), "credits": [],
    ]
  }

  private func language(_ reader: MemberReader) -> Language {
    reader["locale"]?.text.flatMap { Language(locale: $0) } ?? sandbox.site.language
  }
}
