import FerryCheckout
import FerryCore
import FerryModule
import FerryReconciliation
import Foundation

/// The result of a comparison, for people and for programs.
struct ReconciliationResult: Sendable {
  let discrepancies: [Discrepancy]
  /// Checkouts that the provider could not be asked about, with the reasons.
  let unanswered: [Unanswered]
  /// The reasons why checkouts could not be read from Ferry's database.
  let unreadable: [String]
  var repairs: [Repair]?
  var repairFailure: CommandFailure?
  private let reconciliation: Reconciliation
  private let mode: Mode
  private let ordersElsewhere: Int
  private let others: [String: Int]
  private let hasReports: Bool
  private let now: Moment

  struct Unanswered: Hashable, Sendable, Encodable {
    let checkout: String
    let reason: String
  }

  struct Repair: Hashable, Sendable, Encodable {
    let checkout: String
    let result: String
  }

  /// - Parameters:
  ///   - ordersElsewhere: The number of stated orders that are left out: another account's books have their payments.
  ///   - reports: Nil if none were read.
  ///   - unreadable: The reasons why checkouts could not be read from Ferry's database.
  init(
    _ reconciliation: Reconciliation, mode: Mode, ordersElsewhere: Int = 0, reports: [SettlementReport]?,
    unreadable: [String] = [], at now: Moment
  ) {
    self.reconciliation = reconciliation
    self.unreadable = unreadable
    self.mode = mode
    self.ordersElsewhere = ordersElsewhere
    self.others = (reports ?? []).reduce(into: [:]) { $0.merge($1.others, uniquingKeysWith: +) }
    hasReports = reports != nil
    self.now = now
    discrepancies = reconciliation.discrepancies(at: now)
    unanswered = reconciliation.unanswered.map { Unanswered(checkout: $0.checkout.text, reason: $0.reason) }
  }

  /// The most entries of a list that are shown; most lists have one common reason.
  private static let mostShown = 10

  /// The age of the list of orders, if it is over 36 hours: its export has probably stopped.
  private var oldList: Duration? {
    guard let listed = reconciliation.ordersAsOf, reconciliation.orders != nil else { return nil }
    let age = min(now, reconciliation.window.upperBound).since(listed)
    return age > .seconds(36 * 3600) ? age : nil
  }

  private var answers: Int { reconciliation.standings.count - unanswered.count }

  var isComplete: Bool { unanswered.isEmpty && unreadable.isEmpty && oldList == nil }

  // MARK: For people

