import AmazonPay
import FerryCheckout
import FerryCore

extension Rejection {
  init(_ rejection: AmazonPayFailure.Rejection, _ failure: AmazonPayFailure) {
    switch rejection {
    case .declined: self = .declined(DeclineReason(failure.reasonCode?.known))
    case .paymentMethodNotAllowed: self = .declined(.paymentMethodRefused)
    case .authenticationNotCompleted: self = .declined(.verificationFailed)
    case .notFound where failure.operation.isAboutSession: self = .foreignSession
    case .amountMismatch, .limitExceeded, .notPossible, .notFound: self = .notAllowed
    }
  }
}

extension DeclineReason {
  init(_ code: ReasonCode?) {
    switch code {
    case .softDeclined, .hardDeclined: self = .paymentMethodRefused
    case .transactionTimedOut: self = .timedOut
    default: self = .refused
    }
  }

  init(_ reason: Charge.Reason?) {
    switch reason {
    case .softDeclined, .hardDeclined: self = .paymentMethodRefused
    case .transactionTimedOut: self = .timedOut
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
