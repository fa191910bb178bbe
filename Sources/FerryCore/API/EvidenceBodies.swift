/// The body of `POST /v1/checkouts/{id}/disputes/{dispute}/answer`: the evidence that the shop sends to the provider.
public struct AnswerDisputeBody: Codable, Hashable, Sendable {
  /// The most pieces of an answer.
  public static let most = 10

  public var evidence: [EvidenceBody]

  public init(evidence: [EvidenceBody]) { self.evidence = evidence }
}

/// A piece of evidence: a text or a file.
public struct EvidenceBody: Codable, Hashable, Sendable {
  public var type: EvidenceType
  /// At most `EvidenceBody.longestText` characters.
  public var text: String?
  /// The type of the file.
  public var file: EvidenceFileType?
  /// The file's bytes in Base64 (RFC 4648 §4).
  public var content: String?

  public static let longestText = 5000

  public init(type: EvidenceType, text: String? = nil, file: EvidenceFileType? = nil, content: String? = nil) {
    self.type = type
    self.text = text
    self.file = file
    self.content = content
  }
}

/// The kind of a piece of evidence. The words are Amazon Pay's, with a small letter ("Dispute", Amazon Pay documentation).
public enum EvidenceType: String, ClosedValue, Hashable, CaseIterable, Sendable {
  case productDescription, receipt, cancellationPolicy, customerSignature, trackingNumber, carrierName, deviceId
  case deviceName, downloadDateTime, other
}

/// The type of a file of evidence ("File", Amazon Pay documentation).
public enum EvidenceFileType: String, ClosedValue, Hashable, CaseIterable, Sendable {
  case csv, pdf, xls, xlsx, doc, docx, ods, jpg, png

  /// The type by the ending of a file's name; nil for others.
  public init?(fileName: String) {
    let ending = fileName.lowercased().split(separator: ".").last.map(String.init) ?? ""
    self.init(rawValue: ending == "jpeg" ? "jpg" : ending)
  }

  public var mediaType: String {
    switch self {
    case .csv: "text/csv"
    case .pdf: "application/pdf"
    case .xls: "application/vnd.ms-excel"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .doc: "application/msword"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .ods: "application/vnd.oasis.opendocument.spreadsheet"
    case .jpg: "image/jpeg"
    case .png: "image/png"
    }
  }

  /// True if a file begins as this type does. A table of texts only has no NUL.
  public func matches(_ content: [UInt8]) -> Bool {
    switch self {
    case .csv: !content.isEmpty && !content.contains(0)
    case .pdf: content.starts(with: Array("%PDF-".utf8))
    case .xls, .doc: content.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    case .xlsx, .docx, .ods: content.starts(with: [0x50, 0x4B, 0x03, 0x04])
    case .jpg: content.starts(with: [0xFF, 0xD8, 0xFF])
    case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47])
    }
  }
}

/// The shop's last answer to a dispute.
public struct DisputeAnswerBody: Codable, Hashable, Sendable {
  /// "sending", "sent", "refused", or "stopped": the dispute or the buyer's data ended before, or it is not known whether it
  /// has arrived. States may be added.
  public var state: String
  public var at: Moment
  /// The types of its pieces.
  public var evidence: [String]

  public init(state: String, at: Moment, evidence: [String]) {
    self.state = state
    self.at = at
    self.evidence = evidence
  }
}
