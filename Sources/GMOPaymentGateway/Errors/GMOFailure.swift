/// A failed call. Its kind says what to do next.
public struct GMOFailure: Error, Hashable, Sendable {
  /// The kind of failure, which says what to do next.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing happened, and a retry does not help.
    case rejected
    /// Nothing happened. Retry.
    case transient
    /// It may have happened. Search the transaction before any retry: GMO knows no idempotency keys.
    case unknownOutcome
    /// Nothing happened, and nothing can before a person corrects settings or contract.
    case misconfigured
  }

  /// The kind of failure, which says what to do next.
  public let kind: Kind
  /// The operation of the call.
  public let operation: GMOCall.Operation
  /// The HTTP status; nil if no answer came. It is 200 for refusals of the form-encoded flavour, too.
  public let httpStatus: Int?
  /// GMO's errors in order; empty if no answer of GMO's came.
  public let errors: [GMOError]

  public init(
    _ kind: Kind, _ operation: GMOCall.Operation, httpStatus: Int? = nil, errors: [GMOError] = []
  ) {
    self.kind = kind
    self.operation = operation
    self.httpStatus = httpStatus
    self.errors = errors
  }

  /// No answer came.
  /// - Parameter sent: True if any byte of the request may have left this machine.
  public static func noAnswer(to operation: GMOCall.Operation, sent: Bool) -> GMOFailure {
    GMOFailure(sent && operation.changesState ? .unknownOutcome : .transient, operation)
  }

  /// The known meanings of the errors, in order.
  public var meanings: [GMOErrorMeaning] { errors.compactMap(\.meaning) }

  /// The class that decides among the errors; nil without errors.
  public var errorClass: GMOErrorClass? {
    let classes = Set(errors.map(\.errorClass))
    return [GMOErrorClass.unknown, .conflict, .input, .declined, .retryable].first { classes.contains($0) }
  }

  /// The error to show to a person: the first one that the settings are to blame for, else the first one.
  public var mainError: GMOError? { errors.first { $0.meaning?.isMisconfiguration == true } ?? errors.first }
}

extension GMOFailure: CustomStringConvertible {
  /// For logs and for the person on call: GMO's codes with cause and remedy, and no text of GMO's.
  public var description: String {
    let text =
      if let meaning = mainError?.meaning {
        "\(meaning.cause) \(meaning.remedy)"
      } else {
        switch kind {
        case .rejected: "GMO refused the request."
        case .transient: "GMO could not be asked; nothing happened."
        case .unknownOutcome: "It is not known whether GMO did it. Search the transaction, and decide by its status."
        case .misconfigured:
          "This is not the address of GMO's API. Check the base URL, and proxies on the way to it."
        }
      }
    let facts = [operation.rawValue] + (httpStatus.map { ["HTTP \($0)"] } ?? []) + errors.prefix(8).map(\.description)
    return "\(text) (\(facts.joined(separator: ", ")))"
  }
}

/// An object in an answer.
public protocol GMOAnswer: Sendable {
  /// - Throws: `UnreadableAnswer` if a field is missing that the object cannot do without, or one is malformed.
  init(_ fields: AnswerFields) throws(UnreadableAnswer)

  /// Returns true if this is the object that the call asked for.
  func answers(_ call: GMOCall) -> Bool
}

extension GMOCall {
  /// Reads the requested object from an answer. The flavour is that of the body.
  /// - Parameters:
  ///   - httpStatus: The HTTP status. The form-encoded flavour has 200 for refusals, too.
  ///   - body: As received.
  /// - Throws: `GMOFailure`, also for a body that cannot be read, or is about another object: then the outcome of a call
  ///   that changes anything is unknown.
  public func read<Answer: GMOAnswer>(
    _ type: Answer.Type = Answer.self, httpStatus: Int, body: [UInt8], style: BodyStyle = .detected
  ) throws(GMOFailure) -> Answer {
    guard let fields = AnswerFields(answer: body, style), fields.isJSON || httpStatus == 200 else {
      throw GMOFailure(kind(withoutAnswer: httpStatus), operation, httpStatus: httpStatus)
    }
    guard fields.errors.isEmpty else {
      throw GMOFailure(kind(fields.errors), operation, httpStatus: httpStatus, errors: fields.errors)
    }
    guard httpStatus == 200, let answer = try? Answer(fields), answer.answers(self) else {
      throw GMOFailure(kind(withoutAnswer: httpStatus), operation, httpStatus: httpStatus)
    }
    return answer
  }

  private func kind(_ errors: [GMOError]) -> GMOFailure.Kind {
    let failure = GMOFailure(.rejected, operation, errors: errors)
    switch failure.errorClass {
    case .unknown, .conflict, nil: return operation.changesState ? .unknownOutcome : .transient
    case .retryable: return .transient
    case .input, .declined: return failure.meanings.contains(where: \.isMisconfiguration) ? .misconfigured : .rejected
    }
  }

  /// The answer is none of GMO's.
  private func kind(withoutAnswer httpStatus: Int) -> GMOFailure.Kind {
    if operation.changesState { return .unknownOutcome }
    switch httpStatus {
    case 300..<400, 401, 403, 404, 405, 410: return .misconfigured
    default: return .transient
    }
  }
}
