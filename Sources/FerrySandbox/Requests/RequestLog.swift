public import FerryCore
package import FerryWeb
package import HTTPTypes

/// One request that a sandbox received, with its answer. It holds no secret and no personal data.
public struct RequestRecord: Hashable, Sendable {
  /// Requests are numbered from 1.
  public fileprivate(set) var number = 0
  /// By the sandbox's clock.
  public fileprivate(set) var at = Moment(milliseconds: 0)
  public let method: String
  /// Without query.
  public internal(set) var path: String
  /// The operation of the provider's API; nil for any other request.
  public let operation: String?
  public package(set) var status: Int
  /// The reason code of an error.
  public let reasonCode: String?
  /// The message of an error.
  public var message: String?
  /// The key id in the request's authorization.
  public var keyID: String?
  public var simulationCode: String?
  /// For a refused signature: the text that should have been signed.
  public var signing: SigningTrace?
  /// True if a planned fault struck the request.
  public let wasStruck: Bool
  /// True if the body of the answer is personal data as a whole: the log has its size alone.
  package var hidesAnswer = false
  /// The time from the arrival of the request to its answer, with planned delays.
  public internal(set) var duration = Duration.zero
  package internal(set) var query: [LoggedField] = []
  package internal(set) var received = LoggedMessage()
  package internal(set) var answered = LoggedMessage()
  /// The part of the answer that was sent.
  package internal(set) var delivery = SandboxExchange.Delivery.whole
  /// The console's pages of the objects that the request is about.
  package internal(set) var objects: [Link] = []

  package init(
    _ request: HTTPRequest, operation: String? = nil, status: Int, reasonCode: String? = nil, message: String? = nil,
    wasStruck: Bool = false
  ) {
    method = request.method.rawValue
    path = String(request.pathWithoutQuery.prefix(512))
    self.operation = operation
    self.status = status
    self.reasonCode = reasonCode
    self.message = message
    self.wasStruck = wasStruck
  }
}

/// The text that a request should have signed, for a developer whose client signed another one.
public struct SigningTrace: Hashable, Sendable {
  /// The text that is hashed, without delegated tokens.
  public let canonicalRequest: String
  public let stringToSign: String
  /// The first characters of the received signature. A person recognises the signature by them.
  public let signature: String
  /// The known mistakes that explain the signature.
  public let findings: [SigningFinding]

  package init(canonicalRequest: String, stringToSign: String, signature: String, findings: [SigningFinding]) {
    self.canonicalRequest = canonicalRequest
    self.stringToSign = stringToSign
    self.signature = signature.count > 12 ? "\(signature.prefix(12))\(Redaction.mark)" : signature
    self.findings = findings
  }
}

/// A known mistake in signing. Each provider's sandbox names its own.
public struct SigningFinding: Hashable, Sendable {
  public let name: String
  /// A detail, such as the key that was used instead.
  public let detail: String?
  /// For people.
  let meaning: String

  package init(_ name: String, _ meaning: String, detail: String? = nil) {
    self.name = name
    self.detail = detail
    self.meaning = meaning
  }

  /// The finding as the control API shows it.
  public var text: String { detail.map { "\(name) \($0)" } ?? name }
}

/// The last requests, the oldest first.
struct RequestLog {
  let limit: Int
  private(set) var records: [RequestRecord] = []
  private var count = 0

  init(limit: Int) { self.limit = max(0, limit) }

  mutating func append(_ record: RequestRecord, at moment: Moment) {
    count += 1
    records.append(record)
    records[records.count - 1].number = count
    records[records.count - 1].at = moment
    if records.count > limit { records.removeFirst() }
  }
}
