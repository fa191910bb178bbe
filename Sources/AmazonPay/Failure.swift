public import FerryHTTP
public import HTTPTypes

/// A failed call. After `unknownOutcome` get the object's state, then repeat the same call with the same idempotency key if
/// needed.
public typealias AmazonPayFailure = CallFailure<AmazonPayCodes>

/// Amazon's reasons for a failed call. They hold no personal data and no secrets.
public struct AmazonPayCodes: FailureCodes {
  public typealias Operation = AmazonPayCall.Operation

  /// The reason of a rejection or of a misconfiguration, independent of Amazon's codes.
  public enum Cause: Hashable, Sendable {
    /// The payment was declined; another payment method may work.
    case declined
    case paymentMethodNotAllowed
    /// The buyer did not finish an additional check.
    case authenticationNotCompleted
    /// The amount differs from the agreed amount.
    case amountMismatch
    /// The amount is above the limit.
    case limitExceeded
    /// The object does not exist, or no longer exists.
    case notFound
    /// The object's state does not allow the call.
    case notPossible
    /// Amazon did not accept the signature.
    case signature(SignatureDiagnosis)
    /// This machine's clock differs from Amazon's.
    case clock
    /// The account or the key is not allowed to make the call.
    case account
    /// Amazon does not accept a value of the request.
    case request
    /// The answer did not come from Amazon Pay.
    case notAmazonPay
    /// The connection uses a version of TLS that Amazon no longer accepts.
    case tlsVersion
  }

  /// Nil for failures that are neither a rejection nor a misconfiguration.
  public var cause: Cause?
  /// Nil if the answer had none.
  public var reasonCode: Open<ReasonCode>?
  /// The id of the request, for Amazon's support.
  public var requestId: String?
  /// The earliest retry after a transient failure; nil if Amazon asks for no wait.
  public var retryAfter: Duration?
  /// Amazon's own words, if the account or a value of the request is not allowed; nil for other failures, and for a message
  /// about the buyer. They are not part of the description.
  public var message: ProviderMessage?

  public init() {}

  public var facts: [String] {
    [reasonCode?.printable, requestId.map { "request \($0.filter { $0.isASCII && !$0.isNewline }.prefix(80))" }]
      .compactMap(\.self)
  }

  public func sentence(_ kind: FailureKind, _ httpStatus: Int?) -> String {
    switch kind {
    case .rejected: "Amazon Pay refused: \(cause.map { "\($0)" } ?? "it gave no reason")."
    case .transient: "Amazon Pay could not be asked; nothing happened."
    case .unknownOutcome: "It is not known whether Amazon Pay did it."
    case .misconfigured: cause?.remedy ?? "Amazon Pay is not set up."
    }
  }
}

extension AmazonPayCodes.Cause {
  /// The change that a person has to make, as sentences; nil for a rejection.
  public var remedy: String? {
    switch self {
    case .declined, .paymentMethodNotAllowed, .authenticationNotCompleted, .amountMismatch, .limitExceeded, .notFound,
      .notPossible:
      nil
    case .signature(.otherKey):
      """
      Amazon refused the signature of a request that it read as we signed it. The public key id belongs to another key \
      pair, environment or region: compare id, private key and region with Seller Central.
      """
    case .signature(.otherRequest):
      """
      Amazon read another request than we signed. Something on the way changes it: look for a proxy that rewrites path, \
      headers or body.
      """
    case .signature(.unexplained):
      "Amazon refused the signature. Compare public key id, private key and region with Seller Central."
    case .clock: "This machine's clock differs from Amazon's. Set it by NTP."
    case .account:
      "The account or key is not allowed to do this. Check the account's status and the key in Seller Central."
    case .request:
      """
      Amazon does not accept a value of the request. Compare the order's currency, registered domains, return addresses and \
      store id with Seller Central.
      """
    case .notAmazonPay: "The answer did not come from Amazon Pay. Check the endpoint, and proxies on the way to it."
    case .tlsVersion: "The connection uses an old version of TLS. Allow TLS 1.2 or newer."
    }
  }

  var kind: FailureKind { remedy == nil ? .rejected : .misconfigured }
}

/// The cause of a refused signature. Amazon's message holds its own string to sign, which distinguishes the two causes.
public enum SignatureDiagnosis: Hashable, Sendable {
  /// Amazon received the signed request: the key id belongs to another key, environment or region.
  case otherKey
  /// Amazon received another request: something on the way changed it.
  case otherRequest
  /// The message does not tell.
  case unexplained

  /// - Parameter message: Amazon's message with its string to sign.
  public init(message: String, request: HTTPRequest, body: [UInt8]) {
    guard
      let authorization = request.headerFields[.authorization],
      let algorithm = authorization.split(separator: " ").first.flatMap({ AmazonPayAlgorithm(rawValue: String($0)) }),
      let theirs = Self.hash(in: message)
    else {
      self = .unexplained
      return
    }
    let ours = CanonicalRequest(request, body: body, signing: RequestSigner.signedHeaders)
    self = theirs == ours.sha256 && message.contains("[\(algorithm.rawValue)") ? .otherKey : .otherRequest
  }

  /// The last 64 hexadecimal digits in the message's first brackets.
  private static func hash(in message: String) -> String? {
    guard let open = message.firstIndex(of: "[") else { return nil }
    guard let close = message[open...].firstIndex(of: "]") else { return nil }
    let hash = message[open..<close].suffix(64).lowercased()
    return hash.utf8.count == 64 && hash.allSatisfy { $0.isASCII && $0.isHexDigit } ? hash : nil
  }
}
