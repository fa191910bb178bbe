import FerryCore
import FerryWeb
import HTTPTypes

/// The control API, `/control`: for tests and for people who try things out. It is closed unless the configuration opens
/// it. Requests with a body must declare it as JSON, which no foreign page's form can do.
extension PageRequest {
  mutating func control(_ path: String) -> PageAnswer {
    do {
      guard isAddressedHere else { throw otherHost }
      let (status, body) = try answerControl(path.split(separator: "/").dropFirst().map(String.init))
      return PageAnswer(.json(status, body))
    } catch let refusal as AmazonPayRefusal {
      return PageAnswer(.json(refusal.status, refusal.body))
    } catch let refusal as BuyerRefusal {
      let status = refusal == .unknownSession ? 404 : 409
      return PageAnswer(.json(status, ControlBodies.error("BuyerRefused", refusal.message)))
    } catch let refusal as Authenticator.InvalidButtonSignature {
      return PageAnswer(
        .json(400, ControlBodies.error("InvalidSignatureError", "Expected string to sign: \(refusal.expected)")))
    } catch {
      return PageAnswer(.json(500, ControlBodies.error("InternalServerError", "The request could not be processed.")))
    }
  }

  private mutating func answerControl(_ segments: [String]) throws -> (Int, JSONValue) {
    switch (request.method, segments.first, segments.count) {
    case (.get, "clock", 1): return (200, ControlBodies.clock(sandbox))
    case (.post, "clock", 1):
      let body = try json(.object([RequestShape.required("advanceSeconds", .countUpTo(Self.longestAdvance))]))
      let number = sandbox.advance(by: .seconds(body["advanceSeconds"]?.wholeNumber ?? 0))
      noteJournal(number)
      return (200, ControlBodies.clock(sandbox))
    case (.get, "faults", 1): return (200, faults)
    case (.post, "faults", 1):
      sandbox.plan(try AmazonPayFault(try json(AmazonPayFault.shape)))
      return (201, faults)
    case (.delete, "faults", 1):
      sandbox.clearFaults()
      return (200, faults)
    case (.get, "ledger", 1):
      let orders = change { ledger, now in
        ledger.advance(to: now)
        return ledger.orders
      }
      return (200, ControlBodies.ledger(orders))
    case (.get, "requests", 1): return (200, ControlBodies.requests(sandbox.requests))
    case (.post, "checkoutSessions", 1): return try pressButton()
    case (.post, "checkoutSessions", 3) where segments[2] == "buyer": return try actAsBuyer(segments[1])
    case (_, "notifications", _): return try answerNotifications(segments)
    case (.post, let kind?, 3) where segments[2] == "console": return try actInConsole(kind, segments[1])
    default: throw AmazonPayRefusal.notFound("control")
    }
  }

  /// In seconds.
  private static let longestAdvance = AmazonPaySandbox.farthestClock.components.seconds

  private var faults: JSONValue { ["faults": .array(sandbox.plannedFaults.map(\.body))] }

