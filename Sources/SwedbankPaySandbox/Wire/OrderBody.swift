import FerryCore
import FerrySandbox
import FerryWeb

/// A part of an order with an address of its own, by its name in `$expand`.
enum OrderNode: String, CaseIterable, Sendable {
  case orderItems, urls, payeeInfo, payer, history, failed, aborted, paid, cancelled, reversed
  case financialTransactions, failedAttempts, postPurchaseFailedAttempts, metadata

  /// The last segment of its address.
  var segment: String { self == .payer ? "payers" : rawValue.lowercased() }

  /// True if the version has it.
  func exists(in version: APIVersion) -> Bool {
    switch self {
    case .reversed, .postPurchaseFailedAttempts: version == .v31
    case .history, .failed, .aborted, .paid, .cancelled, .financialTransactions, .failedAttempts: version > .v2
    case .orderItems, .urls, .payeeInfo, .payer, .metadata: true
    }
  }
}

/// The body of a payment order ("Payment order" in the technical reference).
struct OrderBody {
  let order: PaymentOrder
  let ledger: Ledger
  let origin: Origin
  let version: APIVersion
  /// The lower-case names of `$expand`.
  let expanded: Set<String>
  let now: Moment

  var whole: JSONValue { ["paymentOrder": paymentOrder, "operations": .array(operations)] }

  private var paymentOrder: JSONValue {
    let request = order.request
    let capture = order.remainingCapture > 0 ? order.remainingCapture : nil
    let reversal = order.remainingReversal > 0 ? order.remainingReversal : nil
    let isOld = version == .v2
    let instrument = request.instrument ?? (isOld ? order.selected : nil)
    var whole = JSONValue.object(present: [
      "id": order.path, "created": ledger.date(order.createdAt), "updated": ledger.date(order.updatedAt),
      "operation": request.operation.rawValue,
      isOld ? "state" : "status": isOld ? order.oldState : order.status.rawValue, "currency": order.currency.code,
      "amount": request.amount.minorUnits, "vatAmount": request.vatAmount, "remainingCaptureAmount": capture,
      "remainingCancellationAmount": capture, "remainingReversalAmount": reversal,
      "description": request.description, "initiatingSystemUserAgent": order.merchantUserAgent,
      "userAgent": isOld ? request.payerUserAgent : nil, "language": request.language,
      "availableInstruments": order.availableInstruments.map(\.rawValue),
      "implementation": request.implementation ?? "PaymentsOnly", "integration": order.integration?.rawValue ?? "",
      "instrumentMode": request.instrument != nil, "instrument": instrument?.rawValue,
      "guestMode": request.payerReference == nil,
    ])
    if isOld {
      whole = whole.appending(
        .object(present: [
          "payments": ["id": .string("\(order.path)/payments")] as JSONValue,
          "currentPayment": ["id": .string("\(order.path)/currentpayment")] as JSONValue, "items": request.menuItems,
        ]))
    }
    for node in OrderNode.allCases where node.exists(in: version) {
      let isWhole = expanded.contains(node.rawValue.lowercased())
      whole = whole.appending([node.rawValue: isWhole ? content(node) : ["id": .string(address(node))]])
    }
    return whole
  }

  func address(_ node: OrderNode) -> String { "\(order.path)/\(node.segment)" }

  // MARK: Operations

  /// The present operations: a missing one is not allowed now. While a reversal is pending there are none.
  private var operations: [JSONValue] {
    let isOld = version == .v2
    let order = order
    guard order.pendingReversal == nil else { return [] }
    var list: [JSONValue] = []
    func add(_ rel: String, _ old: String?, _ method: String, _ href: String, _ mediaType: String = "application/json")
    {
      guard let name = isOld ? old : rel else { return }
      list.append([
        "method": .string(method), "href": .string(href), "rel": .string(name), "contentType": .string(mediaType),
      ])
    }
    let resource = "\(origin)\(order.path)"
    if order.status == .initialized, !order.request.operation.isWithoutPayer {
      if order.attempt == nil {
        add("update-order", "update-paymentorder-updateorder", "PATCH", resource)
        add("abort", "update-paymentorder-abort", "PATCH", resource)
      } else {
        add("abort-paymentattempt", nil, "PATCH", resource)
      }
      if order.request.instrument != nil {
        add("set-instrument", "update-paymentorder-setinstrument", "PATCH", resource)
      }
      if isOld { add("", "update-paymentorder-expandinstrument", "PATCH", resource) }
    }
    if order.remainingCapture > 0 {
      add("capture", "create-paymentorder-capture", "POST", "\(resource)/captures")
      add("cancel", "create-paymentorder-cancel", "POST", "\(resource)/cancellations")
    }
    if order.remainingReversal > 0 {
      add("reversal", "create-paymentorder-reversal", "POST", "\(resource)/reversals")
    }
    let isVerify = order.request.operation == .verify
    let isEmbedded = order.request.urls.payment != nil
    if order.isShown, ledger.isOpen(order, at: now) {
      if !isVerify || isEmbedded {
        add(
          "view-checkout", "view-paymentorder", "GET", order.scriptAddress(origin, isOld: isOld),
          "application/javascript")
      }
      if !isVerify || !isEmbedded {
        add("redirect-checkout", "redirect-paymentorder", "GET", order.pageAddress(origin, isOld: isOld), "text/html")
      }
    }
    if isOld, order.status == .paid { add("", "paid-paymentorder", "GET", "\(resource)/paid") }
    return list
  }
}

extension PaymentOrder {
  /// Version 2.0 has states of the resource, and not of the money.
  fileprivate var oldState: String {
    switch status {
    case .failed: "Failed"
    case .aborted: "Aborted"
    case .initialized where attempt != nil: "Pending"
    case .initialized, .paid, .cancelled, .reversed: "Ready"
    }
  }

  fileprivate var availableInstruments: [Instrument] {
    request.instrument == nil ? instruments : Instrument.offered(in: currency)
  }

  /// True if the pages can be opened: after the end they show the result.
  fileprivate var isShown: Bool {
    switch status {
    case .initialized, .paid, .aborted: !request.operation.isWithoutPayer
    case .failed, .cancelled, .reversed: false
    }
  }

  /// The script of the menu. It has no character that percent-encoding changes: the provider's mobile SDK encodes it again.
  func scriptAddress(_ origin: Origin, isOld: Bool) -> String {
    isOld
      ? "\(origin)/paymentmenu/core/scripts/client/px.paymentmenu.client.js?token=\(token)&culture=\(language.culture)"
      : "\(origin)/checkout/client/\(token)?culture=\(language.culture)"
  }

  func pageAddress(_ origin: Origin, isOld: Bool) -> String {
    "\(origin)/\(isOld ? "paymentmenu" : "checkout")/\(token)"
  }
}
