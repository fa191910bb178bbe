import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule

/// The result of a comparison: the report for programs, and its text for people.
struct ReconciliationResult: Sendable {
  let discrepancies: [Discrepancy]
  var report: ReconciliationReport
  var repairFailure: CommandFailure?
  private let window: Range<Moment>
  private let ordersElsewhere: Int
  /// The age of the list of orders, if it is over 36 hours: its export has probably stopped.
  private let oldList: Duration?
  private let now: Moment

  /// - Parameters:
  ///   - ordersElsewhere: The number of stated orders that are left out: another account's books have their payments.
  ///   - report: The lines of all reports; nil if there are no reports.
  init(
    _ reconciliation: Reconciliation, of account: ProviderAccountID, ordersElsewhere: Int = 0,
    report settled: SettlementReport?, unreadable: [String] = [], at now: Moment
  ) {
    self.ordersElsewhere = ordersElsewhere
    self.now = now
    window = reconciliation.window
    let listAge = reconciliation.orders.flatMap { _ in
      reconciliation.ordersAsOf.map { min(now, reconciliation.window.upperBound).since($0) }
    }
    oldList = listAge.flatMap { $0 > .seconds(36 * 3600) ? $0 : nil }
    discrepancies = reconciliation.discrepancies(at: now)
    let unanswered = reconciliation.unanswered.map {
      ReconciliationReport.Unanswered(checkout: $0.checkout.text, reason: $0.reason)
    }
    report = ReconciliationReport(
      agrees: discrepancies.isEmpty, complete: unanswered.isEmpty && unreadable.isEmpty && oldList == nil,
      account: account, shop: reconciliation.shop?.text, comparedAt: now.iso8601, since: window.lowerBound.iso8601,
      until: window.upperBound.iso8601,
      compared: ReconciliationReport.Compared(
        orders: reconciliation.orders?.count, ordersAsOf: reconciliation.ordersAsOf?.iso8601,
        payments: reconciliation.payments.count, answers: reconciliation.statuses.count - unanswered.count,
        transactions: settled.map { _ in reconciliation.transactions.count }),
      discrepancies: discrepancies.map {
        ReconciliationReport.Entry($0, meaning: $0.meaning, remedy: $0.remedy, at: now)
      },
      unanswered: unanswered, unreadable: unreadable, repairs: nil,
      notCompared: settled?.others ?? [:])
  }

  /// The most entries of a list that are shown; most lists have one common reason.
  private static let mostShown = 10

