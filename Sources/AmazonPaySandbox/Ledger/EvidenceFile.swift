import FerryCore
import FerrySandbox

/// A file of evidence. Its content is not kept.
struct EvidenceFile: Codable, Hashable, OwnedObject {
  let id: String
  let owner: Owner
  let type: String
  let createdAt: Moment
  /// In bytes; nil before the content has come.
  var size: Int?
}

extension Ledger {
  static let evidenceTypes = EvidenceType.allCases.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }

  mutating func createFile(_ request: APIRequest, at now: Moment) -> (Int, JSONValue) {
    let file = EvidenceFile(
      id: unusedID("file_", in: files), owner: request.owner, type: request.body["type"]?.text ?? "", createdAt: now)
    files.store(file)
    let end = AmazonTimestamp.text(now + rules.uploadAddressLifetime)
    return (
      201,
      .object(all: [
        "id": file.id, "type": file.type, "purpose": "disputeEvidence", "uploadTimestamp": AmazonTimestamp.text(now),
        "url": "\(pagesOrigin)/files/\(file.id)/contents", "urlExpirationTimestamp": end,
      ])
    )
  }

  /// Takes the content of a file, as often as it comes.
  /// - Returns: False for a file that there is not, or an address that has expired.
  mutating func upload(_ id: String, _ size: Int, at now: Moment) -> Bool {
    guard var file = files[id], now < file.createdAt + rules.uploadAddressLifetime, size > 0 else { return false }
    file.size = size
    files.store(file)
    return true
  }

  /// The merchant answers a dispute.
  mutating func contestDispute(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var dispute = try chargeback(request.id, of: request.owner)
    guard dispute.state == .actionRequired else {
      throw APIRefusal(422, "InvalidDisputeStatus", "The dispute is in state \(dispute.state.rawValue) already.")
    }
    let evidence = request.body["merchantEvidences"]?.elements ?? []
    guard !evidence.isEmpty else { throw .missingValue("merchantEvidences") }
    for piece in evidence {
      let (text, id) = (piece["evidenceText"]?.text, piece["fileId"]?.text)
      guard (text == nil) != (id == nil) else {
        throw .invalidCombination("A piece of evidence has an evidenceText or a fileId.")
      }
      if let id, try owned(files[id], by: request.owner, "file").size == nil {
        throw .invalidValue("fileId", "the content of \(id) has not been uploaded")
      }
      let sent = Chargeback.Evidence(type: piece["evidenceType"]?.text ?? "", text: text, file: id, at: now)
      dispute.evidence = (dispute.evidence ?? []) + [sent]
    }
    dispute.state = .underReview
    dispute.reason = nil
    store(dispute, at: now)
    return (200, body(of: dispute))
  }
}
