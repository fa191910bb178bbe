public import FerryCore
public import FerryHTTP

/// A failed call. After `unknownOutcome` query the session before a retry: no call has an idempotency key. A lost `collect` leaves
/// no session to query: repeat it within 24 hours with the same reference and amount, which PlacetoPay charges once.
public typealias PlacetoPayFailure = CallFailure<PlacetoPayCodes>

public struct PlacetoPayCodes: FailureCodes {
  public typealias Operation = PlacetoPayCall.Operation

  /// Nil if there is none.
  public let status: Status?
  /// Why login or signature were not accepted. Nil for another failure; a misconfiguration without it is an answer that did not
  /// come from PlacetoPay, or from a place at PlacetoPay that has no such path.
  public let authentication: AuthenticationProblem?

  public init() { self.init(nil) }

  public init(_ status: Status?, authentication: AuthenticationProblem? = nil) {
    self.status = status
    self.authentication = authentication
  }

  public var reason: Open<Status.Reason>? { status?.reason }

  /// PlacetoPay's clock when it refused a request for its time; nil for another failure.
  public var providerTime: Moment? { authentication == .clock ? status?.moment : nil }

  public var facts: [String] { status.map { [$0.description] } ?? [] }

  public func sentence(_ kind: FailureKind, _ httpStatus: Int?) -> String {
    switch kind {
    case .rejected: "PlacetoPay refused the request."
    case .transient: "PlacetoPay could not be asked; nothing happened."
    case .unknownOutcome: "It is not known whether PlacetoPay did it."
    case .misconfigured:
      authentication?.description
        ?? "This is not the address of PlacetoPay's API. Check the base URL, and proxies on the way to it."
    }
  }
}

extension PlacetoPayFailure {
  /// PlacetoPay's own message about a login, a site or a new session that it does not allow; nil for other failures, and for
  /// a message about the buyer. `description` does not have it.
  public var message: ProviderMessage? {
    switch kind {
    case .misconfigured: ProviderMessage(codes.status?.message)
    case .rejected: operation == .createSession ? ProviderMessage(codes.status?.message) : nil
    case .transient, .unknownOutcome: nil
    }
  }
}

extension PlacetoPayCall {
  /// Reads the requested object from an answer. PlacetoPay's word is in the body, whatever the HTTP status.
  /// - Throws: `PlacetoPayFailure`, also for a body that cannot be read, or is about another object.
  public func read<Object: PlacetoPayObject>(
    _ type: Object.Type = Object.self, httpStatus: Int, body: [UInt8]
  ) throws(PlacetoPayFailure) -> Object {
    let answer = try? StatusOnly(json: body)
    // A refused signature never has the object of a call, whose own status may be any.
    if answer.map({ isObject($0, httpStatus) }) != false,
      let object = try? Object(json: body), object.answers(self)
    {
      return object
    }
    let authentication = answer.flatMap {
      $0.isAboutAuthentication(httpStatus) ? AuthenticationProblem(message: $0.status.message) : nil
    }
    throw PlacetoPayFailure(
      authentication == nil ? kind(httpStatus, answer) : .misconfigured, operation, httpStatus: httpStatus,
      PlacetoPayCodes(answer?.status, authentication: authentication))
  }

  /// True if the rest of an answer counts. A failure of PlacetoPay's own, or one of an unknown kind, decides nothing about
  /// money, even if it shows a transaction.
  private func isObject(_ answer: StatusOnly, _ httpStatus: Int) -> Bool {
    guard !answer.isAboutAuthentication(httpStatus) else { return false }
    guard operation.movesMoney, answer.status.state == .known(.failed) else { return true }
    return Self.decides(httpStatus) && answer.isDocumentedRefusal
  }

  /// False for an HTTP status that says that the request could not be processed, or not now.
  private static func decides(_ httpStatus: Int) -> Bool { httpStatus < 500 && ![408, 425, 429].contains(httpStatus) }

  private func kind(_ httpStatus: Int, _ answer: StatusOnly?) -> FailureKind {
    let uncertain: FailureKind = operation.changesState ? .unknownOutcome : .transient
    if let answer {
      // PlacetoPay has no such path, so that nothing was done: the base URL is wrong.
      if answer.status.reason == .known(.noSuchPath), httpStatus < 500 { return .misconfigured }
      // A documented refusal is final. An unknown one may come after the deed, as an error of PlacetoPay's own may.
      let isDocumented = answer.isDocumentedRefusal || !operation.movesMoney
      if answer.status.state == .known(.failed), Self.decides(httpStatus) {
        return isDocumented ? .rejected : .unknownOutcome
      }
    }
    switch httpStatus {
    case 425, 429: return .transient
    case 408, 500...599: return uncertain
    // An unreadable success, or one about another object.
    case 200..<300: return uncertain
    // Any other body is from something in between, which may have forwarded the request.
    default: return operation.movesMoney ? .unknownOutcome : .misconfigured
    }
  }

  /// The envelope of a refusal, which every other answer has, too.
  private struct StatusOnly: Decodable {
    let status: Status

    /// False for a reason that no documented refusal has, such as that of a success or of a pending transaction.
    var isDocumentedRefusal: Bool {
      switch status.reason?.known {
      case nil, .success, .processed, .transactionPending, .partiallyApproved, .pending: false
      default: true
      }
    }

    /// PlacetoPay writes the reason as a number, and some versions as text.
    func isAboutAuthentication(_ httpStatus: Int) -> Bool {
      status.state == .known(.failed) && (status.reason == .known(.authentication) || httpStatus == 401)
    }
  }
}
