/// An error of a request for machines and people: `application/problem+json` of RFC 9457.
public struct Problem: Error, Codable, Hashable, Sendable {
  /// Stable. Programs decide by it.
  public var type: Kind
  /// The kind's short name, the same in every occurrence.
  public var title: String
  /// The HTTP status of the response.
  public var statusCode: Int
  /// A sentence about what happened this time and what to do.
  public var detail: String
  /// The address or id of this occurrence.
  public var instance: String?
  /// The fields that are wrong.
  public var errors: [FieldError]
  /// The amount that is left, if the request was for more.
  public var left: Money?
  /// The id of the dispute that claims the money.
  public var dispute: String?

  /// A field that is wrong.
  public struct FieldError: Codable, Hashable, Sendable {
    /// A JSON Pointer into the body (RFC 6901): "/order/lines/0/quantity". "" is the whole body. For a form or a query, a
    /// slash and the parameter's name.
    public var pointer: String
    /// Advice on what to write there.
    public var detail: String

    public init(pointer: String, detail: String) {
      self.pointer = pointer
      self.detail = detail
    }
  }

  public init(
    _ type: Kind, _ detail: String, instance: String? = nil, errors: [FieldError] = [], left: Money? = nil,
    dispute: String? = nil
  ) {
    self.type = type
    title = type.title
    statusCode = type.statusCode
    self.detail = detail
    self.instance = instance
    self.errors = errors
    self.left = left
    self.dispute = dispute
  }

  private enum CodingKeys: String, CodingKey {
    case type, title
    case statusCode = "status"
    case detail, instance, errors, left, dispute, help
  }

  /// Accepts a problem of any server: missing members have the defaults of RFC 9457.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decodeIfPresent(Kind.self, forKey: .type) ?? Kind(rawValue: "about:blank")
    title = try container.decodeIfPresent(String.self, forKey: .title) ?? type.title
    statusCode = try container.decodeIfPresent(Int.self, forKey: .statusCode) ?? type.statusCode
    detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? ""
    instance = try container.decodeIfPresent(String.self, forKey: .instance)
    errors = try container.decodeIfPresent([FieldError].self, forKey: .errors) ?? []
    left = try container.decodeIfPresent(Money.self, forKey: .left)
    dispute = try container.decodeIfPresent(String.self, forKey: .dispute)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(title, forKey: .title)
    try container.encode(statusCode, forKey: .statusCode)
    try container.encode(detail, forKey: .detail)
    try container.encodeIfPresent(instance, forKey: .instance)
    if !errors.isEmpty { try container.encode(errors, forKey: .errors) }
    try container.encodeIfPresent(left, forKey: .left)
    try container.encodeIfPresent(dispute, forKey: .dispute)
    try container.encodeIfPresent(type.help, forKey: .help)
  }
}

extension Problem: CustomStringConvertible {
  public var description: String { "\(statusCode) \(title): \(detail)" }
}

extension Problem {
  /// The type of a problem: a URN that never changes. Kinds may be added; for an unknown one a program uses the status.
  public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String
    /// The HTTP status; 500 for an unknown kind.
    public let statusCode: Int
    public let title: String

    public init(rawValue: String) {
      self = Self.all.first { $0.rawValue == rawValue } ?? Kind(rawValue: rawValue, 500, "Unknown problem")
    }

    private init(rawValue: String, _ statusCode: Int, _ title: String) {
      self.rawValue = rawValue
      self.statusCode = statusCode
      self.title = title
    }

    private init(_ slug: String, _ statusCode: Int, _ title: String) {
      self.init(rawValue: Self.prefix + slug, statusCode, title)
    }

    private static let prefix = "urn:ferry:problem:"

    /// True for a problem of Ferry, including kinds that a later version adds. Proxies, firewalls and load balancers have
    /// other types, or none.
    public var isOfFerry: Bool { rawValue.hasPrefix(Self.prefix) }

