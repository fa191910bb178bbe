import FerryCore
package import FerryWeb
package import HTTPTypes

/// An act of the buyer on the page that the provider shows them.
package enum BuyerAct: String, CaseIterable, Sendable {
  /// Completes the selection, and returns to the shop.
  case select
  case approve
  /// Tries to pay, and is declined.
  case decline
  /// Cancels by the page's own button.
  case cancel
  case leave
}

/// A next action that the server's start page received.
package enum OpenedAction: Sendable {
  case redirect(String)
  case form(action: String, fields: [String: String])
  /// The arguments for the provider's script, each as JSON.
  case script([JSONValue])
}

package struct OpenedPage: Sendable {
  package enum Place: String, Sendable {
    case select, change, pay
  }

  /// Names the page in later acts.
  package var id: String
  package var place: Place
  /// The buyer returns to this URL after the selection or payment; nil if it is not known yet.
  package var returnURL: String?
  package var cancelURL: String?
  /// The part of the selection that is to be changed, by the provider's name.
  package var change: String?

  package init(id: String, place: Place, returnURL: String? = nil, cancelURL: String? = nil, change: String? = nil) {
    self.id = id
    self.place = place
    self.returnURL = returnURL
    self.cancelURL = cancelURL
    self.change = change
  }
}

/// The next page after an act of the buyer.
package struct BuyerStep: Sendable {
  /// The provider's name of the page; "leave" if the buyer is redirected to the shop, "left" if they closed the browser.
  package var step: String
  package var url: String?
  package var reason: String?

  package init(_ step: String, url: String? = nil, reason: String? = nil) {
    self.step = step
    self.url = url
    self.reason = reason
  }

  package var body: JSONValue { .object(present: ["step": step, "url": url, "reason": reason]) }
}

// MARK: The control API

extension ProviderSandbox {
  /// Answers `/control/…`, if the sandbox's configuration opens it.
  package func control(_ request: HTTPRequest, _ body: [UInt8]) -> PageAnswer {
    let segments = request.pathWithoutQuery.split(separator: "/").dropFirst().map(String.init)
    do throws(ControlRefusal) {
      guard isAddressed(by: request) else {
        // RFC 9110 §15.5.20.
        throw ControlRefusal(
          421, "InvalidHeaderValue",
          "The Host header names another host than this sandbox's. Send the request to \(origin).")
      }
      let (status, body) = try answer(ControlRequest(request, body, segments: segments))
      return PageAnswer(.json(status, body))
    } catch {
      return PageAnswer(.json(error.status, error.body))
    }
  }

  /// True if the request's `Host` is this sandbox's host, or a name of this machine. In an attack by DNS rebinding, it is the
  /// name of the foreign page.
  package func isAddressed(by request: HTTPRequest) -> Bool { origin.isAddressed(by: request) }

  private func answer(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue) {
    let segments = request.segments
    switch (request.method, segments.first, segments.count) {
    case (.get, "clock", 1): return (200, clock)
    case (.post, "clock", 1):
      let limit = SandboxState<Ledger>.farthestClock.components.seconds
      let seconds = try request.fields(["advanceSeconds"]).number("advanceSeconds", 0...limit)
      state.advanceClock(by: .seconds(try ControlFields.required(seconds, "advanceSeconds")))
      return (200, clock)
    case (.get, "faults", 1): return (200, faults)
    case (.post, "faults", 1):
      state.plan(try fault(request.fields(FaultNames.fields)))
      return (201, faults)
    case (.delete, "faults", 1):
      state.clearFaults()
      return (200, faults)
    case (.get, "ledger", 1): return (200, ["orders": .array(state.advanced().0.money.map(\.body))])
    case (.get, "requests", 1): return (200, ["requests": .array(state.requests.map(\.body))])
    case (.get, "notifications", 1):
      return (200, ["notifications": .array(state.advanced().0.post.list.map(\.body))])
    case (.get, "notifications", 2) where segments[1] == "faults": return (200, notificationFaults)
    case (.post, "notifications", 2) where segments[1] == "faults":
      let fault = try notificationFault(request.fields(FaultNames.notificationFields))
      state.change { ledger, _ in ledger.post.faults.add(fault) }
      return (201, notificationFaults)
    case (.delete, "notifications", 2) where segments[1] == "faults":
      state.change { ledger, _ in ledger.post.faults.clear() }
      return (200, notificationFaults)
    case (.post, "notifications", 3) where segments[2] == "resend":
      guard let number = Int(segments[1]), state.change({ ledger, now in ledger.post.resend(number, at: now) }) else {
        throw ControlRefusal(
          404, "ResourceNotFound", "There is no such notification. GET /control/notifications lists them.")
      }
      return (202, [:])
    case (.post, "pages", 1): return try openPage(request)
    case (.post, "buyer", 1): return try act(request)
    case (_, Self.id, 2...):
      guard let answer = try answerOwnControl(request.dropFirst()) else { throw .unknownPath }
      return answer
    default: throw .unknownPath
    }
  }

  private var clock: JSONValue {
    let now = state.now
    return ["now": .string(now.iso8601), "milliseconds": JSONValue(now.milliseconds)]
  }

  // MARK: Buyer

