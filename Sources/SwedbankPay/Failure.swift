public import FerryHTTP

/// A failed call. After `unknownOutcome` get the payment order, and look for the reference among its transactions. A lost
/// `createPaymentOrder` leaves no order to get: nobody has seen its page, so create another with a new reference. A charge of a
/// token may have been made, and its callback or the Merchant Portal tells.
public typealias SwedbankPayFailure = CallFailure<SwedbankPayCodes>

public struct SwedbankPayCodes: FailureCodes {
  public typealias Operation = SwedbankPayCall.Operation

  /// Nil if the answer had none.
  public let problem: Problem?

  public init() { self.init(nil) }

  public init(_ problem: Problem?) { self.problem = problem }

  public var facts: [String] { problem.map { [$0.description] } ?? [] }

  public func sentence(_ kind: FailureKind, _ httpStatus: Int?) -> String {
    switch kind {
    case .rejected: "Swedbank Pay refused the request."
    case .transient: "Swedbank Pay could not be asked; nothing happened."
    case .unknownOutcome: "It is not known whether Swedbank Pay did it. Get the payment order, and decide by it."
    case .misconfigured where httpStatus == 401:
      "Swedbank Pay does not accept the access token. Make another in the Merchant Portal, for this environment."
    case .misconfigured where problem?.knownType != nil:
      "The merchant is not set up for this. Compare payee and access token, and ask Swedbank Pay about the contract."
    case .misconfigured:
      "This is not the address of Swedbank Pay's API. Check the address, and proxies on the way to it."
    }
  }
}

extension SwedbankPayFailure {
  /// Swedbank Pay's own message about a request that settings or contract do not allow; nil for other failures, and for a
  /// message about the payer. `description` does not have it.
  public var message: ProviderMessage? {
    guard kind == .misconfigured || kind == .rejected && operation == .createPaymentOrder, let problem = codes.problem
    else { return nil }
    let fields = problem.problems.prefix(8).compactMap { field in field.explanation.map { "\(field.name): \($0)" } }
    return ProviderMessage(([problem.detail ?? problem.title].compactMap(\.self) + fields).joined(separator: " "))
  }
}

extension SwedbankPayCall {
  /// Reads the requested object from an answer.
  /// - Parameter httpStatus: Any from 200 to 299 is a success.
  /// - Throws: `SwedbankPayFailure`, also for a body that cannot be read, or is about another object: then the outcome of a
  ///   call that changes anything is unknown.
  public func read<Answer: SwedbankPayAnswer>(
    _ type: Answer.Type = Answer.self, httpStatus: Int, body: [UInt8]
  ) throws(SwedbankPayFailure) -> Answer {
    if (200..<300).contains(httpStatus), let answer = try? Answer(httpStatus: httpStatus, body: body),
      answer.answers(self)
    {
      return answer
    }
    let problem = try? Problem(json: body)
    throw SwedbankPayFailure(kind(httpStatus, problem), operation, httpStatus: httpStatus, SwedbankPayCodes(problem))
  }

  private func kind(_ httpStatus: Int, _ problem: Problem?) -> FailureKind {
    let uncertain: FailureKind = operation.changesState ? .unknownOutcome : .transient
    switch httpStatus {
    // The body of a refused access token is not documented.
    case 401: return .misconfigured
    case 408, 200..<300, 500...: return uncertain
    case 400..<500: return problem?.knownType.map { kind($0, problem) } ?? unexplained(httpStatus, problem)
    default: return unexplained(httpStatus, problem)
    }
  }

  /// Only a documented problem proves that nothing happened.
  private func kind(_ type: ProblemType, _ problem: Problem?) -> FailureKind {
    switch type.meaning {
    case .providerFault: return operation.changesState ? .unknownOutcome : .transient
    case .configuration: return .misconfigured
    // There is no state yet that could forbid these: the merchant may not do them.
    case .notAllowed where [.createPaymentOrder, .getTokens, .startCheckIn].contains(operation): return .misconfigured
    // Another request with this reference may have done it.
    case .input where operation.changesState && problem?.namesPayeeReference == true: return .unknownOutcome
    default: return .rejected
    }
  }

  private func unexplained(_ httpStatus: Int, _ problem: Problem?) -> FailureKind {
    switch httpStatus {
    case 425, 429: return .transient
    default:
      // Something in between may have forwarded the request.
      if operation.changesState { return .unknownOutcome }
      return problem?.type.contains("/errordetail/") == true ? .rejected : .misconfigured
    }
  }
}
