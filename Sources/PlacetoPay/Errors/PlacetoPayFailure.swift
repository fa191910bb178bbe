public import FerryCore
public import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failed call. Its kind says what to do next. It prints without PlacetoPay's message, which can repeat values of the
/// request.
public struct PlacetoPayFailure: Error, Hashable, Sendable, Redacted {
  /// The kind of failure, which says what to do next.
  public enum Kind: Hashable, Sendable {
    /// Login or signature were not accepted. Nothing happened.
    case authentication(AuthenticationProblem)
    /// PlacetoPay refused the request; a retry does not help.
    case refused
    /// Nothing happened. Retry.
    case transient
    /// It may have happened. Query the session before a retry: no call has an idempotency key. A lost `collect` leaves no
    /// session to query: repeat it within 24 hours with the same reference and amount, which PlacetoPay charges once.
    case unknownOutcome
    /// The answer did not come from PlacetoPay, or from a place at PlacetoPay that has no such path.
    case notPlacetoPay
  }

  /// The kind of failure, which says what to do next.
  public let kind: Kind
  /// The operation of the call.
  public let operation: PlacetoPayCall.Operation
  /// The HTTP status; nil if no answer came.
  public let httpStatus: Int?
  /// The status in the answer; nil if there is none.
  public let status: Status?

  public init(
    _ kind: Kind, _ operation: PlacetoPayCall.Operation, httpStatus: Int? = nil, status: Status? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.httpStatus = httpStatus
    self.status = status
  }

  /// No answer came.
  /// - Parameter sent: True if any byte of the request may have left this machine.
  public static func noAnswer(to operation: PlacetoPayCall.Operation, sent: Bool) -> PlacetoPayFailure {
    PlacetoPayFailure(sent && operation.changesState ? .unknownOutcome : .transient, operation)
  }

  /// PlacetoPay's clock when it refused a request for its time; nil for another failure.
  public var providerTime: Moment? { kind == .authentication(.clock) ? status?.moment : nil }

  /// PlacetoPay's own message about a login, a site or a new session that it does not allow; nil for other failures, and for
  /// a message about the buyer. `description` does not have it.
  public var message: ProviderMessage? {
    switch kind {
    case .authentication, .notPlacetoPay: ProviderMessage(status?.message)
    case .refused: operation == .createSession ? ProviderMessage(status?.message) : nil
    case .transient, .unknownOutcome: nil
    }
  }

  /// PlacetoPay's reason; nil if there is none.
  public var reason: Open<Status.Reason>? { status?.reason }

  public var description: String {
    let text =
      switch kind {
      case .authentication(let problem): problem.description
      case .refused: "PlacetoPay refused the request."
      case .transient: "PlacetoPay could not be asked; nothing happened."
      case .unknownOutcome: "It is not known whether PlacetoPay did it."
      case .notPlacetoPay:
        "This is not the address of PlacetoPay's API. Check the base URL, and proxies on the way to it."
      }
    let facts = [operation.rawValue, httpStatus.map { "HTTP \($0)" }, status?.description].compactMap { $0 }
    return "\(text) (\(facts.joined(separator: ", ")))"
  }
}

extension PlacetoPayCall {
  /// Reads the requested object from an answer. PlacetoPay's word is in the body, whatever the HTTP status.
  /// - Parameters:
  ///   - httpStatus: The HTTP status.
  ///   - body: JSON in UTF-8.
  /// - Throws: `PlacetoPayFailure`, also for a body that cannot be read, or is about another object.
  public func read<Object: PlacetoPayObject>(
    _ type: Object.Type = Object.self, httpStatus: Int, body: [UInt8]
  ) throws(PlacetoPayFailure) -> Object {
    let answer = try? JSONDecoder().decode(StatusOnly.self, from: Data(body))
    // A refused signature never has the object of a call, whose own status may be any.
    if answer.map({ isObject($0, httpStatus) }) != false,
      let object = try? JSONDecoder().decode(Object.self, from: Data(body)),
      object.answers(self)
    {
      return object
    }
    throw PlacetoPayFailure(kind(httpStatus, answer), operation, httpStatus: httpStatus, status: answer?.status)
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

  private func kind(_ httpStatus: Int, _ answer: StatusOnly?) -> PlacetoPayFailure.Kind {
    let uncertain: PlacetoPayFailure.Kind = operation.changesState ? .unknownOutcome : .transient
    if let answer {
      if answer.isAboutAuthentication(httpStatus) {
        return .authentication(AuthenticationProblem(message: answer.status.message))
      }
      // PlacetoPay has no such path, so that nothing was done: the base URL is wrong.
      if answer.status.reason == .known(.noSuchPath), httpStatus < 500 { return .notPlacetoPay }
      // A documented refusal is final. An unknown one may come after the deed, as an error of PlacetoPay's own may.
      let isDocumented = answer.isDocumentedRefusal || !operation.movesMoney
      if answer.status.state == .known(.failed), Self.decides(httpStatus) {
        return isDocumented ? .refused : .unknownOutcome
      }
    }
    switch httpStatus {
    case 425, 429: return .transient
    case 408, 500...599: return uncertain
    // An unreadable success, or one about another object.
    case 200..<300: return uncertain
    // Any other body is from something in between, which may have forwarded the request.
    default: return operation.movesMoney ? .unknownOutcome : .notPlacetoPay
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