    /// The request cannot be read at all: malformed JSON, a bad percent-encoding, a repeated parameter.
    public static let malformed = Kind("malformed", 400, "Malformed request")
    /// The request can be read, but fields are missing or wrong; `errors` names them.
    public static let invalidFields = Kind("invalid-fields", 422, "Invalid fields")
    public static let unsupportedMediaType = Kind("unsupported-media-type", 415, "Unsupported media type")
    public static let tooLarge = Kind("too-large", 413, "Request too large")
    /// The request did not arrive whole in time. Retry.
    public static let requestTimeout = Kind("request-timeout", 408, "Request too slow")
    /// No key or token, or an unknown one.
    public static let unauthorized = Kind("unauthorized", 401, "Not authenticated")
    /// The key or token does not allow this.
    public static let forbidden = Kind("forbidden", 403, "Not allowed")
    /// Nothing at this address, or nothing that this key or token may see.
    public static let notFound = Kind("not-found", 404, "Not found")
    public static let methodNotAllowed = Kind("method-not-allowed", 405, "Method not allowed")
    /// Not possible in the checkout's present phase.
    public static let wrongPhase = Kind("wrong-phase", 409, "Not possible in this phase")
    /// The review has changed since the buyer saw it; the checkout has the new one.
    public static let reviewChanged = Kind("review-changed", 409, "Review changed")
    /// The buyer has returned from the provider, and the app has to claim the return first.
    public static let returnUnclaimed = Kind("return-unclaimed", 409, "Return not claimed")
    /// Another attempt to pay for the same order is live.
    public static let attemptLive = Kind("attempt-live", 409, "Another attempt is live")
    /// The amount is more than `left`.
    public static let amountExceeded = Kind("amount-exceeded", 409, "More than is left")
    /// A dispute claims the money: only `left` can be refunded.
    public static let paymentDisputed = Kind("payment-disputed", 409, "Payment disputed")
    /// Nothing is left to capture, void or refund; `detail` gives the reason.
    public static let nothingLeft = Kind("nothing-left", 409, "Nothing left")
    /// Discounts, gift cards or vouchers leave nothing to pay: the shop finishes the order without a checkout.
    public static let nothingToPay = Kind("nothing-to-pay", 422, "Nothing to pay")
    /// The same request is still running. Retry.
    public static let inProgress = Kind("in-progress", 409, "In progress")
    /// The Idempotency-Key was used before, with another request.
    public static let keyReused = Kind("idempotency-key-reused", 422, "Idempotency key reused")
    public static let keyMissing = Kind("idempotency-key-missing", 400, "Idempotency key missing")
    /// The return code or ticket was used, has expired, or never existed.
    public static let codeInvalid = Kind("code-invalid", 410, "Code not valid")
    public static let tooManyRequests = Kind("too-many-requests", 429, "Too many requests")
    /// The server is starting, stopping, or short of disk. Retry.
    public static let unavailable = Kind("unavailable", 503, "Unavailable")
    /// The payment provider could not be reached or did not answer. The outcome is open.
    public static let providerUnavailable = Kind("provider-unavailable", 502, "Payment provider unavailable")
    public static let internalError = Kind("internal", 500, "Internal error")

    /// The section of the server's documents that explains the kind: a path on the same server. Nil for a kind that this
    /// version does not know. The type itself stays a name, because it must not change when documents move.
    public var help: String? {
      Self.all.contains(self) ? "/docs/problems#" + rawValue.dropFirst(Self.prefix.count) : nil
    }

    /// Every kind that this version sends.
    public static let all = [
      malformed, invalidFields, unsupportedMediaType, tooLarge, requestTimeout, unauthorized, forbidden, notFound,
      methodNotAllowed, wrongPhase, reviewChanged, returnUnclaimed, attemptLive, amountExceeded,
      paymentDisputed, nothingLeft, nothingToPay, inProgress, keyReused, keyMissing, codeInvalid, tooManyRequests,
      unavailable, providerUnavailable,
      internalError,
    ]
  }
}
