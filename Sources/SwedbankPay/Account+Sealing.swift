public import FerryCore
public import FerryHTTP
import HTTPTypes

/// The id of one request. Swedbank Pay's support finds the request by it. Problems have it, too ("Headers", Swedbank
/// Pay documentation).
public struct SessionID: Hashable, Sendable {
  /// A UUID.
  public let text: String

  /// - Parameter text: Nil unless it is a UUID.
  public init?(_ text: String) {
    guard text.matches(.guid) else { return nil }
    self.text = text
  }

  /// A random UUID (RFC 9562 §5.4).
  public init(_ randomness: some Randomness) {
    var bytes = randomness.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var digits = Hexadecimal.text(bytes)
    for end in [20, 16, 12, 8] { digits.insert("-", at: digits.index(digits.startIndex, offsetBy: end)) }
    text = digits
  }
}

extension SwedbankPayAccount {
  /// Adds the access token to a call; to a new payment order also the payee, and the buyer's address and browser.
  /// - Parameters:
  ///   - buyer: The address and browser of the person who pays, for a new payment order with a payer. The browser is
  ///     required.
  ///   - sessionID: A fresh one for each request.
  /// - Throws: `InvalidField` for a buyer who is missing or malformed, for an address at another host than the API's, and
  ///   for stored content that is not the new payment order that it should be.
  public func seal(
    _ call: SwedbankPayCall, buyer: BuyerFacts? = nil, sessionID: SessionID
  ) throws(InvalidField) -> SealedRequest {
    let address = try apiAddress(of: call.target)
    var request = HTTPRequest(
      method: HTTPRequest.Method(rawValue: call.method.rawValue) ?? .get, scheme: address.origin.scheme,
      authority: address.origin.authority, path: address.rest)
    request.headerFields[.authorization] = "Bearer \(accessToken.reveal())"
    request.headerFields[.userAgent] = userAgent
    request.headerFields[.sessionID] = sessionID.text
    if call.content.isEmpty {
      request.headerFields[.accept] = call.version.mediaType
      return SealedRequest(request, body: [])
    }
    request.headerFields[.accept] = "application/problem+json; q=1.0, application/json; q=0.9"
    request.headerFields[.contentType] = call.version.mediaType
    guard call.operation == .createPaymentOrder else { return SealedRequest(request, body: call.content) }
    if let address = buyer?.ipAddress { request.headerFields[.forwarded] = try Self.forwarded(address) }
    return SealedRequest(request, body: try body(ofNewPaymentOrder: call.content, buyer))
  }

  private func body(ofNewPaymentOrder content: [UInt8], _ buyer: BuyerFacts?) throws(InvalidField) -> [UInt8] {
    let root = try? [String: UntypedJSON](json: content)
    guard var order = root?["paymentorder"]?.object, var payee = order["payeeInfo"]?.object else {
      throw InvalidField("", "The content is not a new payment order.")
    }
    let isWithoutPayer = order["operation"]?.string.flatMap(NewPaymentOrder.Operation.init)?.isWithoutPayer ?? false
    guard let browser = buyer?.userAgent ?? (isWithoutPayer ? userAgent : nil), browser.isHeaderText else {
      throw InvalidField("/paymentorder/userAgent", "Send the User-Agent header of the payer's browser.")
    }
    payee["payeeId"] = .string(payeeID)
    order["payeeInfo"] = .object(payee)
    order["userAgent"] = .string(browser)
    return stableJSON(["paymentorder": order])
  }

  /// The payer's address as `Forwarded` writes it (RFC 7239 §6).
  private static func forwarded(_ address: String) throws(InvalidField) -> String {
    guard let bytes = NetworkAddress(address)?.bytes else {
      throw InvalidField("/Forwarded", "Write an IPv4 or IPv6 address without a port.")
    }
    return bytes.count == 4 ? "for=\(address)" : "for=\"[\(address)]\""
  }
}

extension HTTPField.Name {
  private static func known(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a name.") }
    return name
  }

  static let sessionID = known("Session-Id")
  static let forwarded = known("Forwarded")
}
