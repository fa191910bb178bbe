public import FerryCore
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  var method: HTTPRequest.Method {
    switch operation {
    case .getCheckoutSession, .getBuyer, .getCharge, .getChargePermission, .getRefund, .getAuthorizationToken,
      .listReports, .getReport, .getReportDocument, .listReportSchedules, .getReportSchedule, .listDisbursements:
      .get
    case .updateCheckoutSession, .updateChargePermission, .updateCharge: .patch
    case .createCheckoutSession, .completeCheckoutSession, .finalizeCheckoutSession, .createCharge, .captureCharge,
      .createRefund, .createDeliveryTracker, .createReport, .createReportSchedule:
      .post
    case .closeChargePermission, .cancelCharge, .cancelReportSchedule: .delete
    }
  }

  /// The path after `/v2`, without the query.
  var path: String {
    let id = Self.encoded(objectId)
    return switch operation {
    case .createCheckoutSession: "/checkoutSessions"
    case .getCheckoutSession, .updateCheckoutSession: "/checkoutSessions/\(id)"
    case .completeCheckoutSession: "/checkoutSessions/\(id)/complete"
    case .finalizeCheckoutSession: "/checkoutSessions/\(id)/finalize"
    case .getBuyer: "/buyers/\(id)"
    case .getChargePermission, .updateChargePermission: "/chargePermissions/\(id)"
    case .closeChargePermission: "/chargePermissions/\(id)/close"
    case .createCharge: "/charges"
    case .getCharge, .updateCharge: "/charges/\(id)"
    case .captureCharge: "/charges/\(id)/capture"
    case .cancelCharge: "/charges/\(id)/cancel"
    case .createRefund: "/refunds"
    case .getRefund: "/refunds/\(id)"
    case .createDeliveryTracker: "/deliveryTrackers"
    case .getAuthorizationToken: "/authorizationTokens/\(id)"
    case .listReports, .createReport: "/reports"
    case .getReport: "/reports/\(id)"
    case .getReportDocument: "/report-documents/\(id)"
    case .listReportSchedules, .createReportSchedule: "/report-schedules"
    case .getReportSchedule, .cancelReportSchedule: "/report-schedules/\(id)"
    case .listDisbursements: "/disbursements"
    }
  }

  /// Path and query. The parameters are sorted by name, as in the signature.
  var target: String {
    guard !query.isEmpty else { return path }
    let parameters = query.map { (name: Self.encoded($0.name), value: Self.encoded($0.value)) }.sorted { $0 < $1 }
    return path + "?" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Percent-encodes every byte that is not unreserved (RFC 3986 §2.3), like all official libraries.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension AmazonPayAccount {
  /// The HTTP request of a call without date and signature. The body is the call's body. A simulation is sent to the
  /// sandbox only.
  public func unsignedRequest(for call: AmazonPayCall) -> HTTPRequest {
    var request = HTTPRequest(
      method: call.method, scheme: endpoint.scheme, authority: endpoint.authority,
      path: endpoint.basePath + "/v2" + call.target)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    request.headerFields[.amazonPayHost] = endpoint.host
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayIdempotencyKey] = call.idempotencyKey?.text
    request.headerFields[.amazonPayAuthToken] = authToken?.reveal()
    if environment == .sandbox {
      request.headerFields[.amazonPaySimulationCode] = call.simulation?.code.text
    }
    return request
  }

  /// The signed HTTP request of a call.
  /// - Parameter moment: The time of the signature, by Amazon's clock.
  /// - Throws: `SigningError`.
  public func request(for call: AmazonPayCall, at moment: Moment) throws(SigningError) -> HTTPRequest {
    try signer.signed(unsignedRequest(for: call), body: call.body, at: moment)
  }

  public var signer: RequestSigner { RequestSigner(publicKeyId: publicKeyId, key: key, algorithm: algorithm) }
}

/// JSON with sorted keys and unescaped slashes: the same bytes for the same value, because signed, stored and retried
/// bytes have to be equal.
package func stableJSON(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else {
    preconditionFailure("A request body is made of texts, truth values and lists, which always encode.")
  }
  return Array(data)
}
