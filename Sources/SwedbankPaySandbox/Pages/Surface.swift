import FerryCore
import FerrySandbox
import FerryWeb

/// The payer's view of an order: a page of its own, or the menu in a frame of the shop's page.
enum Surface: String, Sendable {
  case page = "checkout"
  case menu

  func link(_ order: PaymentOrder) -> Link { "/\(rawValue)/\(order.token)" }

  func link(_ order: PaymentOrder, _ act: String) -> Link { "/\(rawValue)/\(order.token)/\(act)" }

  /// - Parameter step: The act that led to the page. The menu selects its events by it.
  func link(_ order: PaymentOrder, after step: Step) -> Link { Link(link(order), query: [("after", step.rawValue)]) }

  /// The events that the menu's script tells to the shop's page; nothing on a page outside a frame.
  func telling(_ events: [JSONValue], of order: PaymentOrder) -> HTML {
    guard self == .menu else { return .empty }
    let text = String(decoding: JSONValue.array(events).bytes, as: UTF8.self)
    return #"<div id="menu" data-order="\#(order.path)" data-events="\#(text)" hidden></div>"#
  }

  var integration: PaymentOrder.Integration { self == .page ? .redirect : .hostedView }
}

/// The act that led to a page.
enum Step: String, Sendable {
  case identified, selected, started, waited, stopped
}

extension PaymentOrder {
  /// The payer continues on this page after the issuer's page or an app: `paymentUrl` with the menu, else the payment page
  /// itself.
  func continuation(_ origin: Origin) -> Link? {
    guard integration == .hostedView else {
      return Link(payerAddress: origin.link(Surface.page.link(self, after: .waited)).text)
    }
    let ended = status == .initialized ? request.urls.cancel : request.urls.complete
    return (request.urls.payment ?? ended).flatMap { Link(payerAddress: $0) }
  }

  /// The shop's page after the end: `cancelUrl` after a cancellation, else `completeUrl`.
  var destination: Link? {
    (status == .aborted ? request.urls.cancel ?? request.urls.complete : request.urls.complete)
      .flatMap { Link(payerAddress: $0) }
  }

  /// The link that opens the payer's app. The app gives control back by `callbackurl`.
  func appLink(_ origin: Origin) -> Link? {
    guard let attempt, attempt.place == .app, let back = continuation(origin) else { return nil }
    return Link(payerAddress: "\(attempt.instrument.segment)://paymentrequest").map {
      Link($0, query: [("token", token), ("callbackurl", back.text)])
    }
  }

  /// The events of the menu for the page after a step ("Seamless view events" of the documentation). The script of the shop's
  /// page leaves out those that its version does not have. The menu's script makes addresses of this site absolute.
  ///
  /// `OnPaymentPending` tells that a payment "enters a paying state". Whether the provider tells it of a card too, which is
  /// decided at once, is not documented: here it is told of an attempt that waits in the payer's app. `OnPayerIdentified` is
  /// told after a check-in; its form is that of the last documentation that has it, of March 2023.
  func events(after step: Step?) -> [JSONValue] {
    /// - Parameter ofPayment: True for an event that names the payment in version 2.0.
    func event(_ name: String, _ more: KeyValuePairs<String, String?> = [:], ofPayment: Bool = true) -> JSONValue {
      let own = JSONValue.object(present: [
        "event": name, "paymentOrder": ["id": .string(path)] as JSONValue,
        "id": ofPayment && version == .v2 ? lastPaymentPath : nil,
      ])
      return more.reduce(own) { $0.appending(.object(present: [$1.key: $1.value])) }
    }
    var events: [JSONValue] = []
    let instrument = selected?.segment
    if step == .identified, person != nil {
      events.append(event("OnPayerIdentified", ["payer": "\(path)/payers"], ofPayment: false))
    }
    if step == .selected {
      events.append(event("OnInstrumentSelected", ["instrument": instrument], ofPayment: false))
    }
    if step == .started {
      events.append(event("OnPaymentAttemptStarted", ["instrument": instrument]))
      switch attempt?.place {
      case .issuer:
        events.append(
          event("OnOutOfViewRedirect", ["redirectUrl": Link.decision(self, .issuer).text], ofPayment: false))
      case .app: events.append(event("OnPaymentPending"))
      case .wallet, nil: break
      }
    }
    if step == .stopped { events.append(event("OnPaymentAttemptAborted")) }
    if step == .started || step == .waited, status == .initialized, attempt == nil, let last = failedAttempts.last {
      events.append(event("OnPaymentAttemptFailed", ["details": "[\(last.problem.http) \(last.problem.title)]"]))
    }
    if status == .aborted, let url = request.urls.cancel ?? request.urls.complete {
      events.append(event("OnAborted", ["redirectUrl": url]))
    } else if status != .initialized, let url = request.urls.complete {
      events.append(event(status == .failed ? "OnPaymentFailed" : "OnPaid", ["redirectUrl": url]))
    }
    return events
  }

  /// The id of the payment that the running, else the last attempt has made.
  private var lastPaymentPath: String? {
    if let attempt { return paymentPath(attempt.instrument, attempt.number) }
    if let payment { return paymentPath(payment.instrument, payment.number) }
    return failedAttempts.last.map { paymentPath($0.instrument, $0.number) }
  }
}

extension Link {
  /// The page where the payer decides.
  static func decision(_ order: PaymentOrder, _ place: PaymentOrder.Attempt.Place) -> Link {
    "/\(place.rawValue)/\(order.token)"
  }
}
