extension Problem {
  /// A problem's type: a URN that stays the same for ever. Kinds may be added; a program that meets an unknown one goes by
  /// the status.
  public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    init(slug: String) { rawValue = Self.prefix + slug }

    private static let prefix = "urn:ferry:problem:"

    /// Whether Ferry itself says so, also in a kind that a later version has added. What stands between us and it (a proxy, a
    /// firewall, a load balancer) has types of its own, or none.
    public var isOfFerry: Bool { rawValue.hasPrefix(Self.prefix) }

    /// The request cannot be read at all: malformed JSON, a bad percent-encoding, a repeated parameter.
    public static let malformed = Kind(slug: "malformed")
    /// The request can be read, but fields are missing or wrong; `errors` names them.
    public static let invalidFields = Kind(slug: "invalid-fields")
    public static let unsupportedMediaType = Kind(slug: "unsupported-media-type")
    public static let tooLarge = Kind(slug: "too-large")
    /// The request did not arrive whole in the time that it may take. Send it again.
    public static let requestTimeout = Kind(slug: "request-timeout")
    /// No key or token, or one that is not known.
    public static let unauthorized = Kind(slug: "unauthorized")
    /// The key or token is known, and does not allow this.
    public static let forbidden = Kind(slug: "forbidden")
    /// Nothing here, or nothing that this key or token may see. The two are not told apart.
    public static let notFound = Kind(slug: "not-found")
    public static let methodNotAllowed = Kind(slug: "method-not-allowed")
    /// Not possible in the checkout's present phase.
    public static let wrongPhase = Kind(slug: "wrong-phase")
    /// What the buyer agreed to is not what the checkout holds now; the new review is in the checkout.
    public static let reviewChanged = Kind(slug: "review-changed")
    /// The buyer has come back from the provider, and the app has to claim that first.
    public static let returnUnclaimed = Kind(slug: "return-unclaimed")
    /// Another attempt to pay for the same order is live.
    public static let attemptLive = Kind(slug: "attempt-live")
    /// More than is left of the money; `left` says how much is.
    public static let amountExceeded = Kind(slug: "amount-exceeded")
    /// There is nothing (more) to capture, to let go or to refund; `detail` says why.
    public static let nothingLeft = Kind(slug: "nothing-left")
    /// The same request is being worked on; ask again.
    public static let inProgress = Kind(slug: "in-progress")
    /// The Idempotency-Key was used before, with another request.
    public static let keyReused = Kind(slug: "idempotency-key-reused")
    public static let keyMissing = Kind(slug: "idempotency-key-missing")
    /// The return code or ticket has been used, has expired, or never existed.
    public static let codeInvalid = Kind(slug: "code-invalid")
    public static let tooManyRequests = Kind(slug: "too-many-requests")
    /// The server cannot take this now: it is starting, stopping, or short of disk. Try again.
    public static let unavailable = Kind(slug: "unavailable")
    /// The payment provider could not be reached or did not answer. Nothing is decided by it.
    public static let providerUnavailable = Kind(slug: "provider-unavailable")
    public static let internalError = Kind(slug: "internal")

    /// Every kind that this version sends.
    public static let all: [Kind] = [
      malformed, invalidFields, unsupportedMediaType, tooLarge, requestTimeout, unauthorized, forbidden, notFound,
      methodNotAllowed, wrongPhase, reviewChanged, returnUnclaimed, attemptLive, amountExceeded, nothingLeft,
      inProgress,
      keyReused, keyMissing, codeInvalid, tooManyRequests, unavailable, providerUnavailable, internalError,
    ]

    /// The HTTP status that the kind is sent with; 500 for an unknown one.
    public var statusCode: Int { known?.statusCode ?? 500 }

    public var title: String { known?.title ?? "Unknown problem" }

    private var known: (statusCode: Int, title: String)? {
      switch self {
      case .malformed: (400, "Malformed request")
      case .invalidFields: (422, "Invalid fields")
      case .unsupportedMediaType: (415, "Unsupported media type")
      case .tooLarge: (413, "Request too large")
      case .requestTimeout: (408, "Request too slow")
      case .unauthorized: (401, "Not authenticated")
      case .forbidden: (403, "Not allowed")
      case .notFound: (404, "Not found")
      case .methodNotAllowed: (405, "Method not allowed")
      case .wrongPhase: (409, "Not possible in this phase")
      case .reviewChanged: (409, "Review changed")
      case .returnUnclaimed: (409, "Return not claimed")
      case .attemptLive: (409, "Another attempt is live")
      case .amountExceeded: (409, "More than is left")
      case .nothingLeft: (409, "Nothing left")
      case .inProgress: (409, "In progress")
      case .keyReused: (422, "Idempotency key reused")
      case .keyMissing: (400, "Idempotency key missing")
      case .codeInvalid: (410, "Code not valid")
      case .tooManyRequests: (429, "Too many requests")
      case .unavailable: (503, "Unavailable")
      case .providerUnavailable: (502, "Payment provider unavailable")
      case .internalError: (500, "Internal error")
      default: nil
      }
    }
  }
}
