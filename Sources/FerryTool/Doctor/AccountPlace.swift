import AmazonPay
import FerryCore
import HTTPTypes

/// A region and an environment of Amazon Pay: where the key of an account may be at home instead.
struct AccountPlace: Hashable, Sendable {
  let region: AmazonPayRegion
  let environment: AmazonPayEnvironment

  /// The places beside the account's own: the other regions, and the other environment unless the key's id says of which it
  /// is. Those of the same environment come first.
  static func others(than account: AmazonPayAccount) -> [AccountPlace] {
    let isDecided = AmazonPayEnvironment(ofPublicKeyId: account.publicKeyId) != nil
    let own = [account.environment]
    let environments = isDecided ? own : own + AmazonPayEnvironment.allCases.filter { $0 != account.environment }
    return environments.flatMap { environment in
      AmazonPayRegion.allCases.filter { $0 != account.region || environment != account.environment }
        .map { AccountPlace(region: $0, environment: environment) }
    }
  }

  /// What the account asks, as it would be asked here. A merchant's token that a solution provider acts by is left out.
  /// - Throws: `SigningError`.
  func request(for call: AmazonPayCall, of account: AmazonPayAccount, at moment: Moment) throws(SigningError)
    -> HTTPRequest
  {
    let own = account.endpoint
    var request = account.unsignedRequest(for: call)
    let target = (request.path ?? "").dropFirst(own.basePath.count)
    if own.isStandIn {
      // One address stands for all regions.
      let segment = "/\(account.environment.rawValue)"
      let base =
        own.basePath.hasSuffix(segment)
        ? "\(own.basePath.dropLast(segment.count))/\(environment.rawValue)" : own.basePath
      request.path = base + target
    } else {
      let endpoint = AmazonPayEndpoint(region, environment, publicKeyId: account.publicKeyId)
      request.authority = endpoint.authority
      request.path = endpoint.basePath + target
      request.headerFields[.amazonPayHost] = endpoint.host
    }
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayAuthToken] = nil
    return try account.signer.signed(request, body: call.body, at: moment)
  }
}