  var text: String {
    var lines = [compared]
    for discrepancy in discrepancies { lines += ["", title(discrepancy)] + details(discrepancy).map { "  \($0)" } }
    func list(_ title: String, _ entries: [String]) {
      guard !entries.isEmpty else { return }
      lines += ["", title] + entries.prefix(Self.mostShown).map { "  \($0)" }
      if entries.count > Self.mostShown { lines.append("  and \(entries.count - Self.mostShown) more") }
    }
    list(
      "The provider did not answer about \(Self.count(report.unanswered.count, "payment")):",
      report.unanswered.map { "\($0.checkout)  \($0.reason)" })
    list("Not compared, because unreadable:", report.unreadable)
    if let oldList {
      let hours = oldList.components.seconds / 3600
      lines += [
        "", "The list of orders is \(hours) hours old. Later orders are not compared. Check its export.",
      ]
    }
    if let repairs = report.repairs {
      lines += ["", repairs.isEmpty ? "Nothing to repair." : "Repairs:"]
      lines += repairs.map { "  \($0.checkout)  \($0.result)" }
    }
    if !report.notCompared.isEmpty {
      let kinds = report.notCompared.sorted { $0.key < $1.key }
        .map { "\(Printable.text($0.key, most: 40)) \($0.value)" }
      lines += ["", "Not compared (not in Ferry's books): \(kinds.joined(separator: ", "))."]
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private var compared: String {
    let compared = report.compared
    let isProviderAsked = compared.answers > 0 || !report.unanswered.isEmpty || compared.payments == 0
    let parts = [
      compared.orders.map {
        "\(Self.count($0, "order")) of \(report.shop ?? "")"
          + (ordersElsewhere == 0 ? "" : " (\(ordersElsewhere) more were paid with other accounts)")
      } ?? "no orders of \(report.shop ?? "the shop") (add --orders)",
      Self.count(compared.payments, "payment"),
      isProviderAsked ? "\(Self.count(compared.answers, "answer")) from the provider" : "provider not asked",
      compared.transactions.map { Self.count($0, "reported transaction") } ?? "no reports",
    ]
    return "Compared (\(report.mode.rawValue), \(window.lowerBound.local) to \(window.upperBound.local)): "
      + parts.joined(separator: "; ") + "."
  }

  private var summary: String {
    guard !discrepancies.isEmpty else {
      return report.complete ? "Nothing differs." : "Nothing differs, but not everything could be compared."
    }
    return "\(Self.count(discrepancies.count, "discrepancy", "discrepancies"))."
  }

  private func title(_ discrepancy: Discrepancy) -> String {
    let amounts = [
      ("shop", discrepancy.shop), ("Ferry", discrepancy.ferry), ("ledger", discrepancy.ledger),
      ("provider", discrepancy.provider),
    ].compactMap { name, amount in amount.map { "\(name) \($0.display)" } }
    return [
      discrepancy.kind.rawValue.padded(to: 18), age(discrepancy) ?? "age unknown",
      amounts.joined(separator: ", "),
    ].joined(separator: "  ")
  }

  private func details(_ discrepancy: Discrepancy) -> [String] {
    let names = [
      discrepancy.orderReference.map { "order \(Printable.text($0))" }, discrepancy.checkout.map { "checkout \($0)" },
      discrepancy.operation.map { "operation \($0)" },
      discrepancy.providerReference.map { "reference \(Printable.text($0))" },
      discrepancy.account.map { "account \($0.rawValue)" },
    ].compactMap(\.self)
    return [names.joined(separator: ", "), discrepancy.meaning, discrepancy.remedy]
  }

  /// The longest time that the difference can have existed, and its beginning.
  private func age(_ discrepancy: Discrepancy) -> String? {
    discrepancy.since.map { since in
      let hours = max(0, now.since(since).components.seconds) / 3600
      return (hours >= 48 ? "\(hours / 24) days" : "\(hours) h").padded(to: 8) + "since \(since.local)"
    }
  }

  private static func count(_ number: Int, _ word: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? word : many ?? word + "s")"
  }
}

extension Discrepancy {
  var meaning: String {
    switch kind {
    case .orderNotPaid: "The shop lists the order as paid, but Ferry has no payment for it."
    case .orderUnknown: "The order is paid, but the shop's list does not contain it."
    case .orderNotCounted: "The order is paid, but the shop lists it as unpaid or cancelled."
    case .orderTotal: "The shop's total is not the amount that the buyer agreed to pay."
    case .orderCaptured: "The shop lists another captured amount."
    case .orderRefunded: "The shop lists another refunded amount."
    case .paidTwice: "Another checkout of the same order is paid, too."
    case .overdue: "A step of this checkout is overdue."
    case .undecided where operation != nil: "The outcome of an operation is unknown: it may have happened."
    case .undecided: "The checkout is held and needs a person's decision."
    case .refundExcess: "The provider has refunded more than it has captured. Ferry's amount is the capture."
    case .paidBackTwice:
      "Refunds and lost disputes have returned more than was captured. Ferry's amount is the capture."
    case .ledger: "The ledger's entries do not add up to the amounts of the payment."
    case .chargeUnrecorded: "The provider has a payment for this checkout that Ferry has not recorded."
    case .chargeUnknown: "The provider has a charge that belongs to no checkout of Ferry."
    case .chargeMissing: "The provider does not know the charge of this payment."
    case .captured: "The provider has captured another amount."
    case .refunded: "The provider has refunded another amount."
    case .held: "The provider has authorized another amount."
    case .refundUnknown: "The provider has refunded a charge that Ferry does not know."
    case .disputeUnrecorded where checkout == nil: "The provider has charged back a payment that Ferry does not know."
    case .disputeUnrecorded: "The provider has charged back money, and Ferry knows no dispute of it."
    case .disputed: "The provider has charged back another amount than the disputes that Ferry knows."
    }
  }

