import FerryCore
import FerryHTTP
import FerrySandbox
import FerryWeb
import HTTPTypes

/// A call of the bank's API.
struct Call {
  static let names = ["open", "find", "read", "capture", "void", "refund", "cancel"]

  let name: String
  /// The payment's id; "" for `open` and `find`.
  let payment: String

  /// Nil for a path that is no call.
  init?(_ request: HTTPRequest) {
    guard request.method == .post else { return nil }
    let segments = (request.path ?? "").split(separator: "/").map(String.init)
    switch (segments.first, segments.count) {
    case ("payments", 1): (name, payment) = ("open", "")
    case ("payments", 2) where segments[1] == "find": (name, payment) = ("find", "")
    case ("payments", 3) where Self.names.dropFirst(2).contains(segments[2]):
      (name, payment) = (segments[2], segments[1])
    default: return nil
    }
  }
}

extension Bank {
  func answer(
    _ call: Call, _ request: HTTPRequest, _ body: [UInt8], _ fault: SandboxFault.Kind?
  ) -> SandboxExchange {
    let forms = FaultForms(
      failure: { CallAnswer($0, self.refusal("error")) },
      unknownState: { $0.changingMembers { name, _ in name == "state" ? "invented" : nil } },
      otherAmount: { $0.changingMembers { name, value in name == "amount" ? value.with(firstDigit: "9") : nil } })
    return answer(request, operation: call.name, fault, forms) { simulation in
      if let simulation { return CallAnswer(409, refusal(simulation)) }
      let (status, content) = execute(call, body)
      return CallAnswer(status, content)
    }
  }

  private func refusal(_ error: String) -> [UInt8] {
    Wire.encode(Wire.Refusal(error: error, time: state.timekeeper.now.milliseconds))
  }

  private func execute(_ call: Call, _ body: [UInt8]) -> (Int, [UInt8]) {
    guard let request = Wire.decode(Wire.Request.self, body) else { return (400, refusal("not-json")) }
    guard let proof = request.proof, proof.login == Self.login, proof.isOf(secret) else {
      return (401, refusal("unauthenticated"))
    }
    guard abs(proof.time - state.timekeeper.now.milliseconds) <= 300_000 else { return (401, refusal("wrong-time")) }
    do throws(Books.Refusal) {
      let payment = try change { books, _ throws(Books.Refusal) in try execute(call, request, &books) }
      return (200, Wire.encode(payment))
    } catch {
      return (error == .notFound ? 404 : 409, refusal(error.rawValue))
    }
  }

  private func execute(
    _ call: Call, _ request: Wire.Request, _ books: inout Books
  ) throws(Books.Refusal) -> Wire.Payment {
    let payment: Books.Payment
    switch call.name {
    case "open":
      guard let money = request.money, money.isPositive, let reference = request.reference, let order = request.order,
        let returnURL = request.returnURL, let cancelURL = request.cancelURL, request.payer != nil
      else { throw .incomplete }
      payment = try books.open(
        reference, order: order, money, returnURL: returnURL, cancelURL: cancelURL,
        capturesAtOnce: request.capturesAtOnce ?? true, note: request.note)
    case "find": payment = try books.payment(reference: request.reference ?? "")
    case "read": payment = try books.payment(call.payment)
    case "capture":
      guard let money = request.money else { throw .incomplete }
      payment = try books.capture(call.payment, money)
    case "void": payment = try books.void(call.payment)
    case "refund":
      guard let money = request.money, let reference = request.reference else { throw .incomplete }
      payment = try books.refund(call.payment, money, reference: reference)
    default: payment = try books.cancelByShop(call.payment)
    }
    guard payment.state == .open else { return Wire.Payment(payment, page: "", entrance: nil) }
    let entrance = randomness.token()
    books.entrance(to: payment.id, token: entrance)
    return Wire.Payment(payment, page: "\(origin.text)/pay", entrance: entrance)
  }
}

// MARK: The page

extension Bank {
  /// The one hosted page: `POST /pay` lets a browser in, `POST /pay/{id}` acts.
  func page(_ request: HTTPRequest, _ body: [UInt8]) -> PageAnswer {
    let path = request.pathWithoutQuery
    if path.hasPrefix("/control/") { return control(request, body) }
    let fields = try? Fields(parsing: body)
    do throws(Books.Refusal) {
      guard request.method == .post, path == "/pay" || path.hasPrefix("/pay/") else { throw .notFound }
      guard path != "/pay" else {
        let entrance = fields?["entrance"] ?? ""
        return show(try change { books, _ throws(Books.Refusal) in try books.enter(entrance) })
      }
      let id = String(path.dropFirst("/pay/".count))
      let act = fields?["act"] ?? ""
      let payment = try change { books, _ throws(Books.Refusal) in
        switch act {
        case "approve": try books.approve(id)
        case "decline": try books.decline(id)
        case "cancel": try books.cancelByBuyer(id)
        default: throw .notFound
        }
      }
      let target = act == "approve" ? payment.returnURL : payment.cancelURL
      guard act != "decline", let link = Link(external: target) else { return show(payment) }
      return .seeOther(link)
    } catch {
      return PageAnswer(
        Page(
          status: error == .notFound ? .notFound : .conflict, language: .english, title: "Test Bank",
          policy: PagePolicy(),
          body: "<h1>Test Bank</h1><p>This page is not open. Go back to the shop.</p>"))
    }
  }

  private func show(_ payment: Books.Payment) -> PageAnswer {
    let declined: HTML = payment.declined.isEmpty ? "" : "<p role=\"alert\">The payment was declined. Try again.</p>"
    let note: HTML = payment.note.map { "<p>\($0)</p>" } ?? ""
    let action: Link = "/pay/\(payment.id)"
    return PageAnswer(
      Page(
        language: .english, title: "Test Bank", policy: PagePolicy(),
        body: """
          <h1>Test Bank</h1><p>\(payment.amount.display)</p>\(note)\(declined)
          <form method="post" action="\(action)">
          <button name="act" value="approve">Pay</button>
          <button name="act" value="decline">Be declined</button>
          <button name="act" value="cancel">Cancel</button>
          </form>
          """))
  }
}
