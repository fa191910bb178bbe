import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Foundation
import HTTPTypes

/// The answer to a dispute. Amazon takes each file in two requests, one for an address and one to it; then the evidence is
/// sent, all in one request ("Manage disputes", Amazon Pay documentation).
struct Uploads: Codable, Hashable {
  let command: CommandNumber
  /// Amazon gives the same address for the same key: a new one needs another reference of the command.
  let attempt: Int
  /// The ids of the files, in the order of the evidence.
  var files: [String] = []
  /// The address for the content of the last of them, until it is sent.
  var address: String?

  /// The uploads of a task; none yet for another task, or under a new reference.
  init(of task: ProviderTask, _ record: Record) {
    (command, attempt) = (task.command.number, task.attempt)
    guard let known = record.uploads, known.command == command, known.attempt == attempt else { return }
    (files, address) = (known.files, known.address)
  }

  /// The types of all files of the answer.
  func types(of task: ProviderTask, _ dispute: DisputeID) -> [EvidenceFileType] {
    (task.checkout.answer(to: dispute)?.parts ?? []).compactMap(\.file)
  }

  func next(_ task: ProviderTask, _ dispute: DisputeID) throws(InvalidField) -> AmazonPayCall {
    let types = types(of: task, dispute)
    if let file = files.last, address != nil { return try .uploadFile(file) }
    guard files.count < types.count else {
      return try .contestDispute(dispute.text, IdempotencyKey(task.reference))
    }
    // A key for each file. A reference has at most 32 characters, and is random: one is as good without its end.
    let key = try IdempotencyKey("\(task.reference.prefix(28))-f\(files.count)")
    return try .createFile(types[files.count], key)
  }
}

extension AmazonPayProvider {
  public var answersDisputes: Bool { true }

  /// The request with what is not stored with it: the evidence, and the address of a file.
  func complete(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> ProviderRequest {
    let call = try request.amazonPayCall()
    var request = request
    switch call.operation {
    case .uploadFile:
      let uploads = try Record(sending.record).uploads
      let files = sending.evidence.filter { $0.part.file != nil }
      guard let uploads, let address = uploads.address, uploads.files.last == call.objectId,
        files.indices.contains(uploads.files.count - 1), let type = files[uploads.files.count - 1].part.file
      else { throw .unreadableRequest }
      request.url = address
      request.headers = [ProviderRequest.Header("content-type", type.mediaType)]
      request.content = files[uploads.files.count - 1].content
    case .contestDispute:
      var files = (try Record(sending.record).uploads?.files ?? [])[...]
      let evidence = try sending.evidence.map { (evidence) throws(ProviderFailure) in
        let text = String(decoding: evidence.content, as: UTF8.self)
        guard evidence.part.file != nil else { return DisputeEvidence(evidence.part.type, text: text) }
        guard let file = files.popFirst() else { throw .unreadableRequest }
        return DisputeEvidence(evidence.part.type, file: file)
      }
      request.content = stableJSON(["merchantEvidences": evidence])
    default: break
    }
    return request
  }
}

extension AnswerReading {
  func fileCreated(_ file: EvidenceFile) -> ProviderReaction {
    guard provider.merchant.endpoint.mayReceiveFile(at: file.url), file.url.dropFirst("https://".count).contains("/"),
      (try? AmazonPayCall.uploadFile(file.id)) != nil
    else {
      return refused("Amazon Pay names an address for a file that is not Amazon's. Nothing was sent there.")
    }
    var (record, uploads) = (record, Uploads(of: task, record))
    uploads.files.append(file.id)
    uploads.address = file.url
    record.uploads = uploads
    return next(.upload, record)
  }

  /// The content of a file was sent. To repeat it does no harm.
  func fileSent() -> ProviderReaction {
    let status = answer.status.code
    let reason = "Amazon Pay does not take a file of evidence (HTTP \(status))."
    switch status {
    case 200..<300:
      var (record, uploads) = (record, Uploads(of: task, record))
      uploads.address = nil
      record.uploads = uploads
      return next(.evidence, record)
    case 408, 425, 429: return .failed(.transient(reason: reason, retryAfter: answer.retryAfter))
    // The address has expired, as a rule.
    case 400..<500 where task.attempt < 3:
      return .newReference(
        stage: Stage.evidence.rawValue, ProviderFindings(record: try forgettingUploads.bytes, remarks: [reason]))
    case 400..<500: return refused(reason)
    default: return .failed(.transient(reason: reason, retryAfter: answer.retryAfter))
    }
  }

  /// The dispute shows whether the answer has arrived: after a lost answer it has if it is under review, and has not while it needs
  /// a response. Under review after a refusal, it may be by another's answer; after its end nothing tells.
  func answered(_ found: AmazonPay.Dispute) -> ProviderReaction {
    let uploads = Uploads(of: task, record)
    let hasAllFiles =
      uploads.address == nil && uploads.files.count == uploads.types(of: task, DisputeID(found.disputeId)).count
    return switch (stage, found.state) {
    case (.unknown, .known(.actionRequired)): .nothingHappened(stage: Stage.evidence.rawValue)
    case (.unknown, .known(.underReview)): dispute(found, ending: true)
    case (.refused, .known(.actionRequired)): refused("Amazon Pay still waits for an answer.")
    case (.refused, _) where !hasAllFiles: refused("The dispute waits for no answer any more.")
    default: .done(.parked, ProviderFindings(record: try forgettingUploads.bytes))
    }
  }

  private func refused(_ reason: String) -> ProviderReaction {
    let remark =
      "\(reason) The evidence was not taken. Correct it and answer again, or answer the dispute in Seller Central."
    return .done(.rejected(.notAllowed), ProviderFindings(record: try forgettingUploads.bytes, remarks: [remark]))
  }

  /// The record without the addresses of files.
  var forgettingUploads: Record {
    var record = record
    record.uploads = nil
    return record
  }
}