  var remedy: String {
    let id = checkout?.text ?? "ID"
    return switch kind {
    case .orderNotPaid: "Find out why the shop marked the order as paid, before shipping it."
    case .orderUnknown:
      """
      Resend the webhook with `ferry webhooks retry \(id)`. If the shop has no such order, refund it with `ferry payments \
      refund \(id)`.
      """
    case .orderNotCounted, .orderCaptured, .orderRefunded: "Resend the webhook with `ferry webhooks retry \(id)`."
    case .orderTotal:
      "Compare the shop's price with `ferry checkouts show \(id)`. The buyer agreed to Ferry's amount."
    case .paidTwice: "Decide which payment to keep, and refund the other one with `ferry payments refund \(id)`."
    case .overdue:
      """
      `ferry checkouts show \(id)` shows what is overdue. Fix the cause and try again with --repair, or stop waiting with \
      `ferry checkouts resolve \(id) hold`.
      """
    case .undecided: decision(id)
    case .refundExcess: "Look up the refunds in the provider's console, and reclaim the excess."
    case .ledger: "Ferry does not repair the ledger. Compare `ferry checkouts show \(id)` with the last backup."
    case .chargeUnrecorded, .captured, .refunded, .held:
      "Let Ferry ask the provider again with --repair. If the difference remains, check the provider's console."
    case .paidBackTwice:
      "`ferry disputes show \(id)` shows the disputes. Send the provider proof of the refund, or reclaim it from the buyer."
    case .disputeUnrecorded where checkout != nil:
      """
      Record it with --repair, or with `ferry disputes record \(id) \(providerReference ?? "DISPUTE") --state lost\
      \(provider.map { " --amount \($0.decimal)" } ?? "")`. If it can still be contested, record it with `--state needsResponse` \
      and --respond-by.
      """
    case .disputed:
      "Compare `ferry disputes show \(id)` with the provider's console, and correct it with `ferry disputes record`."
    case .chargeUnknown, .refundUnknown, .disputeUnrecorded:
      """
      Look it up in the provider's console. Another system may use the account, or the database was restored from an \
      old backup.
      """
    case .chargeMissing:
      "Look it up in the provider's console. Compare account, region and mode with the settings."
    }
  }

  /// The commands that decide it.
  private func decision(_ id: String) -> String {
    let amount = provider.map { " --amount \($0.decimal)" } ?? ""
    let console = "Look it up in the provider's console, then run `ferry checkouts resolve \(id)"
    guard let operation else { return "\(console) accept\(amount)`, or with `reject` or `ask`." }
    return "\(console) happened --operation \(operation)\(amount)`, or with `didNotHappen --operation \(operation)`."
  }
}

extension ServerClient {
  /// Lets the running server record the chargebacks of reports that it does not know, and ask the provider again about payments
  /// with discrepancies. The server stores the provider's answers.
  func repairs(of discrepancies: [Discrepancy]) async throws -> [ReconciliationReport.Repair] {
    var seen: Set<CheckoutID> = []
    var repairs: [ReconciliationReport.Repair] = []
    for discrepancy in discrepancies where discrepancy.kind == .disputeUnrecorded {
      guard let checkout = discrepancy.checkout, let dispute = discrepancy.providerReference else { continue }
      let result = try await record(dispute, discrepancy, of: checkout)
      repairs.append(ReconciliationReport.Repair(checkout: checkout.text, result: result))
    }
    let doubtful = discrepancies.filter(\.isForTheProvider).compactMap(\.checkout)
    for checkout in doubtful where seen.insert(checkout).inserted {
      repairs.append(ReconciliationReport.Repair(checkout: checkout.text, result: try await repair(checkout)))
    }
    return repairs
  }

  private func repair(_ checkout: CheckoutID) async throws -> String {
    do {
      let answer: Answer<CheckoutBody> = try await post("/v1/checkouts/\(checkout.text)/check")
      return answer.isDone ? "the provider answered" : "the provider has not answered yet"
    } catch let failure as CommandFailure {
      switch failure.problem?.type {
      case .wrongPhase?: return "held: decide about it with `ferry checkouts resolve`"
      case .notFound?: return "not asked: the key is for another shop or mode"
      default: throw failure
      }
    }
  }

  /// Records a chargeback of a settlement report as a lost dispute: the provider has taken the money.
  private func record(_ dispute: String, _ discrepancy: Discrepancy, of checkout: CheckoutID) async throws -> String {
    let body = RecordDisputeBody(
      state: .lost, amount: discrepancy.provider, openedAt: discrepancy.since, fromReport: true)
    do {
      let _: PaymentBody = try await put("/v1/checkouts/\(checkout.text)/disputes/\(dispute)", body)
      return "recorded the lost dispute \(Printable.text(dispute))"
    } catch let failure as CommandFailure {
      switch failure.problem?.type {
      case .notFound?: return "not recorded: the key is for another shop or mode"
      case .wrongPhase?, .invalidFields?: return "not recorded: \(failure)"
      default: throw failure
      }
    }
  }
}
