import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FerryServer

@Suite("Answers to disputes, through the JSON API and the operations page")
struct DisputeAnswerRoutesTests {
  private static let png = "iVBORw=="

  /// A paid checkout whose provider tells of a dispute.
  private static func disputed(_ server: TestServer, reference: String = "A-1") async throws -> String {
    let id = try await server.paid(reference: reference)
    _ = try await server.service.submit(.disputeNoticed("D-1"), to: CheckoutID(id))
    _ = try await server.service.wait(for: CheckoutID(id), within: .seconds(5)) { $0.outstanding.isEmpty }
    return id
  }

  private static func answer(
    _ body: String, _ key: String = "k", _ dispute: String = "D-1", of id: String, at server: TestServer
  )
    async throws -> TestResponse
  {
    try await server.call(.post, "/v1/checkouts/\(id)/disputes/\(dispute)/answer", body, idempotencyKey: key)
  }

  @Test("An answer is sent once, and the dispute says so")
  func sent() async throws {
    try await TestServer.run { server in
      let id = try await Self.disputed(server)
      let body = """
        {"evidence":[{"type":"trackingNumber","text":"1Z\\nby ship"},{"type":"receipt","file":"png","content":"\(Self.png)"}]}
        """
      for _ in 1...2 {
        let response = try await Self.answer(body, of: id, at: server)
        #expect(response.status == .ok)
        let dispute = try response.decoded(DisputeBody.self)
        #expect(dispute.answer?.state == "sent" && dispute.answer?.evidence == ["trackingNumber", "receipt"])
        #expect(dispute.state == "underReview")
      }
      let other = try await Self.answer(#"{"evidence":[{"type":"other","text":"x"}]}"#, of: id, at: server)
      #expect(other.problem?.type == .keyReused)
      let next = try await Self.answer(body, "k2", of: id, at: server)
      #expect(next.status == .conflict && next.problem?.type == .wrongPhase)
    }
  }

  @Test("Evidence that cannot be sent is refused with its place, and nothing is kept")
  func refused() async throws {
    try await TestServer.run { server in
      let id = try await Self.disputed(server)
      let long = String(repeating: "x", count: 5_001)
      for (piece, pointer) in [
        (#"{"type":"moon","text":"x"}"#, "/evidence/0/type"), (#"{"type":"other"}"#, "/evidence/0"),
        (#"{"type":"other","text":"x","file":"png","content":"\#(Self.png)"}"#, "/evidence/0"),
        (#"{"type":"other","text":""}"#, "/evidence/0/text"),
        (#"{"type":"other","text":"\#(long)"}"#, "/evidence/0/text"),
        (#"{"type":"other","text":"a\u0000"}"#, "/evidence/0/text"),
        (#"{"type":"other","file":"png"}"#, "/evidence/0"),
        (#"{"type":"other","file":"png","content":"%%"}"#, "/evidence/0/content"),
        (#"{"type":"other","file":"pdf","content":"\#(Self.png)"}"#, "/evidence/0/content"),
        (#"{"type":"other","file":"exe","content":"\#(Self.png)"}"#, "/evidence/0/file"),
      ] {
        let response = try await Self.answer(#"{"evidence":[\#(piece)]}"#, of: id, at: server)
        #expect(response.status == .unprocessableContent, "\(piece.prefix(60))")
        #expect(response.problem?.errors.map(\.pointer) == [pointer], "\(piece.prefix(60))")
      }
      let eleven = Array(repeating: #"{"type":"other","text":"x"}"#, count: 11).joined(separator: ",")
      for list in ["", eleven] {
        let response = try await Self.answer(#"{"evidence":[\#(list)]}"#, of: id, at: server)
        #expect(response.problem?.errors.map(\.pointer) == ["/evidence"])
      }
      let missing = try await server.call(
        .post, "/v1/checkouts/\(id)/disputes/D-1/answer", #"{"evidence":[{"type":"other","text":"x"}]}"#)
      #expect(missing.problem?.type == .keyMissing)
      let unknown = try await Self.answer(
        #"{"evidence":[{"type":"other","text":"x"}]}"#, "k", "D-2", of: id, at: server)
      #expect(unknown.status == .conflict)
      let dispute = try #require(try await server.service.file(CheckoutID(id))?.checkout.payment?.disputes.first)
      #expect(dispute.answer == nil)
    }
  }

  @Test("An operator answers with a text and a file, and the page says what became of it")
  func page() async throws {
    try await OperationsSite.run { site in
      let id = CheckoutID(try await Self.disputed(site.shop))
      let browser = try await site.signIn()
      let before = try await browser.get("/checkouts/\(id)").text
      #expect(before.contains("Answer with evidence") && before.contains(#"enctype="multipart/form-data""#))
      let fields = [
        "dispute": "D-1", "type-1": "trackingNumber", "text-1": "1Z", "type-2": "receipt", "text-2": "",
        "type-3": "other", "text-3": "",
      ]
      let wrong = try await browser.post(
        "/checkouts/\(id)/disputes/answer", fields.merging(["key": "k0"]) { $1 },
        files: ["file-2": ("invoice.exe", [1])])
      #expect(wrong.text.contains("Nothing was sent."))
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
      try await browser.get("/checkouts/\(id)")
      let sent = try await browser.post(
        "/checkouts/\(id)/disputes/answer", fields.merging(["key": "k1"]) { $1 },
        files: ["file-1": ("", []), "file-2": ("Invoice.PNG", png), "file-3": ("", [])])
      #expect(sent.status == .seeOther && sent.headers[.location] == "/checkouts/\(id)?done=evidence")
      let dispute = try #require(try await site.file(id).checkout.payment?.disputes.first)
      #expect(dispute.answer?.parts == [EvidencePart(.trackingNumber), EvidencePart(.receipt, .png)])
      let after = try await browser.get("/checkouts/\(id)").text
      #expect(after.contains("Evidence was sent:") && !after.contains("Answer with evidence"))
      #expect(try await site.actions(id) == ["dispute D-1: evidence by anna"])
      // A form of another session or site acts on nothing.
      let foreign = try await browser.post(
        "/checkouts/\(id)/disputes/answer", fields.merging(["key": "k2"]) { $1 }, files: [:], token: "bad")
      #expect(foreign.status == .forbidden)
    }
  }
}
