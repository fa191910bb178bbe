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

  public init(_ type: Kind, _ detail: String, instance: String? = nil, errors: [FieldError] = [], left: Money? = nil) {
    self.type = type
    title = type.title
    statusCode = type.statusCode
    self.detail = detail
    self.instance = instance
    self.errors = errors
    self.left = left
  }

  private enum CodingKeys: String, CodingKey {
    case type, title
    case statusCode = "status"
    case detail, instance, errors, left, help
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

    public init(rawValue: String) { self.rawValue = rawValue }

    init(slug: String) { rawValue = Self.prefix + slug }

    private static let prefix = "urn:ferry:problem:"

    /// True for a problem of Ferry, including kinds that a later version adds. Proxies, firewalls and load balancers have
    /// other types, or none.
    public var isOfFerry: Bool { rawValue.hasPrefix(Self.prefix) }

    /// The request cannot be read at all: malformed JSON, a bad percent-encoding, a repeated parameter.
    public static let malformed = Kind(slug: "malformed")
    /// The request can be read, but fields are missing or wrong; `errors` names them.
    public static let invalidFields = Kind(slug: "invalid-fields")
    public static let unsupportedMediaType = Kind(slug: "unsupported-media-type")
    public static let tooLarge = Kind(slug: "too-large")
    /// The request did not arrive whole in time. Retry.
    public static let requestTimeout = Kind(slug: "request-timeout")
    /// No key or token, or an unknown one.
    public static let unauthorized = Kind(slug: "unauthorized")
    /// The key or token does not allow this.
    public static let forbidden = Kind(slug: "forbidden")
    /// Nothing at this address, or nothing that this key or token may see.
    public static let notFound = Kind(slug: "not-found")
    public static let methodNotAllowed = Kind(slug: "method-not-allowed")
    /// Not possible in the checkout's present phase.
    public static let wrongPhase = Kind(slug: "wrong-phase")
    /// The review has changed since the buyer saw it; the checkout has the new one.
    public static let reviewChanged = Kind(slug: "review-changed")
    /// The buyer has returned from the provider, and the app has to claim the return first.
    public static let returnUnclaimed = Kind(slug: "return-unclaimed")
    /// Another attempt to pay for the same order is live.
    public static let attemptLive = Kind(slug: "attempt-live")
    /// The amount is more than `left`.
    public static let amountExceeded = Kind(slug: "amount-exceeded")
    /// Nothing is left to capture, void or refund; `detail` gives the reason.
    public static let nothingLeft = Kind(slug: "nothing-left")
    /// The same request is still running. Retry.
    public static let inProgress = Kind(slug: "in-progress")
    /// The Idempotency-Key was used before, with another request.
    public static let keyReused = Kind(slug: "idempotency-key-reused")
    public static let keyMissing = Kind(slug: "idempotency-key-missing")
    /// The return code or ticket was used, has expired, or never existed.
    public static let codeInvalid = Kind(slug: "code-invalid")
    public static let tooManyRequests = Kind(slug: "too-many-requests")
    /// The server is starting, stopping, or short of disk. Retry.
    public static let unavailable = Kind(slug: "unavailable")
    /// The payment provider could not be reached or did not answer. The outcome is open.
    public static let providerUnavailable = Kind(slug: "provider-unavailable")
    public static let internalError = Kind(slug: "internal")

    /// The section of the server's documents that explains the kind: a path on the same server. Nil for a kind that this
    /// version does not know. The type itself stays a name, because it must not change when documents move.
    public var help: String? {
      known == nil ? nil : "/docs/problems#" + rawValue.dropFirst(Self.prefix.count)
    }

    /// Every kind that this version sends.
    public static let all = known.map { $0.kind }

    /// The HTTP status; 500 for an unknown kind.
    public var statusCode: Int { known?.statusCode ?? 500 }
    public var title: String { known?.title ?? "Unknown problem" }

    private var known: (kind: Kind, statusCode: Int, title: String)? { Self.known.first { $0.kind == self } }

    private static let known: [(kind: Kind, statusCode: Int, title: String)] = [
      (.malformed, 400, "Malformed request"),
      (.invalidFields, 422, "Invalid fields"),
      (.unsupportedMediaType, 415, "Unsupported media type"),
      (.tooLarge, 413, "Request too large"),
      (.requestTimeout, 408, "Request too slow"),
      (.unauthorized, 401, "Not authenticated"),
      (.forbidden, 403, "Not allowed"),
      (.notFound, 404, "Not found"),
      (.methodNotAllowed, 405, "Method not allowed"),
      (.wrongPhase, 409, "Not possible in this phase"),
      (.reviewChanged, 409, "Review changed"),
      (.returnUnclaimed, 409, "Return not claimed"),
      (.attemptLive, 409, "Another attempt is live"),
      (.amountExceeded, 409, "More than is left"),
      (.nothingLeft, 409, "Nothing left"),
      (.inProgress, 409, "In progress"),
      (.keyReused, 422, "Idempotency key reused"),
      (.keyMissing, 400, "Idempotency key missing"),
      (.codeInvalid, 410, "Code not valid"),
      (.tooManyRequests, 429, "Too many requests"),
      (.unavailable, 503, "Unavailable"),
      (.providerUnavailable, 502, "Payment provider unavailable"),
      (.internalError, 500, "Internal error"),
    ]
  }
}
