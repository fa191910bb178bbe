public import FerryCore

/// Where a report's content can be fetched ("Reports", Amazon Pay documentation). It prints as "redacted", for whoever has
/// the address can fetch.
public struct ReportDocument: Hashable, Sendable {
  /// Names the document.
  public let reportDocumentId: String
  /// Signed, and good for 30 seconds.
  public let url: String?
  /// `N/A` for content that is not compressed.
  public let compressionAlgorithm: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension ReportDocument: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reportDocumentId = try object.required("reportDocumentId")
    url = object.value("url")
    compressionAlgorithm = object.value("compressionAlgorithm")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(reportDocumentId, "reportDocumentId")
    try object.write(url, "url")
    try object.write(compressionAlgorithm, "compressionAlgorithm")
  }
}

extension ReportDocument: Redacted {}
