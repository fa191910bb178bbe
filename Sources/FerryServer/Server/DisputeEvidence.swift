import FerryCheckout
import FerryCore
import FerryEngine
import Foundation

/// An answer to a dispute as it came, from the API or the operations page.
struct SentEvidence: Sendable {
  private let evidence: [Evidence]

  /// - Throws: `OrderProblems` with every wrong piece.
  init(_ body: AnswerDisputeBody) throws(OrderProblems) {
    var (evidence, problems): ([Evidence], [OrderProblem]) = ([], [])
    if !(1...AnswerDisputeBody.most).contains(body.evidence.count) {
      problems.append(OrderProblem("/evidence", "Send 1 to \(AnswerDisputeBody.most) pieces of evidence."))
    }
    for (index, piece) in body.evidence.prefix(AnswerDisputeBody.most).enumerated() {
      do throws(OrderProblem) {
        evidence.append(try Evidence(piece))
      } catch {
        problems.append(OrderProblem("/evidence/\(index)\(error.pointer)", error.detail))
      }
    }
    guard problems.isEmpty else { throw OrderProblems(problems) }
    self.evidence = evidence
  }

  /// Commits the answer, and waits for the provider as long as a request does.
  /// - Parameters:
  ///   - key: The caller's own name of this answer: the same again is the same answer.
  ///   - person: The operator; nil for the shop.
  /// - Returns: The checkout with the answer.
  /// - Throws: `Refusal`; errors of the store.
  func answer(
    _ dispute: DisputeID, of checkout: Checkout, key: String, by person: ActingOperator? = nil,
    at server: CheckoutServer
  ) async throws -> Checkout {
    guard server.service.answersDisputes(of: checkout.accountID) else { throw Refusal.notAnswerable }
    let now = server.service.time.now
    let id = OperationID("an_" + TextDigest.sha256("\(checkout.id.text)/\(key)").prefix(22))
    _ = try await server.service.commit(checkout.id) { [evidence] file, change in
      // A repetition begins nothing.
      if file.checkout.answerCommand == nil { change.evidence = evidence }
      if let person, file.checkout.answer(id) == nil {
        change.note("dispute \(dispute): evidence", by: person, at: now)
      }
      return (.answerDispute(dispute, id, digest: digest(key), evidence.map(\.part)), ())
    }
    return try await server.wait(for: checkout.id) { $0.checkout.answer(id)?.state != .sending }.checkout
  }

  /// Tells nothing of the evidence to those who do not know the key.
  private func digest(_ key: String) -> String {
    TextDigest.sha256(
      evidence.reduce(into: Data(key.utf8)) { data, evidence in
        let part = evidence.part
        data += "\0\(part.type.rawValue) \(part.file?.rawValue ?? "")\0".utf8 + evidence.content
      })
  }
}

extension Evidence {
  /// - Throws: `OrderProblem` with a pointer below the piece.
  fileprivate init(_ piece: EvidenceBody) throws(OrderProblem) {
    switch (piece.text, piece.file, piece.content) {
    case (let written?, nil, nil):
      // Browsers write line breaks as two characters, and count one.
      let text = written.replacing("\r\n", with: "\n")
      let isShort = text.unicodeScalars.count <= EvidenceBody.longestText
      guard isShort, WrittenText.isSound(text.replacing("\n", with: ""), 1...EvidenceBody.longestText) else {
        throw OrderProblem(
          "/text", "Write 1 to \(EvidenceBody.longestText) characters, without control characters besides line breaks.")
      }
      self.init(EvidencePart(piece.type), Array(text.utf8))
    case (nil, let file?, let content?):
      guard let bytes = Data(base64Encoded: content).map(Array.init) else {
        throw OrderProblem("/content", "Write the file's bytes in Base64 (RFC 4648 §4), without line breaks.")
      }
      guard file.matches(bytes) else {
        throw OrderProblem(
          "/content", "The file is not of the type \(file.rawValue). Name its true type, or convert it.")
      }
      self.init(EvidencePart(piece.type, file), bytes)
    default:
      throw OrderProblem("", #"Write a "text", or a "file" with its type and its "content"."#)
    }
  }
}