  /// `POST /control/pages`: opens the page of the start page's next action.
  private func openPage(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue) {
    let fields = try request.fields(["order", "nextAction"])
    let nextAction = try ControlFields.required(fields.value["nextAction"], "nextAction")
    let action: OpenedAction
    if let url = nextAction["url"]?.text {
      action = .redirect(url)
    } else if let script = nextAction["payment"]?["source"]?.text {
      action = .redirect(script)
    } else if let arguments = nextAction["script"]?["arguments"]?.elements {
      action = .script(arguments.compactMap { $0.text.flatMap { try? JSONValue(parsing: Array($0.utf8)) } })
    } else if let form = nextAction["form"], let url = form["action"]?.text {
      action = .form(action: url, fields: try ControlFields(value: form).texts("fields"))
    } else {
      throw .invalid("nextAction", "the start page's answer with url, script, payment or form")
    }
    let page = try open(action, order: fields.text("order"))
    let body = JSONValue.object(all: [
      "page": page.id, "place": page.place.rawValue, "returnURL": page.returnURL, "cancelURL": page.cancelURL,
      "change": page.change,
    ])
    return (201, body)
  }

  /// `POST /control/buyer`: acts as the buyer on the pending page of an order.
  private func act(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue) {
    let fields = try request.fields(["order", "page", "act", "details"])
    let name = try ControlFields.required(fields.choice("act", BuyerAct.allCases.map(\.rawValue)), "act")
    let act = try ControlFields.required(BuyerAct(rawValue: name), "act")
    let details = try fields.texts("details")
    if let page = try fields.text("page") { return (200, try self.act(act, on: page, details: details).body) }
    let order = try ControlFields.required(fields.text("order"), "order")
    guard let page = page(of: order) else {
      throw ControlRefusal(
        404, "ResourceNotFound",
        "The buyer of this order is on no page of the provider. Open one in a browser or by POST /control/pages.")
    }
    return (200, try self.act(act, on: page, details: details).body)
  }

  // MARK: Faults

  private var faults: JSONValue { ["faults": .array(state.plannedFaults.map(\.body))] }

  private var notificationFaults: JSONValue { ["faults": .array(state.reading { $0.post.faults.faults }.map(\.body))] }

  private func fault(_ fields: ControlFields) throws(ControlRefusal) -> SandboxFault {
    let name = try ControlFields.required(fields.choice("kind", FaultNames.kinds), "kind")
    let operation = try fields.choice("operation", operations)
    // An hour: longer than any client waits.
    let pause = try fields.milliseconds("milliseconds", upTo: 3_600_000)
    let status = Int(try fields.number("status", 400...599) ?? 500)
    let code = try fields.text("code")
    let kind: SandboxFault.Kind
    switch name {
    case "delay": kind = .delay(try ControlFields.required(pause, "milliseconds"))
    case "slow": kind = .slow(try ControlFields.required(pause, "milliseconds"))
    case "dropBeforeExecution": kind = .dropBeforeExecution
    case "dropAfterExecution": kind = .dropAfterExecution
    case "errorBeforeExecution": kind = .errorBeforeExecution(status)
    case "errorAfterExecution": kind = .errorAfterExecution(status)
    case "cutOffBody": kind = .cutOffBody
    case "notJSON": kind = .notJSON
    case "unknownState": kind = .unknownState
    case "otherAmount": kind = .otherAmount
    default:
      kind = .simulate(try ControlFields.required(code, "code"))
      _ = try ControlFields.required(operation, "operation")
    }
    return SandboxFault(kind, onOperation: operation, try FaultIncidence(fields))
  }

  private func notificationFault(_ fields: ControlFields) throws(ControlRefusal) -> NotificationFault {
    let name = try ControlFields.required(fields.choice("kind", FaultNames.notificationKinds), "kind")
    let object = try fields.choice("object", notificationObjects)
    // 31 days.
    let pause = try fields.milliseconds("milliseconds", upTo: 31 * 86_400_000)
    let copies = Int(try fields.number("copies", 1...20) ?? 1)
    let kind: NotificationFault.Kind
    switch name {
    case "lose": kind = .lose
    case "delay": kind = .delay(try ControlFields.required(pause, "milliseconds"))
    default: kind = .duplicate(copies: copies, pause: pause ?? .zero)
    }
    return NotificationFault(kind, onObject: object, try FaultIncidence(fields))
  }
}

/// The kinds of faults in the control API, for clients and for help texts.
public enum FaultNames {
  /// The values of a fault's `kind`.
  public static let kinds = [
    "delay", "slow", "dropBeforeExecution", "dropAfterExecution", "errorBeforeExecution", "errorAfterExecution",
    "cutOffBody", "notJSON", "unknownState", "otherAmount", "simulate",
  ]

  /// The values of a notification fault's `kind`.
  public static let notificationKinds = ["lose", "delay", "duplicate"]

  private static let incidence = ["count", "perThousand", "seed"]

  static let fields = ["kind", "operation", "milliseconds", "status", "code"] + incidence

  static let notificationFields = ["kind", "object", "milliseconds", "copies"] + incidence
}

extension Origin {
  /// True if the request's `Host` is this site's host, or a name of this machine.
  package func isAddressed(by request: HTTPRequest) -> Bool {
    guard let authority = request.authority else { return false }
    // Over http, only an address of this machine is an origin.
    return Origin("https://\(authority)")?.host == host || Origin("http://\(authority)") != nil
  }
}
