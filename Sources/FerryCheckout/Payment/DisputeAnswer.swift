public import FerryCore

/// The shop's answer to a dispute, without its content.
public struct DisputeAnswer: Codable, Hashable, Sendable {
  public enum State: String, Codable, Hashable, Sendable {
    case sending
    case sent
    /// The provider does not take it.
    case refused
    /// Given up: the dispute or the buyer's data ended before, or its outcome cannot be known.
    case stopped
  }

  /// The merchant's: the same id again is the same answer.
  public let id: OperationID
  /// Tells whether an answer with the same id has the same content.
  public let digest: String
  public let parts: [EvidencePart]
  public let at: Moment
  public internal(set) var state = State.sending
  let command: CommandNumber
}

/// A piece of evidence without its content, which a checkout keeps.
public struct EvidencePart: Codable, Hashable, Sendable {
  public let type: EvidenceType
  /// Nil for a text.
  public let file: EvidenceFileType?

  public init(_ type: EvidenceType, _ file: EvidenceFileType? = nil) {
    self.type = type
    self.file = file
  }
}

/// A piece of evidence with its content. It may tell of the buyer: it is stored apart from the checkout, until the provider has it
/// or the buyer is erased.
public struct Evidence: Hashable, Sendable {
  public let part: EvidencePart
  /// The text in UTF-8, or the file.
  public let content: [UInt8]

  public init(_ part: EvidencePart, _ content: [UInt8]) {
    self.part = part
    self.content = content
  }
}

extension Dispute {
  /// The shop's last answer.
  public var answer: DisputeAnswer? { answers?.last }

  /// True while the provider waits for the shop's answer.
  public var isAnswerable: Bool { source == .provider && state == .needsResponse && isRead }

  mutating func endAnswer(_ state: DisputeAnswer.State) {
    guard let last = answers?.indices.last else { return }
    answers?[last].state = state
  }
}

extension Payment {
  /// The dispute whose answer is being sent.
  var answering: Int? { disputes.firstIndex { $0.answer?.state == .sending } }
}

extension Checkout {
  /// The command that sends an answer; nil if none is under way.
  package var answerCommand: CommandNumber? {
    payment?.answering.flatMap { payment?.disputes[$0].answer?.command }
  }

  package func answer(_ id: OperationID) -> DisputeAnswer? {
    payment?.disputes.lazy.compactMap { $0.answers?.first { $0.id == id } }.first
  }

  /// The last answer to a dispute.
  package func answer(to dispute: DisputeID) -> DisputeAnswer? { payment?.disputes.first { $0.id == dispute }?.answer }

  mutating func answerDispute(
    _ dispute: DisputeID, _ id: OperationID, digest: String, _ parts: [EvidencePart], at now: Moment
  ) throws(Refusal) -> [Command] {
    guard let index = payment?.disputes.firstIndex(where: { $0.id == dispute }), let known = payment?.disputes[index]
    else {
      throw .notAnswerable
    }
    for other in payment?.disputes ?? [] {
      guard let answer = other.answers?.first(where: { $0.id == id }) else { continue }
      guard other.id == dispute, answer.digest == digest else { throw .operationReused }
      return []
    }
    guard known.isAnswerable else { throw .notAnswerable }
    guard payment?.answering == nil else { throw .operationUnderWay }
    let command = newCommand(.answerDispute(dispute))
    let answer = DisputeAnswer(id: id, digest: digest, parts: parts, at: now, command: command.number)
    payment?.disputes[index].answers = (known.answers ?? []) + [answer]
    return [command]
  }

  /// - Returns: Questions; nil if the command was for no answer.
  mutating func recordAnswer(_ number: CommandNumber, _ outcome: Outcome, at now: Moment) -> [Command]? {
    guard let index = payment?.disputes.firstIndex(where: { $0.answer?.command == number }) else { return nil }
    switch outcome {
    case .observed, .rejected(.alreadyDone): payment?.disputes[index].endAnswer(.sent)
    case .rejected: payment?.disputes[index].endAnswer(.refused)
    case .parked, .unanswered: payment?.disputes[index].endAnswer(.stopped)
    }
    guard case .observed(let observation) = outcome else {
      let id = payment?.disputes[index].id
      return askAboutDisputes(at: now) { $0.id == id && $0.state.isOpen }
    }
    mergeDisputes(of: observation, at: now)
    return []
  }
}
