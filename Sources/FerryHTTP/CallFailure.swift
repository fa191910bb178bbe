public import FerryCore

/// The next step after a failed call.
public enum FailureKind: String, Hashable, Sendable, CaseIterable {
  /// Nothing happened, and a retry does not help.
  case rejected
  /// Nothing happened. Retry.
  case transient
  /// It may have happened. Ask the provider before any retry, as the client's documentation says.
  case unknownOutcome
  /// Nothing happened, and nothing can before a person corrects settings or contract.
  case misconfigured
}

/// A failed call to a provider. Its kind says what to do next; the provider's codes say why. It prints without the provider's
/// texts, which can repeat values of the request.
@dynamicMemberLookup
public struct CallFailure<Codes: FailureCodes>: Error, Hashable, Sendable, Redacted {
  public typealias Kind = FailureKind

  public let kind: Kind
  public let operation: Codes.Operation
  /// The HTTP status; nil if no answer came.
  public let httpStatus: Int?
  public let codes: Codes

  public init(_ kind: Kind, _ operation: Codes.Operation, httpStatus: Int? = nil, _ codes: Codes = Codes()) {
    self.kind = kind
    self.operation = operation
    self.httpStatus = httpStatus
    self.codes = codes
  }

  /// No answer came.
  /// - Parameter sent: True if any byte of the request may have left this machine.
  public static func noAnswer(to operation: Codes.Operation, sent: Bool) -> Self {
    Self(sent && operation.changesState ? .unknownOutcome : .transient, operation)
  }

  public subscript<Value>(dynamicMember member: KeyPath<Codes, Value>) -> Value { codes[keyPath: member] }

  /// Operation, HTTP status and codes, for logs.
  package var facts: String {
    ([operation.rawValue] + (httpStatus.map { ["HTTP \($0)"] } ?? []) + codes.facts).joined(separator: ", ")
  }

  /// For logs and for the person on call.
  public var description: String { "\(codes.sentence(kind, httpStatus)) (\(facts))" }
}

/// An operation of a provider's API.
public protocol ProviderOperation: RawRepresentable<String>, Hashable, Sendable {
  /// True if it changes anything at the provider.
  var changesState: Bool { get }
}

/// A provider's codes for a failed call, as data.
public protocol FailureCodes: Hashable, Sendable {
  associatedtype Operation: ProviderOperation
  /// Without any: no answer of the provider came.
  init()
  /// The failure and what to do, in a sentence or two without the provider's texts.
  func sentence(_ kind: FailureKind, _ httpStatus: Int?) -> String
  /// The codes for logs.
  var facts: [String] { get }
}

extension ProviderTransport {
  /// Sends a call once, and reads its answer.
  package func perform<Codes: FailureCodes, Answer>(
    _ operation: Codes.Operation, _ sealed: SealedRequest, timeout: Duration,
    read: (ProviderAnswer) throws(CallFailure<Codes>) -> Answer
  ) async throws(CallFailure<Codes>) -> Answer {
    let answer: ProviderAnswer
    do throws(TransportFailure) {
      answer = try await send(sealed.request, body: sealed.body, timeout: timeout)
    } catch {
      switch error {
      case .notSent: throw .noAnswer(to: operation, sent: false)
      case .unknown: throw .noAnswer(to: operation, sent: true)
      }
    }
    return try read(answer)
  }
}
