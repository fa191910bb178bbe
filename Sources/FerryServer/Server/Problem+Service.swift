import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import Hummingbird

extension Problem {
  /// The problem for an error of the service; the error itself if it is not one of the service's.
  static func explaining(_ error: any Error) -> any Error {
    switch error {
    case let error as OrderProblems: Problem(error.problems)
    case let refusal as Refusal: Problem(refusal)
    case let refusal as CreationRefusal:
      refusal == .noRoom ? ProblemResponse(Problem(refusal), retryAfter: .seconds(60)) as any Error : Problem(refusal)
    case StoreError.keyReused:
      Problem(.keyReused, "Another request was sent with this Idempotency-Key. Use a new key for a new request.")
    case StoreError.notFound: Problem.noCheckout
    case StoreError.stopped, StoreError.unavailable: ProblemResponse(unavailable: error) ?? error
    case is ProviderFailure:
      Problem(
        .providerUnavailable,
        "The payment provider is not available at the moment. Nothing has changed; try again later.")
    default: error
    }
  }

  static let nothingHere = Problem(.notFound, "There is nothing here; check the address.")

  /// The same for an unknown checkout and for a checkout of another merchant.
  static let noCheckout = Problem(.notFound, "There is no such checkout; check the id, and the key's shop and mode.")

  static let returnUnclaimed = Problem(
    .returnUnclaimed,
    "The buyer has returned, but the return is not claimed. Claim it with its code."
  )

  static let unclearAnswer = Problem(
    .providerUnavailable,
    "The payment provider's answer did not confirm the review. Nothing has changed; confirm again.")

  /// - Parameter fields: At least one.
  private init(_ fields: [OrderProblem]) {
    self.init(fields: fields.map { FieldError(pointer: $0.pointer, detail: $0.detail) })
  }

  private init(_ refusal: Refusal) {
    switch refusal {
    case .reviewChanged: self.init(.reviewChanged, refusal.description)
    case .operationUnderWay, .requestMayArrive: self.init(.inProgress, refusal.description)
    case .amountExceeded(let left), .captureExceeded(let left, _):
      self.init(.amountExceeded, refusal.description, left: left)
    case .nothingLeft: self.init(.nothingLeft, refusal.description)
    case .nothingToPay: self.init(.nothingToPay, refusal.description)
    case .paymentDisputed(let id, let left):
      self.init(.paymentDisputed, refusal.description, left: left, dispute: id.text)
    case .invalidAmount, .capturedInWhole, .refundedInWhole, .amountDiffers, .totalDiffers, .amountNotConcerned:
      self.init([OrderProblem("/amount", refusal.description)])
    case .lines:
      self.init([OrderProblem("/lines", refusal.description)])
    case .operationUndecided: self.init([OrderProblem("/decision", refusal.description)])
    case .operationNotFound, .operationNotConcerned: self.init([OrderProblem("/operation", refusal.description)])
    case .operationReused:
      self.init(
        .keyReused,
        "Another operation on this checkout was sent with this Idempotency-Key. Use a new key for a new operation.")
    case .wrongPhase, .orderPaid, .nothingToAccept, .notOverdue, .operationNotUnknown, .notDisputable, .notAnswerable,
      .money:
      self.init(.wrongPhase, refusal.description)
    }
  }

  /// A refusal of an operation by lines, with the line that is wrong. Nil for a refusal for another reason.
  init?(_ refusal: Refusal, of lines: [LineQuantity]) {
    var detail = refusal.description
    let place: String? =
      switch refusal {
      case .lines(.unknown(let id)): lines.firstIndex { $0.id == id }.map { "/\($0)/id" }
      case .lines(.repeated(let id)): lines.lastIndex { $0.id == id }.map { "/\($0)/id" }
      case .lines(.exceeded(let id, _)): lines.firstIndex { $0.id == id }.map { "/\($0)/quantity" }
      case .lines(.besideAmount), .capturedInWhole, .refundedInWhole, .invalidAmount: ""
      default: nil
      }
    guard let place else { return nil }
    if refusal == .invalidAmount {
      detail = lines.isEmpty ? "Name at least one line." : "Nothing is to be paid for these lines. Name others."
    }
    self.init([OrderProblem("/lines" + place, detail)])
  }

  private init(_ refusal: CreationRefusal) {
    switch refusal {
    case .orderPaid(let id):
      self.init(
        .wrongPhase, "This order is paid. Read its checkout; use a new orderReference for a new order.",
        instance: "/v1/checkouts/\(id.text)")
    case .attemptLive(let id, let phase):
      self.init(
        .attemptLive,
        "Another checkout of this order is \(phase.rawValue) and may still be paid. Cancel it, or wait until it ends.",
        instance: "/v1/checkouts/\(id.text)")
    case .nothingToPay:
      self.init(
        .nothingToPay, "Nothing is left to pay for this order. Finish it in the shop, without a checkout.")
    case .noRoom:
      self.init(
        .unavailable, "The server's disk is nearly full, so it takes no new checkouts. Existing checkouts continue.")
    }
  }
}

extension ProblemResponse {
  /// The answer while the store takes nothing, because this server stops or the store does not answer: 503, and when to try
  /// again. Nil for any other error.
  init?(unavailable error: any Error) {
    let detail: String
    switch error {
    case StoreError.stopped: detail = "The server is stopping. Nothing is lost; try again."
    case StoreError.unavailable:
      detail = "The server's database does not answer at the moment. Nothing is lost; try again."
    default: return nil
    }
    self.init(Problem(.unavailable, detail), retryAfter: .seconds(5))
  }
}
