import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import Hummingbird

/// The answer to what a request asks of the service. Errors are thrown as what they are to a merchant.
func explained(_ work: () async throws -> Response) async throws -> Response {
  do { return try await work() } catch { throw Problem.explaining(error) }
}

extension Problem {
  /// What an error of the service is to a merchant; the error itself where it is none of the service's.
  static func explaining(_ error: any Error) -> any Error {
    switch error {
    case let error as OrderProblems: Problem(error.problems)
    case let refusal as Refusal: Problem(refusal)
    case let refusal as CreationRefusal:
      refusal == .noRoom
        ? ProblemResponse(Problem(refusal), retryAfter: .seconds(60)) as any Error : Problem(refusal)
    case StoreError.keyReused:
      Problem(.keyReused, "This Idempotency-Key came with another request before. Use a new key for a new request.")
    case StoreError.notFound: Problem.noCheckout
    case StoreError.stopped: ProblemResponse.stopping
    case is ProviderFailure:
      Problem(.providerUnavailable, "The payment provider cannot be reached as it should. Nothing is decided by it.")
    default: error
    }
  }

  /// The same for a checkout that does not exist and for one that is somebody else's.
  static let noCheckout = Problem(.notFound, "There is no such checkout; check the id, and the key's shop and mode.")

  static let returnUnclaimed = Problem(
    .returnUnclaimed, "The buyer has come back, and that was not claimed yet. Claim it with the code that he came with."
  )

  static let unclearAnswer = Problem(
    .providerUnavailable,
    "The payment provider did not say whether it still holds what was shown. Nothing has changed; confirm again.")

  /// - Parameter fields: At least one.
  private init(_ fields: [OrderProblem]) {
    let first = fields.first?.description ?? ""
    self.init(
      .invalidFields,
      fields.count == 1 ? first : "\(fields.count) fields cannot be accepted; errors names each. The first: \(first)",
      errors: fields.map { FieldError(pointer: $0.pointer, detail: $0.detail) })
  }

  private init(_ refusal: Refusal) {
    switch refusal {
    case .reviewChanged: self.init(.reviewChanged, refusal.description)
    case .operationUnderWay: self.init(.inProgress, refusal.description)
    case .amountExceeded(let left): self.init(.amountExceeded, refusal.description, left: left)
    case .nothingLeft: self.init(.nothingLeft, refusal.description)
    case .invalidAmount, .capturedInWhole, .refundedInWhole: self.init([OrderProblem("/amount", refusal.description)])
    case .operationReused:
      self.init(
        .keyReused,
        "This Idempotency-Key came with another operation on this checkout before. Use a new key for a new one.")
    case .wrongPhase, .orderPaid, .nothingToAccept, .notOverdue, .money:
      self.init(.wrongPhase, refusal.description)
    }
  }

  private init(_ refusal: CreationRefusal) {
    switch refusal {
    case .orderPaid(let id):
      self.init(
        .wrongPhase, "This order is paid already. Read its checkout, and sell again under a new orderReference.",
        instance: "/v1/checkouts/\(id.text)")
    case .attemptLive(let id, let phase):
      self.init(
        .attemptLive,
        "Another checkout of this order is \(phase.rawValue) and may still be paid. Cancel it, or wait for its end.",
        instance: "/v1/checkouts/\(id.text)")
    case .noRoom:
      self.init(.unavailable, "The server is short of disk and takes no new checkouts. Those under way go on.")
    case .unknownProvider: self.init([NewCheckout.unknownProvider])
    }
  }
}
