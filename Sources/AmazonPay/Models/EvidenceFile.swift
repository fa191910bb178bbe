public import FerryCore
public import FerryHTTP

/// A file that is to be evidence in a dispute, and the address for its content ("File", Amazon Pay documentation).
/// It prints as "redacted", because the address is enough to write the file.
public struct EvidenceFile: Hashable, Sendable, LenientCodable, AmazonPayObject, Redacted {
  /// Such as `file_` and letters.
  public internal(set) var id = ""
  /// The address takes one `PUT` with the content, without a signature.
  public internal(set) var url = ""
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .createFile }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&id, "id")
    try members.required(&url, "url")
  }
}

/// Evidence of the merchant in a dispute: a text or a file.
public struct DisputeEvidence: Encodable, Hashable, Sendable {
  public let evidenceType: String
  public var evidenceText: String?
  public var fileId: String?

  public init(_ type: EvidenceType, text: String? = nil, file: String? = nil) {
    // Amazon's words have a capital letter.
    evidenceType = type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst()
    evidenceText = text
    fileId = file
  }
}
