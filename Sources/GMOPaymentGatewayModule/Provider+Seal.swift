import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  /// The call that was sent; it is needed to read the answer. Nil for a request to Amazon.
  /// - Throws: `ProviderFailure.misconfigured` for a request of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> GMOCall? {
    let name = request.operationAndObject.operation
    if let operation = GMOCall.Operation(rawValue: name) { return GMOCall(operation, content: request.content) }
    if name == AmazonPayCall.Operation.getCheckoutSession.rawValue { return nil }
    throw .unnamedCall
  }

  /// ShopPass and AccessPass enter here, and are stored in no request.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    guard let call = try call(request) else {
      guard let sessionReader else { throw Self.sessionsNotRead }
      return try sessionReader.seal(request, sending)
    }
    guard request.url == shop.url(of: call) else {
      throw .misconfigured(
        reason: "A stored request is for another address than the account's.",
        fix: "Set base URL and flavour that the transaction was registered with.")
    }
    var accessPass: Secret<String>?
    if call.operation.needsAccessPass {
      guard let order = try Record(sending.record).order, order.id == call.orderID, let pass = order.accessPass
      else {
        throw .misconfigured(
          reason: "The AccessPass of the transaction is not stored any more.",
          fix: "Look at the transaction in GMO's admin console, and decide there.")
      }
      accessPass = Secret(pass)
    }
    do throws(InvalidField) {
      return try shop.seal(call, accessPass: accessPass)
    } catch {
      throw .misconfigured(reason: "A request to GMO could not be made.", fix: error.description)
    }
  }

  // MARK: Amazon

  /// Reads checkout sessions at Amazon with the merchant's key, as the provider Amazon Pay does; nil if the key may not.
  var sessionReader: AmazonPayProvider? { options.readsSessions ? try? AmazonPayProvider(merchant) : nil }

  static let sessionsNotRead = ProviderFailure.misconfigured(
    reason: "A stored request reads a session at Amazon, and the settings do not allow that.",
    fix: "Set readsSessions to yes until this checkout is final.")
}
