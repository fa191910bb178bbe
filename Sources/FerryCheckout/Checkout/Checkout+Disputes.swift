import FerryCore

/// Disputes of the payment. They change no phase: a paid order stays paid, and a lost one is a loss in the books.
extension Checkout {
  /// The provider says that a dispute was opened or has changed. It is recorded at once, and the provider is asked.
  mutating func disputeNoticed(_ id: DisputeID, at now: Moment) -> [Command] {
    if !noticedDisputes.contains(id) { noticedDisputes.append(id) }
    adoptNoticedDisputes(at: now)
    guard noticedDisputes.isEmpty else { return askProvider(at: now) }
    return askAboutDisputes(at: now) { $0.id == id }
  }

  /// Makes disputes the payment's whose notice came before anybody told of the capture. The next question about them is due at
  /// once.
  mutating func adoptNoticedDisputes(at now: Moment) {
    guard payment?.captured.isPositive == true else { return }
    for id in noticedDisputes { payment?.noticeDispute(id, at: now) }
    noticedDisputes = []
  }

  /// An operator records what the provider tells by letter, by e-mail or in its console only.
  mutating func recordDispute(
    _ report: DisputeReport, from source: Dispute.Source, at now: Moment, for order: Order
  ) throws(Refusal) -> [Command] {
    guard let payment, payment.captured.isPositive else { throw .notDisputable }
    if let amount = report.amount, amount.currency != payment.currency || !amount.isPositive { throw .invalidAmount }
    self.payment?.merge(report, from: source, at: now)
    return phase.isFinal ? applyVerdict(at: now, for: order) ?? [] : []
  }

  /// Asks the provider about those of its disputes that are meant, unless a question is under way.
  mutating func askAboutDisputes(at now: Moment, _ isMeant: (Dispute) -> Bool) -> [Command] {
    guard let disputes = payment?.disputes else { return [] }
    return disputes.indices.compactMap { index in
      let dispute = disputes[index]
      guard dispute.source == .provider, dispute.question == nil, isMeant(dispute) else { return nil }
      let question = newCommand(.readDispute(dispute.id))
      payment?.disputes[index].question = question.number
      payment?.disputes[index].askedAt = now
      return question
    }
  }

  /// Records the answer to a question about a dispute. Without one the dispute stays as it is, and is asked about again.
  /// - Returns: False if the command was no such question.
  mutating func recordDispute(_ number: CommandNumber, _ outcome: Outcome, at now: Moment) -> Bool {
    guard let index = payment?.disputes.firstIndex(where: { $0.question == number }) else { return false }
    payment?.disputes[index].question = nil
    if case .observed(let observation) = outcome { mergeDisputes(of: observation, at: now) }
    return true
  }

  mutating func mergeDisputes(of observation: Observation, at now: Moment) {
    for report in observation.disputes { payment?.merge(report, from: .provider, at: now) }
  }

  /// Forgets the questions about disputes that are not outstanding, which are asked again in time, and stops such an answer.
  package mutating func forgetDisputeCommands(besides outstanding: [CommandNumber]) {
    for index in payment?.disputes.indices ?? 0..<0 {
      if let question = payment?.disputes[index].question, !outstanding.contains(question) {
        payment?.disputes[index].question = nil
      }
    }
    if let index = payment?.answering, let answer = answerCommand, !outstanding.contains(answer) {
      payment?.disputes[index].endAnswer(.stopped)
    }
  }

  /// When the provider is asked about a dispute.
  var disputeQuestionAt: Moment? { payment?.disputes.compactMap(\.questionAt).min() }
}
