import AmazonPaySandbox
import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes
import Synchronization

/// An act at the gateway outside the API, on a transaction.
enum ConsoleAct: String, CaseIterable, Sendable {
  case refund
  case capture
  /// Releases an authorization.
  case cancel
  /// Decides about a pending card.
  case approve
  case decline
  /// Ends a running refund at once.
  case payOut
  case failRefund
}

extension Sandbox {
  /// Below `/control/gmo-pg`: `POST transactions/{OrderID}/{act}`, where a refund may have an `amount`;
  /// `GET transactions/{OrderID}` and `GET transactions/{OrderID}/return`; `POST connectivity`; `POST returns` with `kind`;
  /// `POST chargePermissions` with `email`, `card` and `amount`.
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    let segments = request.segments
    switch (request.method, segments.first, segments.count) {
    case (.get, "transactions", 2...3): return try show(segments)
    case (.post, "transactions", 3):
      guard let act = ConsoleAct(rawValue: segments[2]) else { return nil }
      let amount = try Self.yen(request)
      return (200, ["status": .string(try perform(act, on: segments[1], amount: amount).status.rawValue)])
    case (.post, "connectivity", 1):
      guard place.notificationURL != nil else { throw .invalid("connectivity", "a URL for notifications") }
      change { ledger, now in ledger.testConnection(at: now) }
      return (202, [:])
    case (.post, "returns", 1):
      let names = ReturnFault.allCases.map(\.rawValue).joined(separator: ", ")
      guard let fault = try request.json()["kind"]?.text.flatMap({ ReturnFault(rawValue: $0) }) else {
        throw .invalid("kind", "one of \(names)")
      }
      returnFaults.withLock { $0.append(fault) }
      return (201, ["faults": .array(returnFaults.withLock { $0.map { .string($0.rawValue) } })])
    case (.post, "chargePermissions", 1): return (201, try makePermission(request))
    default: return nil
    }
  }

  private func show(_ segments: [String]) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    guard let found = state.advanced().0.transactions[segments[1]] else { throw .unknownOrder(segments[1]) }
    guard segments.count == 3 else { return (200, found.body) }
    guard segments[2] == "return" else { return nil }
    switch destination(found) {
    case .form(let url, let fields):
      return (
        200,
        [
          "url": .string(url),
          "fields": .object(fields.map { JSONValue.Member(name: $0.name, value: .string($0.value)) }),
        ]
      )
    case .redirect(let url): return (200, ["url": .string(url), "fields": nil])
    case .nowhere, .undecided:
      throw ControlRefusal(409, "BuyerRefused", "The buyer of this order is on no way back to the shop.")
    }
  }

  private static func yen(_ request: ControlRequest) throws(ControlRefusal) -> Int64? {
    guard let text = try request.amount("whole yen") else { return nil }
    guard let money = try? Money(decimal: text, .jpy), money.isPositive else { throw .invalid("amount", "whole yen") }
    return money.minorUnits
  }

  private func makePermission(_ request: ControlRequest) throws(ControlRefusal) -> JSONValue {
    let amount = try Self.yen(request) ?? 9_999_999
    let body = try request.json()
    let id = amazon.makeProcessorPermission(
      of: merchant.id, storeID: merchant.storeIDs.first ?? "", email: body["email"]?.text,
      ending: body["card"]?.text, limit: .yen(amount))
    guard let id else {
      throw .invalid(
        "card", "one of \(AmazonPaySandbox.ControlNames.cards.joined(separator: ", ")), and an e-mail address")
    }
    return ["chargePermissionId": .string(id)]
  }

  /// - Parameter amount: In yen; nil for all that is left.
  @discardableResult
  func perform(_ act: ConsoleAct, on orderID: String, amount: Int64?) throws(ControlRefusal) -> Transaction {
    do throws(GatewayError) {
      let done = try change { ledger, now throws(GatewayError) -> Transaction? in
        guard let found = ledger.transactions[orderID] else { return nil }
        switch act {
        case .refund, .cancel:
          let isVoid = found.status == .authorized
          guard isVoid == (act == .cancel) else { throw .status(found.status, act.rawValue) }
          // A part is taken from Amount first, then from Tax.
          let part = amount.map { YenAmounts(amount: min($0, found.amounts.amount), tax: 0) }
          let rest = amount.map { $0 - min($0, found.amounts.amount) } ?? 0
          let amounts = part.map { $0 + YenAmounts(amount: 0, tax: rest) } ?? found.amounts
          _ = try ledger.cancel(found, amounts, at: now)
        case .capture: _ = try ledger.capture(found, found.amounts, at: now)
        case .approve, .decline:
          guard found.decision != nil else { throw .status(found.status, act.rawValue) }
          if act == .approve { ledger.authorize(found, at: now) } else { ledger.fail(found, at: now) }
        case .payOut, .failRefund:
          guard found.refund != nil else { throw .status(found.status, act.rawValue) }
          ledger.endRefund(orderID, isDeclined: act == .failRefund, at: now)
        }
        return ledger.transactions[orderID]
      }
      guard let done else { throw GatewayError.noOrder }
      return done
    } catch {
      if error == .noOrder { throw .unknownOrder(orderID) }
      throw ControlRefusal(409, error.info(rules.codeFamily), error.note)
    }
  }
}

extension ControlRefusal {
  fileprivate static func unknownOrder(_ id: String) -> Self {
    Self(404, "ResourceNotFound", "No transaction has the OrderID \(id.prefix(64)). /console lists them.")
  }
}

extension Transaction {
  /// The transaction in the control API, without its password and token.
  fileprivate var body: JSONValue {
    [
      "orderId": .string(orderID), "order": .string(order), "status": .string(status.rawValue),
      "jobCd": .string(job.rawValue), "amount": JSONValue(amounts.amount), "tax": JSONValue(amounts.tax),
      "canceledAmount": JSONValue(canceled.amount), "canceledTax": JSONValue(canceled.tax),
      "authorized": JSONValue(authorized), "captured": JSONValue(captured), "refunded": JSONValue(refunded),
      "checkoutSessionId": JSONValue(session), "chargePermissionId": JSONValue(permission),
      "description": JSONValue(description?.text), "descriptionBytes": JSONValue(description?.hexadecimal),
      "errInfo": JSONValue(errorInfo),
    ]
  }
}
