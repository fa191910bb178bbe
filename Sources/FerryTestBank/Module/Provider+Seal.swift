import FerryCore
import FerryHTTP
import FerryProvider

extension BankProvider {
  /// - Throws: `ProviderFailure.misconfigured` for a request to another address, or of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> BankCall {
    _ = try request.path(at: site, of: "payment")
    let (name, payment) = request.operationAndObject
    guard let operation = BankCall.Operation(rawValue: name) else { throw .unnamedCall }
    return BankCall(operation: operation, payment: payment, content: request.content)
  }

  /// The signature and the buyer's facts enter here, and are stored nowhere.
  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    let call = try call(request)
    do {
      return try merchant.seal(call, for: sending.buyer, at: sending.providerTime, nonce: sending.random)
    } catch {
      throw .misconfigured(
        reason: "A request to the bank could not be made. \(error.description)",
        fix: "Open the payment page from the buyer's browser.")
    }
  }
}
