extension AmazonPayLedger {
  /// - Throws: `InvalidSandboxSimulationSpecified` for a code that the operation does not know.
  func checkSimulation(_ code: String, applies operation: AmazonPayOperation) throws(AmazonPayRefusal) {
    let codes: [String]
    switch operation {
    case .completeCheckoutSession: codes = ["BuyerCanceled", "AmazonCanceled", "Declined", "AuthorizationInitiated"]
    case .createCharge:
      if rules.pendingChargeSimulations[code] != nil { return }
      codes = ["SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut", "CaptureInitiated"]
    case .captureCharge: codes = ["AmazonRejected", "ProcessingFailure", "CaptureInitiated"]
    case .createRefund: codes = ["AmazonRejected", "ProcessingFailure"]
    case .closeChargePermission: codes = ["AmazonClosed"]
    default: codes = []
    }
    guard codes.contains(code) else { throw .invalidSimulation(code) }
  }
}
