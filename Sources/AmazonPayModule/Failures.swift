import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes

extension ProviderFailure {
  init(_ problem: InvalidField) {
    self = .misconfigured(reason: "Amazon Pay would refuse the request.", fix: problem.description)
  }

  /// For failures that are not rejections; rejections are outcomes.
  init(_ failure: AmazonPayFailure, _ answer: ProviderAnswer) {
    if answer.status.kind == .successful {
      self = .unreadable(reason: failure.description)
      return
    }
    switch failure.kind {
    case .transient: self = .transient(reason: failure.description, retryAfter: failure.retryAfter)
    case .unknownOutcome, .rejected: self = .unknownOutcome(reason: failure.description)
    case .misconfigured:
      if failure.cause == .clock, let offset = ClockOffset(learntFrom: answer) {
        self = .clockOff(.milliseconds(offset.milliseconds))
        return
      }
      let message = failure.message.map { " Amazon says: \($0)" } ?? ""
      self = .misconfigured(
        reason: "Amazon Pay refused a request (\(failure.facts)).\(message)", fix: failure.cause?.remedy ?? "")
    }
  }
}

extension Rejection {
  init(_ failure: AmazonPayFailure) {
    switch failure.cause {
    case .declined: self = .declined(DeclineReason(failure.reasonCode?.text))
    case .paymentMethodNotAllowed: self = .declined(.paymentMethodRefused)
    case .authenticationNotCompleted: self = .declined(.verificationFailed)
    case .notFound where failure.operation.isAboutSession: self = .foreignSession
    default: self = .notAllowed
    }
  }
}

extension DeclineReason {
  /// An error's reason code, or a declined charge's reason: for declines they are the same.
  init(_ reason: String?) {
    switch reason {
    case "SoftDeclined", "HardDeclined": self = .paymentMethodRefused
    case "TransactionTimedOut": self = .timedOut
    default: self = .refused
    }
  }
}

extension AmazonPayCall.Operation {
  var isAboutSession: Bool {
    switch self {
    case .createCheckoutSession, .getCheckoutSession, .updateCheckoutSession, .completeCheckoutSession,
      .finalizeCheckoutSession:
      true
    default: false
    }
  }
}
