import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import Synchronization

@testable import SwedbankPay

/// Swedbank Pay's API with one payment order, as a test sets it.
final class ScriptedSwedbankPay: ScriptedProvider {
  struct Transaction: Sendable {
    var kind: String
    var number: Int
    var amount: Int64
    var reference: String
    var created = "2026-01-15T14:31:00Z"
    var vat: Int64?
  }

  enum Reply: Sendable {
    case answer(Int, String)
    /// The connection breaks off; the request may have arrived.
    case lost
  }

  struct State: Sendable {
    var status = "Initialized"
    var amount: Int64 = 12_000
    /// The VAT of the order; then captures and reversals state theirs, too. Nil for a fifth of the amount.
    var vat: Int64?
    var payee = ""
    var transactions: [Transaction] = []
    /// Elements of `failedAttemptList`.
    var attempts: [String] = []
    /// Elements of `postPurchaseFailedAttemptList`.
    var laterFailures: [String] = []
    /// The operations that the order offers; nil for those of its status.
    var offers: Set<String>?
    var page = "https://ecom.externalintegration.payex.com/checkout/aa01"
    /// The number of answers to questions that name another site for changes.
    var misplaced = 0
    /// The site of changes in all other answers.
    var api = Answers.api
    fileprivate var site = Answers.api
    /// The payment orders that were created.
    var orders = 0
    var requests: [Request] = []
    /// The time that has passed since the start.
    var elapsed = Duration.zero
    var create: (@Sendable (inout State) -> Reply)?
    var read: (@Sendable (inout State) -> Reply)?
    var abort: @Sendable (inout State) -> Reply = { state in
      state.status = "Aborted"
      return .answer(200, state.order)
    }
    /// Captures, cancellations and reversals.
    var operate: @Sendable (inout State, Request) -> Reply = { state, request in
      state.perform(request)
      return .answer(200, state.order)
    }
  }

  struct Request: Sendable {
    let method: String
    let authority: String
    let path: String
    let body: [UInt8]
    let headers: HTTPFields

    private var root: UntypedJSON? { try? JSONDecoder().decode(UntypedJSON.self, from: Data(body)) }
    var order: UntypedJSON? { root?["paymentorder"] }
    var transaction: UntypedJSON? { root?["transaction"] }
    var reference: String {
      transaction?["payeeReference"]?.string ?? order?["payeeInfo"]?["payeeReference"]?.string ?? ""
    }

    /// "create", "get", "abort", "captures", "cancellations" or "reversals".
    var name: String {
      switch method {
      case "GET": "get"
      case "PATCH": "abort"
      default: path.hasPrefix("/psp/paymentorders?") ? "create" : path.split(separator: "/").last.map(String.init) ?? ""
      }
    }
  }

  private let state = Mutex(State())

  var now: Moment { .sample }
  var secrets: [String] { ["sample-token"] }

  func wait(_ time: Duration?) { set { $0.elapsed += time ?? .seconds(10) } }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var requests: [Request] { state.withLock { $0.requests } }
  /// The names of the requests, in their order.
  var course: String { requests.map(\.name).joined(separator: " ") }

  /// The requests of a name.
  func sent(_ name: String) -> [Request] { requests.filter { $0.name == name } }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(TransportFailure) -> ProviderAnswer {
    let reply = state.withLock { state in
      let sent = Request(
        method: request.method.rawValue, authority: request.authority ?? "", path: request.path ?? "", body: body,
        headers: request.headerFields)
      state.requests.append(sent)
      return state.reply(to: sent)
    }
    guard case .answer(let status, let text) = reply else { throw .unknown("The connection was closed.") }
    return ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: [:], body: Array(text.utf8),
      receivedAt: .sample + state.withLock(\.elapsed), sent: request)
  }
}

extension ScriptedSwedbankPay.State {
  fileprivate mutating func reply(to request: ScriptedSwedbankPay.Request) -> ScriptedSwedbankPay.Reply {
    switch request.name {
    case "create":
      orders += 1
      payee = request.reference
      if let create { return create(&self) }
      return .answer(201, order)
    case "get":
      site = misplaced > 0 ? "https://api.evil.example" : api
      misplaced = max(0, misplaced - 1)
      return read?(&self) ?? .answer(200, order)
    case "abort": return abort(&self)
    default: return operate(&self, request)
    }
  }

