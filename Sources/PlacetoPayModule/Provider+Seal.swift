import FerryCore
public import FerryHTTP
public import FerryProvider
import PlacetoPay

extension PlacetoPayProvider {
  /// - Throws: `ProviderFailure.misconfigured` for a request to another address, or of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> PlacetoPayCall {
    let path = try request.path(at: merchant.baseURL, of: "session")
    guard let operation = PlacetoPayCall.Operation(rawValue: request.operationAndObject.operation) else {
      throw .unnamedCall
    }
    return PlacetoPayCall(operation, path: path, content: request.content)
  }

  /// Login, signature and the buyer's facts enter here, and are stored nowhere.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    var call = try call(request)
    if call.operation == .createSession {
      call = PlacetoPayCall(call.operation, path: call.path, content: try completed(request, sending))
    }
    do {
      return try merchant.seal(
        call, buyer: sending.buyer, at: sending.providerTime, nonce: Array(sending.random.prefix(16)))
    } catch {
      throw .misconfigured(
        reason: "A request to PlacetoPay could not be made. \(error.description)",
        fix: "Open the payment page from the buyer's browser.")
    }
  }

  /// PlacetoPay refuses a session that expires in less than five minutes.
  private static let shortestExpiration = Duration.seconds(330)

  /// Longer than a request is on its way. PlacetoPay counts the least time for cash from its arrival.
  private static let transit = Duration.seconds(30)

  /// Adds the buyer, and the session's end: after the account's time for it, and not later than the checkout's, which stands
  /// in the request.
  private func completed(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> [UInt8] {
    try request.content { members in
      if let end = members["expiration"]?.string.flatMap({ PlacetoPayTime.moment($0) }) {
        let now = sending.providerTime
        let expiration = max(
          min(now + options.expiration + Self.transit, end + sending.clockOffset), now + Self.shortestExpiration)
        members["expiration"] = .string(PlacetoPayTime.text(expiration))
      }
      if let buyer = sending.buyer.flatMap({ Person(usable($0, country: nil).facts) }) {
        members["buyer"] = try UntypedJSON(encoding: buyer)
      }
    }
  }
}
