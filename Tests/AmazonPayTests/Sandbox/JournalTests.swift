import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Journal")
struct JournalTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)").path

  private func shop(_ time: Moment = Shop.start) throws -> Shop {
    let shop = try Shop { $0.journal = path }
    shop.time.advance(by: time.since(Shop.start))
    return shop
  }

  /// A signed request through the call that waits for the journal.
  private func send(_ shop: Shop, _ request: HTTPRequest, _ body: String) async throws -> JSONValue {
    let exchange = try await shop.sandbox.exchange(request, body: Array(body.utf8))
    return try JSONValue(parsing: exchange.body)
  }

  private func lines() throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  @Test("State, stored answers and pending decisions survive a restart")
  func restart() async throws {
    defer { unlink(path) }
    var chargeID = ""
    var first: [UInt8] = []
    var refundID = ""
    do {
      let shop = try shop()
      let id = try shop.confirmed(intent: "AuthorizeWithCapture")
      let body = Shop.price("chargeAmount", "8980")
      let request = try shop.signed(.post, "/v2/checkoutSessions/\(id)/complete", body, key: "complete")
      first = try await shop.sandbox.exchange(request, body: Array(body.utf8)).body
      chargeID = try #require(JSONValue(parsing: first)["chargeId"]?.text)
      let refund = #"{"chargeId":"\#(chargeID)","refundAmount":{"amount":"80","currencyCode":"JPY"}}"#
      let answer = try await send(shop, try shop.signed(.post, "/v2/refunds", refund, key: "refund"), refund)
      refundID = try #require(answer["refundId"]?.text)
      // The process dies here without closing anything.
    }
    let again = try shop(Shop.start + .seconds(30))
    #expect(try again.call(.get, "/v2/charges/\(chargeID)").body["refundedAmount"]?["amount"]?.text == "80")
    #expect(try again.call(.get, "/v2/refunds/\(refundID)").state == "Refunded")
    let sessionID = try #require(JSONValue(parsing: first)["checkoutSessionId"]?.text)
    let replay = try again.complete(sessionID, key: "complete")
    #expect(replay.bytes == first)
    let moved = again.sandbox.state.change { ledger, _ in ledger.movements.map(\.kind) }
    #expect(moved == [.authorized, .captured, .refunded])
  }

  @Test("Expiries go on after a restart, and so does a clock that was advanced")
  func clock() async throws {
    defer { unlink(path) }
    var id = ""
    do {
      let shop = try shop()
      id = try shop.session()
      shop.sandbox.advanceClock(by: .seconds(23 * 3600))
      _ = try await send(shop, try shop.signed(.get, "/v2/checkoutSessions/\(id)"), "")
    }
    let again = try shop()
    #expect(again.sandbox.now == Shop.start + .seconds(23 * 3600))
    #expect(try again.call(.get, "/v2/checkoutSessions/\(id)").state == "Open")
    again.time.advance(by: .seconds(3600))
    #expect(try again.call(.get, "/v2/checkoutSessions/\(id)").stateReason == "Expired")
    again.time.advance(by: .seconds(30 * 24 * 3600))
    #expect(try again.call(.get, "/v2/checkoutSessions/\(id)").status == 404)
  }

  @Test("All that one request changes stands in one line")
  func oneLine() async throws {
    defer { unlink(path) }
    let shop = try shop()
    let id = try shop.confirmed()
    let body = Shop.price("chargeAmount", "8980")
    let request = try shop.signed(.post, "/v2/checkoutSessions/\(id)/complete", body, key: "complete")
    _ = try await send(shop, request, body)
    let last = try #require(lines().last)
    for member in ["sessions", "permissions", "charges", "replies", "movements"] {
      #expect(last.contains("\"\(member)\""))
    }
  }

  @Test("An unfinished line of a killed process is dropped")
  func tornLine() async throws {
    defer { unlink(path) }
    do {
      let shop = try shop()
      _ = try await send(
        shop, try shop.signed(.post, "/v2/checkoutSessions", Shop.createBody, key: "a"), Shop.createBody)
    }
    let whole = try lines().count
    let file = URL(fileURLWithPath: path)
    try (Data(contentsOf: file) + Data(#"{"sessions":[{"id":"torn"#.utf8)).write(to: file)
    let again = try shop()
    #expect(try lines().count == whole)
    #expect(try again.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "a").status == 201)
  }

  @Test("A journal of another version is refused and left unchanged", arguments: [1, 4, 6])
  func otherForm(_ version: Int) throws {
    defer { unlink(path) }
    let line = "{\"journal\":\(version)}"
    try Data("\(line)\n".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: JournalError.self) { try shop() }
    #expect(error?.reason.contains("move the file away") == true)
    #expect(try lines() == [Substring(line)])
  }

  @Test("A file with other content is not overwritten")
  func foreignFile() throws {
    defer { unlink(path) }
    try Data("dear diary\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: JournalError.self) { try shop() }
    #expect(try lines() == ["dear diary"])
  }

  @Test("Two sandboxes cannot share a file")
  func exclusive() throws {
    defer { unlink(path) }
    let first = try shop()
    #expect(throws: JournalError.self) { try shop() }
    _ = first
  }

  @Test("A journal with many superseded lines is rewritten with the same content")
  func compaction() async throws {
    defer { unlink(path) }
    var id = ""
    do {
      let shop = try shop()
      id = try shop.session()
      for amount in 1...1100 {
        let body = Shop.updateBody(amount: "\(amount)")
        _ = try shop.call(.patch, "/v2/checkoutSessions/\(id)", body)
      }
      _ = try await send(shop, try shop.signed(.get, "/v2/checkoutSessions/\(id)"), "")
    }
    #expect(try lines().count > 1100)
    do {
      let again = try shop()
      #expect(try lines().count == 2)
      let session = try again.call(.get, "/v2/checkoutSessions/\(id)").body
      #expect(session["paymentDetails"]?["chargeAmount"]?["amount"]?.text == "1100")
      #expect(try again.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "create").status == 201)
      _ = try await send(again, try again.signed(.get, "/v2/checkoutSessions/\(id)"), "")
    }
    #expect(try shop().call(.get, "/v2/checkoutSessions/\(id)").status == 200)
  }

  private func unlink(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }
}
