public import FerryHTTP

/// A failed call. After `unknownOutcome` search the transaction before any retry: GMO knows no idempotency keys. The HTTP status
/// is 200 for refusals of the form-encoded flavour, too.
public typealias GMOFailure = CallFailure<GMOErrors>

/// GMO's errors of an answer.
public struct GMOErrors: FailureCodes {
  public typealias Operation = GMOCall.Operation

  /// In order; empty if no answer of GMO's came.
  public let errors: [GMOError]

  public init() { self.init([]) }

  public init(_ errors: [GMOError]) { self.errors = errors }

  /// The known meanings of the errors, in order.
  public var meanings: [GMOErrorMeaning] { errors.compactMap(\.meaning) }

  /// The class that decides among the errors; nil without errors.
  public var errorClass: GMOErrorClass? {
    let classes = Set(errors.map(\.errorClass))
    return [GMOErrorClass.unknown, .conflict, .input, .declined, .retryable].first { classes.contains($0) }
  }

  /// The error to show to a person: the first one that the settings are to blame for, else the first one.
  public var mainError: GMOError? { errors.first { $0.meaning?.isMisconfiguration == true } ?? errors.first }

  public var facts: [String] { errors.prefix(8).map(\.description) }

  public func sentence(_ kind: FailureKind, _ httpStatus: Int?) -> String {
    if let meaning = mainError?.meaning { return "\(meaning.cause) \(meaning.remedy)" }
    return switch kind {
    case .rejected: "GMO refused the request."
    case .transient: "GMO could not be asked; nothing happened."
    case .unknownOutcome: "It is not known whether GMO did it. Search the transaction, and decide by its status."
    case .misconfigured: "This is not the address of GMO's API. Check the base URL, and proxies on the way to it."
    }
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
  /// - Parameter httpStatus: The form-encoded flavour has 200 for refusals, too.
  /// - Throws: `GMOFailure`, also for a body that cannot be read, or is about another object: then the outcome of a call
  ///   that changes anything is unknown.
  public func read<Answer: GMOAnswer>(
    _ type: Answer.Type = Answer.self, httpStatus: Int, body: [UInt8], style: BodyStyle = .detected
  ) throws(GMOFailure) -> Answer {
    guard let fields = AnswerFields(answer: body, style), fields.isJSON || httpStatus == 200 else {
      throw GMOFailure(kind(withoutAnswer: httpStatus), operation, httpStatus: httpStatus)
    }
    guard fields.errors.isEmpty else {
      let errors = GMOErrors(fields.errors)
      throw GMOFailure(kind(errors), operation, httpStatus: httpStatus, errors)
    }
    guard httpStatus == 200, let answer = try? Answer(fields), answer.answers(self) else {
      throw GMOFailure(kind(withoutAnswer: httpStatus), operation, httpStatus: httpStatus)
    }
    return answer
  }

  private func kind(_ errors: GMOErrors) -> FailureKind {
    switch errors.errorClass {
    case .unknown, .conflict, nil: return operation.changesState ? .unknownOutcome : .transient
    case .retryable: return .transient
    case .input, .declined: return errors.meanings.contains(where: \.isMisconfiguration) ? .misconfigured : .rejected
    }
  }

  /// The answer is none of GMO's.
  private func kind(withoutAnswer httpStatus: Int) -> FailureKind {
    if operation.changesState { return .unknownOutcome }
    switch httpStatus {
    case 300..<400, 401, 403, 404, 405, 410: return .misconfigured
    default: return .transient
    }
  }
}
