public import FerryCore

/// One request that the sandbox has seen. It names no buyer and holds no body.
public struct AmazonPayRequestRecord: Hashable, Sendable {
  /// One more than the last request's.
  public internal(set) var number = 0
  public let at: Moment
  public let method: String
  /// Without query.
  public let path: String
  /// Nil for what is no operation of the API.
  public let operation: AmazonPayOperation?
  public let status: Int
  /// The reason code of an error.
  public let reasonCode: String?
  /// What an error says.
  public var message: String?
  /// By which key the request says that it is signed.
  public var publicKeyID: String?
  public var simulationCode: String?
  /// What a refused signature should have been made of.
  public var signing: AmazonPaySigningTrace?
  /// Whether a planned fault struck the request.
  public let wasStruck: Bool
}

/// What the sandbox found the signed text of a request to be, for whoever signed another one.
public struct AmazonPaySigningTrace: Hashable, Sendable {
  /// Line by line what is hashed. Delegated tokens are left out.
  public let canonicalRequest: String
  public let stringToSign: String
  /// As received, in Base64.
  public let signature: String
  /// What would have made the signature valid, as far as it is a known mistake.
  public let findings: [AmazonPaySigningFinding]
}

/// A known way to a signature that does not fit.
public enum AmazonPaySigningFinding: Hashable, Sendable {
  /// The salt has the length of the other algorithm.
  case otherSaltLength
  /// The text begins with the other algorithm's name.
  case otherAlgorithmName
  /// It was made with the private key that belongs to another public key id.
  case otherKey(String)
  /// The body was hashed as if it were empty.
  case bodyNotHashed
  /// The body was changed between signing and sending: slashes escaped, or not any more.
  case slashesReencoded
  case spacesNotCollapsed
  case queryLeftOut
  case queryNotSorted
  /// The path was signed with another environment segment than it was sent with.
  case otherEnvironmentInPath
  /// The path was signed with a slash at its end and sent without one, or the reverse.
  case otherSlashAtEnd
  /// The text has a line feed at its end.
  case lineFeedAtEnd
  /// The names of the signed headers were listed in lower case, and sent otherwise.
  case otherCaseOfNames

  /// By this name the control API shows it.
  var name: String {
    switch self {
    case .otherSaltLength: "otherSaltLength"
    case .otherAlgorithmName: "otherAlgorithmName"
    case .otherKey(let id): "otherKey \(id)"
    case .bodyNotHashed: "bodyNotHashed"
    case .slashesReencoded: "slashesReencoded"
    case .spacesNotCollapsed: "spacesNotCollapsed"
    case .queryLeftOut: "queryLeftOut"
    case .queryNotSorted: "queryNotSorted"
    case .otherEnvironmentInPath: "otherEnvironmentInPath"
    case .otherSlashAtEnd: "otherSlashAtEnd"
    case .lineFeedAtEnd: "lineFeedAtEnd"
    case .otherCaseOfNames: "otherCaseOfNames"
    }
  }
}

/// The last requests, the oldest first.
struct RequestLog {
  let limit: Int
  private var ring: [AmazonPayRequestRecord] = []
  private var oldest = 0
  private var count = 0

  init(limit: Int) { self.limit = max(0, limit) }

  var records: [AmazonPayRequestRecord] { Array(ring[oldest...] + ring[..<oldest]) }

  mutating func append(_ record: AmazonPayRequestRecord) {
    count += 1
    var record = record
    record.number = count
    if ring.count < limit {
      ring.append(record)
    } else if limit > 0 {
      ring[oldest] = record
      oldest = (oldest + 1) % limit
    }
  }
}
