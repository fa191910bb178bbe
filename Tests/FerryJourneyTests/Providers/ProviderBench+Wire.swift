import FerryCheckout
import FerryCore
import FerrySandbox
import FerrySimulation
import Testing

extension ProviderBench: CustomTestStringConvertible {
  package var testDescription: String { rawValue }
}

extension ProviderBench {
  /// True if only a person can find out what became of an operation whose call had a fault: the provider names no refund, has
  /// no key for repetitions, and can refund a part of a payment more than once.
  func leavesToPerson(_ work: ProviderOutcomeTests.Work, _ call: String, _ kind: SandboxFault.Kind) -> Bool {
    self == .placetoPaySilent && call == "reverse" && (work == .refundInPart || kind == .otherAmount)
  }

  /// A fault by which the provider declines one refund that it is asked for.
  var declinedRefund: SandboxFault {
    switch self {
    case .amazonPay: SandboxFault(.simulate("AmazonRejected"), onOperation: "createRefund")
    case .gmoPG, .gmoPGUnproven: SandboxFault(.simulate("RefundFailed"), onOperation: "AmazonpayCancel")
    case .placetoPay, .placetoPaySilent: SandboxFault(.simulate("request_not_valid"), onOperation: "reverse")
    case .swedbankPay: SandboxFault(.simulate("forbidden"), onOperation: "reversal")
    case .testBank: SandboxFault(.simulate("too-much"), onOperation: "refund")
    }
  }

  // MARK: The form of requests and answers

  enum Proof {
    /// Over the request's content and the time of sending.
    case signature
    case password
  }

  /// Returns true if an operation's requests prove their sender in this way.
  func proves(by proof: Proof, _ operation: String) -> Bool {
    switch self {
    // Sessions are read at Amazon, which wants a signature.
    case .gmoPG, .gmoPGUnproven: (operation == "getCheckoutSession" ? .signature : .password) == proof
    case .amazonPay, .placetoPay, .placetoPaySilent, .testBank: proof == .signature
    case .swedbankPay: proof == .password
    }
  }

  /// A value as answers write it.
  func written(_ value: String) -> String {
    switch self {
    case .gmoPG, .gmoPGUnproven: "Amount=\(value)&"
    // Amounts are whole numbers of minor units.
    case .swedbankPay: value.contains(".") ? ":\(value.filter(\.isNumber))" : "\"\(value)\""
    case .amazonPay, .placetoPay, .placetoPaySilent, .testBank: "\"\(value)\""
    }
  }

  /// False if answers name no currency, because there is one only.
  var namesCurrency: Bool {
    switch self {
    case .gmoPG, .gmoPGUnproven: false
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// False if a truncated answer can look whole, so that the connection alone tells.
  var answersHaveEnd: Bool {
    switch self {
    case .gmoPG, .gmoPGUnproven: false
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// Operations whose answers do not say what they are about, so that the connection alone tells.
  var anonymousAnswers: Set<String> {
    switch self {
    case .gmoPG, .gmoPGUnproven: ["SearchAddressAmazonpay"]
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: []
    }
  }
}