  var text: String {
    var lines = [compared]
    for discrepancy in discrepancies { lines += ["", title(discrepancy)] + details(discrepancy).map { "  \($0)" } }
    if !unanswered.isEmpty {
      lines += ["", "The provider could not be asked about \(Self.count(unanswered.count, "payment")):"]
      lines += unanswered.prefix(Self.mostShown).map { "  \($0.checkout)  \($0.reason)" }
      if unanswered.count > Self.mostShown { lines.append("  and \(unanswered.count - Self.mostShown) more") }
    }
    if !unreadable.isEmpty {
      lines += ["", "Not compared, for they cannot be read:"] + unreadable.prefix(Self.mostShown).map { "  \($0)" }
      if unreadable.count > Self.mostShown { lines.append("  and \(unreadable.count - Self.mostShown) more") }
    }
    if let oldList {
      let hours = oldList.components.seconds / 3600
      lines += [
        "", "The list of orders is \(hours) hours old: orders that came since are not compared. Is it still written?",
      ]
    }
    if let repairs {
      lines += ["", repairs.isEmpty ? "There is nothing to ask the provider again about." : "The provider, once more:"]
      lines += repairs.map { "  \($0.checkout)  \($0.result)" }
    }
    if !others.isEmpty {
      let kinds = others.sorted { $0.key < $1.key }.map { "\(Printable.text($0.key, most: 40)) \($0.value)" }
      lines += ["", "Not compared, for the books do not speak of them: \(kinds.joined(separator: ", "))."]
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private var compared: String {
    let parts = [
      reconciliation.orders.map {
        "\(Self.count($0.count, "order")) of \(reconciliation.shop?.text ?? "")"
          + (ordersElsewhere == 0 ? "" : ", and \(ordersElsewhere) paid at other accounts")
      } ?? "no orders of the shop (name them with --orders)", Self.count(reconciliation.payments.count, "payment"),
      reconciliation.standings.isEmpty && !reconciliation.payments.isEmpty
        ? "the provider not asked" : "\(Self.count(answers, "answer")) of the provider",
      hasReports ? "\(Self.count(reconciliation.transactions.count, "transaction")) reported" : "no reports",
    ]
    let window = reconciliation.window
    return "Compared, \(mode.rawValue), from \(window.lowerBound) to \(window.upperBound): "
      + parts.joined(separator: "; ") + "."
  }

  private var summary: String {
    guard !discrepancies.isEmpty else {
      return isComplete ? "Nothing differs." : "Nothing differs in what could be compared."
    }
    return "\(Self.count(discrepancies.count, "discrepancy", "discrepancies"))."
  }

  private func title(_ discrepancy: Discrepancy) -> String {
    let amounts = [
      ("shop", discrepancy.shop), ("Ferry", discrepancy.ferry), ("ledger", discrepancy.ledger),
      ("provider", discrepancy.provider),
    ].compactMap { name, amount in amount.map { "\(name) \($0.display)" } }
    return [
      Timeline.pad(discrepancy.kind.rawValue, 17), Timeline.pad(age(discrepancy) ?? "age unknown", 11),
      amounts.joined(separator: ", "),
    ].joined(separator: "  ")
  }

  private func details(_ discrepancy: Discrepancy) -> [String] {
    let names = [
      discrepancy.orderReference.map { "order \(Printable.text($0))" }, discrepancy.checkout.map { "checkout \($0)" },
      discrepancy.providerReference.map { "reference \(Printable.text($0))" },
      discrepancy.account.map { "account \($0.rawValue)" },
    ].compactMap(\.self)
    return [names.joined(separator: ", "), discrepancy.meaning, discrepancy.remedy]
  }

  /// The longest time for which it can have existed.
  private func age(_ discrepancy: Discrepancy) -> String? {
    discrepancy.since.map { since in
      let hours = max(0, now.since(since).components.seconds) / 3600
      return hours >= 48 ? "\(hours / 24) days" : "\(hours) h"
    }
  }

  private static func count(_ number: Int, _ word: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? word : many ?? word + "s")"
  }

  // MARK: For programs

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = Document(
      agrees: discrepancies.isEmpty, complete: isComplete, mode: mode, shop: reconciliation.shop?.text,
      since: reconciliation.window.lowerBound.iso8601, until: reconciliation.window.upperBound.iso8601,
      compared: Document.Compared(
        orders: reconciliation.orders?.count, ordersAsOf: reconciliation.ordersAsOf?.iso8601,
        payments: reconciliation.payments.count,
        answers: answers, transactions: hasReports ? reconciliation.transactions.count : nil),
      discrepancies: discrepancies.map { discrepancy in
        Document.Entry(
          kind: discrepancy.kind.rawValue, order: discrepancy.orderReference, checkout: discrepancy.checkout?.text,
          reference: discrepancy.providerReference, account: discrepancy.account?.rawValue, shop: discrepancy.shop,
          ferry: discrepancy.ferry, ledger: discrepancy.ledger, provider: discrepancy.provider,
          since: discrepancy.since?.iso8601,
          ageHours: discrepancy.since.map { max(0, now.since($0).components.seconds) / 3600 },
          meaning: discrepancy.meaning, remedy: discrepancy.remedy)
      },
      unanswered: unanswered, unreadable: unreadable, repairs: repairs, notCompared: others)
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }

  private struct Document: Encodable {
    let agrees: Bool
    let complete: Bool
    let mode: Mode
    let shop: String?
    let since: String
    let until: String
    let compared: Compared
    let discrepancies: [Entry]
    let unanswered: [Unanswered]
    let unreadable: [String]
    let repairs: [Repair]?
    let notCompared: [String: Int]

    struct Compared: Encodable {
      let orders: Int?
      let ordersAsOf: String?
      let payments: Int
      let answers: Int
      let transactions: Int?
    }

    struct Entry: Encodable {
      let kind: String
      let order: String?
      let checkout: String?
      let reference: String?
      let account: String?
      let shop: Money?
      let ferry: Money?
      let ledger: Money?
      let provider: Money?
      let since: String?
      let ageHours: Int64?
      let meaning: String
      let remedy: String
    }
  }
}