  func json(_ shape: RequestShape) throws(AmazonPayRefusal) -> JSONValue {
    let declared = (request.headerFields[.contentType] ?? "").prefix { $0 != ";" }
    guard declared.lowercased() == "application/json" else {
      throw AmazonPayRefusal(415, "InvalidHeaderValue", "Send application/json, and say so in Content-Type.")
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: body)
    } catch {
      throw AmazonPayRefusal(400, "InvalidRequestFormat", "The body is not JSON: \(error).")
    }
    try shape.check(value)
    return value
  }

  /// What `checkout.js` does when the button is pressed.
  private mutating func pressButton() throws -> (Int, JSONValue) {
    let shape = RequestShape.object([
      RequestShape.required("payloadJSON", .text(65_536)), RequestShape.required("signature", .text(2048)),
      RequestShape.required("publicKeyId", .text(128)), RequestShape.required("merchantId", .text(128)),
      RequestShape.optional("algorithm", .text(64)), RequestShape.optional("sandbox", .flag),
      RequestShape.optional("productType", .choice(["PayAndShip", "PayOnly"])),
      RequestShape.optional("checkoutLanguage", .text(16)), RequestShape.optional("buttonPage", .text(2048)),
    ])
    let body = try json(shape)
    let payload = body["payloadJSON"]?.text ?? ""
    let owner = try sandbox.authenticator.owner(
      ofPayload: payload, signature: body["signature"]?.text ?? "", publicKeyID: body["publicKeyId"]?.text ?? "",
      algorithm: body["algorithm"]?.text, merchantID: body["merchantId"]?.text ?? "",
      sandbox: body["sandbox"]?.flag ?? true)
    guard let value = try? JSONValue(parsing: Array(payload.utf8)) else {
      throw AmazonPayRefusal(400, "InvalidRequestFormat", "The payload is not JSON.")
    }
    let button = ButtonPress(
      owner: owner, payload: value, productType: body["productType"]?.text == "PayOnly" ? .payOnly : .payAndShip,
      language: body["checkoutLanguage"]?.text, page: body["buttonPage"]?.text)
    let randomness = sandbox.randomness
    let session = try change { ledger, now throws(AmazonPayRefusal) in try ledger.press(button, at: now, randomness) }
    return (201, ["checkoutSessionId": .string(session.id)])
  }

  /// What a buyer does on the pages, each action one page's form.
  private mutating func actAsBuyer(_ id: String) throws -> (Int, JSONValue) {
    let shape = RequestShape.object([
      RequestShape.required("action", .choice(AmazonPayControlNames.buyerActions)),
      RequestShape.optional("email", .text(254)), RequestShape.optional("address", .text(32)),
      RequestShape.optional("card", .choice(AmazonPayControlNames.cards)),
    ])
    let body = try json(shape)
    guard let buyer = TestBuyer(email: body["email"]?.text ?? TestBuyer.ready[0].email) else {
      throw AmazonPayRefusal.invalidValue("email", "an e-mail address is expected")
    }
    let action = body["action"]?.text ?? ""
    let address = body["address"]?.text
    let card = body["card"]?.text
    let step = try change { ledger, now throws(BuyerRefusal) in
      switch action {
      case "changeAddress", "changePayment":
        try ledger.select(
          id, by: buyer, addressID: address, ending: card, change: ChangeAction(rawValue: action), at: now)
      case "cancelSelection": try ledger.cancelSelection(id, at: now)
      case "cancelChange": try ledger.cancelChange(id, at: now)
      case "approve": try ledger.process(id, by: buyer, ending: card, at: now)
      case "cancelPayment": try ledger.abandonProcessing(id, by: buyer, at: now)
      default:
        try ledger.select(
          id, by: buyer, addressID: address ?? ledger.usualAddress(of: id), ending: card ?? TestCard.visa1111.rawValue,
          at: now)
      }
    }
    return (200, ControlBodies.step(step))
  }
}

extension PageRequest {
  /// Whether the request's `Host` names this sandbox: the configured host, or a name of this machine. A page whose own name
  /// was made to lead here (DNS rebinding) names itself.
  var isAddressedHere: Bool {
    guard let authority = request.authority else { return false }
    // Over http, only what never leaves the machine is an origin.
    return Origin("https://\(authority)")?.host == sandbox.origin.host || Origin("http://\(authority)") != nil
  }

  /// The refusal of a request that names another host (RFC 9110 §15.5.20).
  private var otherHost: AmazonPayRefusal {
    AmazonPayRefusal(
      421, "InvalidHeaderValue",
      "The Host header names another host than this sandbox's. Send the request to \(sandbox.origin).")
  }
}

extension BuyerRefusal {
  /// What has happened and what to do next, for whoever writes a script.
  fileprivate var message: String {
    switch self {
    case .unknownSession:
      "There is no checkout session with this id. Create one with POST /control/checkoutSessions."
    case .otherBuyer:
      "Another buyer has signed in to this checkout session. Send the email of the one who was first."
    case .unknownAddress(let known):
      "The buyer has no such address. Send one of \(known.joined(separator: ", "))."
    case .unknownCard:
      "The buyer has no such card. Send one of \(AmazonPayControlNames.cards.joined(separator: ", "))."
    case .addressNotAllowed:
      "The deliverySpecifications of the checkout session exclude this address. Send another one."
    case .notReady(let constraints):
      """
      The buyer cannot pay yet: \(constraints.map(\.description).joined(separator: " ")) Select for the buyer, or update \
      the checkout session.
      """
    }
  }
}