  /// From a time after the start on, orders show what a request has asked for.
  mutating func show(_ request: ScriptedSwedbankPay.Request, after delay: Duration) {
    read = { state in
      if state.elapsed >= delay, state.read != nil {
        state.read = nil
        state.perform(request)
      }
      return .answer(200, state.order)
    }
  }

  /// Carries out a capture, cancellation or reversal.
  mutating func perform(_ request: ScriptedSwedbankPay.Request) {
    let kind = ["captures": "Capture", "cancellations": "Cancellation"][request.name] ?? "Reversal"
    func stated(_ member: String) -> Int64? {
      if case .number(let text)? = request.transaction?[member] { Int64(text) } else { nil }
    }
    transactions.append(
      .init(
        kind: kind, number: 80 + transactions.count,
        amount: stated("amount") ?? total("Authorization") - total("Capture"),
        reference: request.reference, vat: vat == nil ? nil : stated("vatAmount")))
    if kind == "Cancellation", total("Capture") == 0 { status = "Cancelled" }
    if total("Reversal") == amount { status = "Reversed" }
  }

  func total(_ kind: String) -> Int64 { transactions.filter { $0.kind == kind }.map(\.amount).reduce(0, +) }

  /// The answer to a question.
  var order: String {
    let rest = max(0, total("Authorization") - total("Capture") - total("Cancellation"))
    let kept = max(0, total("Capture") + total("Sale") - total("Reversal"))
    var usual: Set<String> = []
    switch status {
    case "Initialized": usual = ["redirect-checkout", "view-checkout", "abort"]
    case "Paid": usual = Set((rest > 0 ? ["capture", "cancel"] : []) + (kept > 0 ? ["reversal"] : []))
    default: break
    }
    let id = Answers.id
    let operations = (offers ?? usual).sorted().map { rel in
      switch rel {
      case "redirect-checkout": Answers.operation(rel, "GET", page)
      case "view-checkout": Answers.operation(rel, "GET", page.replacing("/checkout/", with: "/client/"))
      case "capture": Answers.operation(rel, "POST", "\(site)\(id)/captures")
      case "cancel": Answers.operation(rel, "POST", "\(site)\(id)/cancellations")
      case "reversal": Answers.operation(rel, "POST", "\(site)\(id)/reversals")
      default: Answers.operation(rel, "PATCH", "\(site)\(id)?_tc_tid=c3")
      }
    }
    return """
      {"paymentOrder":{"id":"\(id)","operation":"Purchase","status":"\(status)","currency":"SEK","amount":\(amount),
      "vatAmount":\(vat ?? amount / 5),"description":"Order","language":"en-US",
      "remainingCaptureAmount":\(rest),"remainingCancellationAmount":\(rest),"remainingReversalAmount":\(kept),
      "payeeInfo":{"id":"\(id)/payeeinfo","payeeReference":"\(payee)"},
      "financialTransactions":{"id":"\(id)/t","financialTransactionsList":[\(transactions.map(text).joined(separator: ","))]},
      "failedAttempts":{"id":"\(id)/f","failedAttemptList":[\(attempts.joined(separator: ","))]},
      "postPurchaseFailedAttempts":{"id":"\(id)/p","postPurchaseFailedAttemptList":[\(laterFailures.joined(separator: ","))]},
      "paid":{"id":"\(id)/paid","instrument":"CreditCard","details":{"cardBrand":"Visa","maskedPan":"476173******0416"}}},
      "operations":[\(operations.joined(separator: ","))]}
      """
  }

  private func text(_ transaction: ScriptedSwedbankPay.Transaction) -> String {
    let vat = transaction.vat.map { #","vatAmount":\#($0)"# } ?? ""
    return """
      {"id":"\(Answers.id)/t/\(transaction.number)","created":"\(transaction.created)","type":"\(transaction.kind)",
      "number":\(transaction.number),"amount":\(transaction.amount),"payeeReference":"\(transaction.reference)"\(vat)}
      """
  }
}

/// A refusal because of the payee's reference.
let referenceRefusal = Answers.problem(
  "paymentorders/inputerror", 400,
  #","problems":[{"name":"Transaction.PayeeReference","description":"It was used before."}]"#)
