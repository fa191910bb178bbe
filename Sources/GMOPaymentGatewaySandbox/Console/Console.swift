import AmazonPaySandbox
import FerryCore
import FerrySandbox
package import FerryWeb
import Synchronization

import enum FerryHTTP.CP932

/// GMO's part of the console, with the pages of Amazon's objects. The transactions link to those pages.
struct Console: ProviderConsole {
  let sandbox: Sandbox

  private var amazon: AmazonPaySandbox.Console { AmazonPaySandbox.Console(sandbox.amazon) }

  var emptyLedger: String { "No transaction has been entered yet." }

  func entries(_ ledger: Ledger, _: ConsolePage) -> [ConsoleEntry] {
    ledger.list.reversed().map { LedgerRow(transaction: $0).entry }
  }

  func page(of segments: [String], _ ledger: Ledger, _ frame: ConsolePage) -> Page? {
    guard segments[0] == "transactions" else {
      return amazon.page(of: segments, sandbox.amazon.state.advanced().0, frame)
    }
    return ledger.transactions[segments[1]].map { LedgerRow(transaction: $0).page(frame) }
  }

  func act(on segments: [String], _ form: Fields) throws -> Link? {
    switch (segments.count, segments.first) {
    case (1, "connectivity") where canTestConnection:
      sandbox.change { ledger, now in ledger.testConnection(at: now) }
      return ConsolePage.Place.notifications.link
    case (2, "transactions"):
      let act = try form.required("act") { ConsoleAct(rawValue: $0) }
      let amount = try form.amount.map { text throws(Problem) -> Int64 in
        guard let yen = Int64(text), yen > 0 else { throw Problem(field: "amount", .value) }
        return yen
      }
      try sandbox.perform(act, on: segments[1], amount: amount)
      return "/console/transactions/\(segments[1])"
    default: return try amazon.act(on: segments, form)
    }
  }

  func notices(_: Ledger) -> [HTML] {
    let reply = sandbox.replies.last.map { reply -> HTML in
      let answer = sandbox.redaction.text(reply.text)
      return Notice(
        .warning,
        "\(reply.order): the receiver answered \(answer). The whole body has to be 0, with the status 200."
      ).html
    }
    return reply + (canTestConnection ? [connectivityForm] : [])
  }

  private var canTestConnection: Bool { sandbox.isControlEnabled && sandbox.place.notificationURL != nil }

  private var connectivityForm: HTML {
    """
    <form id="connectivity" class="deeds" method="post" action="\("/console/connectivity" as Link)">\
    \(Button("Send a test of the connection", .secondary).html)</form>
    """
  }

  /// The meanings of all codes of an answer, which may be Amazon's.
  func explain(_ codes: String) -> String? {
    var meanings: [String] = []
    for code in codes.split(separator: "|") {
      if let meaning = RefusalReason.explanation(String(code)), !meanings.contains(meaning) {
        meanings.append(meaning)
      }
    }
    return meanings.isEmpty ? amazon.explain(codes) : meanings.joined(separator: " ")
  }

  private func isOwnCall(_ record: RequestRecord) -> Bool {
    record.operation.flatMap { Operation(rawValue: $0) } != nil
  }

  /// The texts of a call that are not ASCII, with their bytes.
  func reading(of record: RequestRecord) -> HTML {
    guard isOwnCall(record) else { return .empty }
    let values: [(name: String, value: ReceivedValue)] =
      switch record.received.body?.content {
      case .fields(let fields):
        fields.compactMap { field in field.bytes.map { (field.name, ReceivedValue(windows31J: $0)) } }
      case .json(let text):
        (ReceivedFields(json: Array(text.utf8))?.named ?? []).filter { _, value in
          value.text != Redaction.mark && value.bytes.contains { $0 > 0x7F }
        }
      case .omitted, nil: []
      }
    return values.isEmpty ? .empty : ReceivedTable(values: values).html
  }
}

extension Sandbox {
  /// A transaction, by its order id or its access id, or an object of Amazon's.
  package func consoleLink(to value: String, named name: String) -> Link? {
    let found: Transaction? = state.reading { ledger in
      switch name.lowercased() {
      case "orderid", "transaction": ledger.transactions[value]
      case "accessid": ledger.transaction(accessID: value)
      default: nil
      }
    }
    return found.map { "/console/transactions/\($0.orderID)" } ?? amazon.consoleLink(to: value, named: name)
  }

  static func redaction(_ shop: GatewayShop) -> Redaction {
    Redaction(
      names: AmazonPaySandbox.Sandbox.hiddenNames + ["ShopPass", "AccessPass", "CheckString"]
        + APIExecution.addressFields,
      secrets: [shop.password], formTypes: ["text/plain"],
      decode: { CP932.decode($0).text })
  }
}

/// The unexpected replies of receivers. A receiver accepts a result notification by the status 200 and the body `0`. The
/// sandbox repeats the notification after any other answer.
final class UnexpectedReplies: Sendable {
  /// A reply, for the console.
  struct Reply: Hashable, Sendable {
    let order: String
    let text: String
  }

  private let list = Mutex<[Reply]>([])

  /// The last ones, the newest first.
  var last: [Reply] { list.withLock { $0.reversed() } }

  /// The status of the delivery: 200 for the reply `0`, else one that is repeated.
  func status(_ status: Int, _ body: [UInt8], to notification: [UInt8]) -> Int {
    if status == 200, body == [UInt8(ascii: "0")] { return 200 }
    let order = ReceivedFields(form: notification)?["OrderID"]?.text ?? "–"
    let shown = String(decoding: body.prefix(40), as: UTF8.self)
    list.withLock { list in
      list.append(Reply(order: order, text: "\(status) “\(shown)”"))
      if list.count > 20 { list.removeFirst() }
    }
    // Statuses of 500 and more are repeated.
    return max(status, Self.repeated)
  }

  /// The console lists a reply other than `0` under this status.
  static let repeated = 500
}
