import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import SwedbankPay

extension SwedbankPayProvider {
  /// - Throws: `ProviderFailure.misconfigured` for a request of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> SwedbankPayCall {
    let words = request.call.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let operation = SwedbankPayCall.Operation(rawValue: words[0]),
      let version = APIVersion(rawValue: words[1]), let method = ResourceOperation.Method(rawValue: request.method)
    else { throw .unnamedCall }
    return SwedbankPayCall(
      operation, method, request.url, version, paymentOrder: ResourceID(words[2]), content: request.content)
  }

  /// The access token, the payee and the buyer's facts enter here, and are stored nowhere.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    var call = try call(request)
    if call.operation == .createPaymentOrder {
      let profile = try Record(sending.record).sdk?.consumerProfileRef
      call = SwedbankPayCall(
        call.operation, call.method, call.target, call.version,
        content: try completed(request, sending.buyer, profile))
    }
    do {
      return try merchant.seal(
        call, buyer: sendable(sending.buyer), sessionID: SessionID(DrawnBytes(drawn: sending.random)))
    } catch {
      throw .misconfigured(
        reason: "A request to Swedbank Pay could not be made. \(error.description)",
        fix: "Open the payment page from the buyer's browser, and compare the setting apiURL with the Merchant Portal.")
    }
  }

  /// A browser without a usable user agent, or with an address that no header can hold, can pay all the same.
  private func sendable(_ buyer: BuyerFacts?) -> BuyerFacts {
    var buyer = buyer ?? BuyerFacts()
    if buyer.userAgent?.isHeaderText != true { buyer.userAgent = merchant.userAgent }
    if buyer.ipAddress.flatMap({ NetworkAddress($0) }) == nil { buyer.ipAddress = nil }
    return buyer
  }

  /// Adds the buyer's name, email address and telephone number, or the result of their check-in.
  private func completed(
    _ request: ProviderRequest, _ buyer: BuyerFacts?, _ profile: String?
  ) throws(ProviderFailure) -> [UInt8] {
    var known = profile == nil ? buyer.flatMap { Payer(usable($0, country: nil).facts) } : Payer()
    known?.consumerProfileRef = profile
    guard let payer = known else { return request.content }
    return try request.content { root in
      var order = root["paymentorder"]?.object ?? [:]
      let known = try UntypedJSON(encoding: payer).object ?? [:]
      order["payer"] = .object((order["payer"]?.object ?? [:]).merging(known) { stated, _ in stated })
      root["paymentorder"] = .object(order)
    }
  }
}

/// Bytes that were drawn before, in their order.
private struct DrawnBytes: Randomness {
  let drawn: [UInt8]

  func bytes(_ count: Int) -> [UInt8] { Array(drawn.prefix(count)) }
}
