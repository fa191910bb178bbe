import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird

/// The form that sends evidence about a dispute to the provider.
struct AnswerForm {
  static let rows = 3

  let panel: DisputePanel
  let dispute: Dispute
  let index: Int

  private var texts: Texts<OperatorTexts> { panel.detail.frame.texts }

  var html: HTML {
    let link: Link = "/checkouts/\(panel.detail.checkout.id.text)/disputes/answer"
    return """
      <p class="small lead">\(texts.answerMeans)</p>\
      <form class="entries" method="post" enctype="multipart/form-data" action="\(link)">\(panel.detail.frame.csrf)\
      <input type="hidden" name="key" value="\(panel.detail.key)">\
      <input type="hidden" name="dispute" value="\(dispute.id.text)">\((1...Self.rows).map(row))\
      <div>\(Button(texts.sendAnswer).html)</div></form>
      """
  }

  private func row(_ row: Int) -> HTML {
    let types = EvidenceType.allCases.map { (value: $0.rawValue, text: $0.text(texts)) }
    let accepted = EvidenceFileType.allCases.map { ".\($0.rawValue)" }.joined(separator: ",")
    return """
      \(panel.select("type-\(row)", "\(texts.evidenceType) \(row)", types, EvidenceType.productDescription.rawValue, index))\
      \(panel.entry("text-\(row)", "\(texts.evidenceText) \(row)", index) { #"<textarea \#($0) rows="2" maxlength="5000"></textarea>"# })\
      \(panel.entry("file-\(row)", "\(texts.evidenceFile) \(row)", index) { #"<input \#($0) type="file" accept="\#(accepted)">"# })
      """
  }
}

extension DisputeRoute {
  func answer(_ request: Request, _ context: ClientContext) async throws -> Response {
    let limit = site.server.configuration.limits.evidenceBytes
    let (reader, form) = try await site.gate.acting(request, limit: limit)
    let file = try await site.file(context, for: reader)
    let back: Link = "/checkouts/\(file.checkout.id.text)#disputes"
    let key = try form.fields.required("key") { PlainText.isPlain($0, most: 64) ? $0 : nil }
    let dispute = DisputeID(try form.fields.required("dispute") { PlainText.isPlain($0, most: 64) ? $0 : nil })
    do {
      let evidence = try SentEvidence(AnswerDisputeBody(evidence: try Self.evidence(form)))
      _ = try await evidence.answer(
        dispute, of: file.checkout, key: key, by: site.acting(reader, request, context), at: site.server)
    } catch is OrderProblems {
      return site.refusal(reader, backTo: back) { ($0.answerDispute, $0.answerWrong) }.response
    } catch let refused as Refusal {
      return site.refusal(reader, backTo: back) { ($0.answerDispute, $0.refusal(refused, site.time)) }.response
    }
    return .seeOther(Act.evidence.link(file.checkout.id))
  }

  /// Rows without text and file are left out; a row may have both.
  private static func evidence(_ form: FileForm) throws -> [EvidenceBody] {
    try (1...AnswerForm.rows).flatMap { row -> [EvidenceBody] in
      let type = try form.fields.required("type-\(row)", as: EvidenceType.init(rawValue:))
      var pieces: [EvidenceBody] = []
      if let text = form.fields["text-\(row)"], !text.isEmpty { pieces.append(EvidenceBody(type: type, text: text)) }
      if let file = form.files["file-\(row)"], !file.name.isEmpty {
        guard let kind = EvidenceFileType(fileName: file.name) else { throw OrderProblems([]) }
        pieces.append(EvidenceBody(type: type, file: kind, content: Data(file.content).base64EncodedString()))
      }
      return pieces
    }
  }
}

extension EvidenceType {
  fileprivate func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .productDescription: texts.evidenceProduct
    case .receipt: texts.evidenceReceipt
    case .cancellationPolicy: texts.evidenceCancellation
    case .customerSignature: texts.evidenceSignature
    case .trackingNumber: texts.evidenceTracking
    case .carrierName: texts.evidenceCarrier
    case .deviceId: texts.evidenceDeviceID
    case .deviceName: texts.evidenceDevice
    case .downloadDateTime: texts.evidenceDownload
    case .other: texts.reasonOther
    }
  }
}

extension DisputeAnswer.State {
  func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .sending: texts.answerSending
    case .sent: texts.answerSent
    case .refused: texts.answerRefused
    case .stopped: texts.answerStopped
    }
  }
}
