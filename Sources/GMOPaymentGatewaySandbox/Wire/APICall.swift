import FerrySandbox
import FerryWeb
import HTTPTypes

/// An API of the gateway, by its name in addresses, in faults and in the request log.
enum Operation: String, CaseIterable, Sendable {
  case entry = "EntryTranAmazonpay"
  case exec = "ExecTranAmazonpay"
  case sales = "AmazonpaySales"
  case change = "AmazonpayChange"
  case cancel = "AmazonpayCancel"
  case searchAddress = "SearchAddressAmazonpay"
  case searchTrade = "SearchTradeMulti"

  /// True if the gateway holds the order while it executes the call.
  var changesOrder: Bool { self != .searchAddress && self != .searchTrade }
}

/// A request for `/payment/{Api}.idPass` or `.json`.
struct APICall: Sendable {
  enum Flavor: String, Sendable {
    case idPass
    case json
  }

  let flavor: Flavor
  /// Nil for an unknown API.
  let operation: Operation?
  let bytes: [UInt8]
  /// Nil for a body that cannot be read.
  let fields: ReceivedFields?
  /// The error of method, headers and body; nil if there is none.
  let problem: GatewayError?

  /// Nil for a path outside the API.
  init?(_ request: HTTPRequest, _ bytes: [UInt8]) {
    let segments = request.pathWithoutQuery.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count == 3, segments[1] == "payment", let dot = segments[2].lastIndex(of: "."),
      let flavor = Flavor(rawValue: String(segments[2][segments[2].index(after: dot)...])),
      segments[2][..<dot] != Substring(StartPage.name)
    else { return nil }
    self.flavor = flavor
    self.bytes = bytes
    operation = Operation(rawValue: String(segments[2][..<dot]))
    fields = flavor == .json ? ReceivedFields(json: bytes) : ReceivedFields(form: bytes)
    problem = Self.problem(request, flavor, hasFields: fields != nil, isKnown: operation != nil)
  }

  private static func problem(
    _ request: HTTPRequest, _ flavor: Flavor, hasFields: Bool, isKnown: Bool
  ) -> GatewayError? {
    if request.method != .post { return .notPOST }
    if !isKnown { return .unknownAPI }
    let answers = flavor == .json ? ["application/json", "application/*"] : ["text/plain", "text/*"]
    let ranges = (request.headerFields[.accept] ?? "*/*").split(separator: ",").map { range in
      range.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    }
    if !ranges.contains(where: { $0 == "*/*" || answers.contains($0) }) { return .accept }
    let declared = (request.headerFields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    if declared != (flavor == .json ? "application/json" : "application/x-www-form-urlencoded") { return .contentType }
    return hasFields ? nil : .body
  }
}
