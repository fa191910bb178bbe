import FerryCore
import FerryTesting
import Foundation
import Testing

@testable import Ferry

/// Anything at all in place of what comes from outside. A second of it each time; `FERRY_FUZZ_SECONDS=60` for longer, and
/// `FERRY_FUZZ_SEED` for another course or one that failed.
@Suite("Anything from outside", .serialized)
struct FuzzTests {
  static let environment = ProcessInfo.processInfo.environment
  static let seconds = environment["FERRY_FUZZ_SECONDS"].flatMap(Double.init) ?? 1
  static let seed = environment["FERRY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  /// Repeats a body with inputs that are made from good ones.
  static func fuzz(
    _ what: String, _ samples: [String], _ body: (inout SplitMix64, [UInt8]) throws -> Void
  ) rethrows {
    var generator = SplitMix64(seed: seed)
    let end = Date(timeIntervalSinceNow: seconds)
    var count = 0
    while count.isMultiple(of: 64) == false || Date.now < end {
      count += 1
      let sample = Array((samples.randomElement(using: &generator) ?? "").utf8)
      try body(&generator, mutated(sample, &generator))
    }
    #expect(count > 100)
    print("fuzzed \(what): \(count), seed \(seed)")
  }

  static let pieces: [String] = [
    "\"", "{", "}", "[", "]", ":", ",", "\\", "null", "true", "-1", "1e999", "99999999999999999999", "\u{0}", "\r\n",
    "é", "\u{2028}", "%00", "%FF", "../", "&", "=", "?", "#", "//", "checkout=", "co_1", "\"v\":1", "{\"v\":1", " ",
    "\u{202E}", "💳", "</script>",
  ]

  static func mutated(_ sample: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes = Array(bytes.prefix(index))
      case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: index)
      case 2 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 3 where index < bytes.count: bytes.remove(at: index)
      case 4: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(40), at: index)
      default: bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  @Test("Any link is ours, unreadable or foreign, and one of ours has parts that fit an address")
  func links() {
    let samples = [
      "https://link.shop.example/ferry/return/?checkout=co_1&code=abc.3",
      "shop://ferry/return/?checkout=a&code=b",
      "https://link.shop.example/other", "",
    ]
    Self.fuzz("links", samples) { _, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .link(let link) = ReturnLink.read(text, host: "https://link.shop.example", scheme: "shop") else {
        return
      }
      #expect(PlainText.isUnreserved(link.checkout, most: 64) || [".", ".."].contains(link.checkout), "\(text)")
      #expect(PlainText.isUnreserved(link.code, most: 128) || [".", ".."].contains(link.code))
    }
  }

  @Test("Any bridge message is read or answered by an error, and never names an address")
  func messages() throws {
    let samples = [
      #"{"v":1,"type":"prepare"}"#, #"{"v":1,"type":"state"}"#, "",
      #"{"v":1,"type":"open","checkout":"co_1","clientToken":"t","ticket":{"step":"pay","text":"abc"}}"#,
    ]
    Self.fuzz("bridge messages", samples) { _, bytes in
      guard case .success(.open(let handoff)) = BridgeMessage.read(String(decoding: bytes, as: UTF8.self)) else {
        return
      }
      #expect(PlainText.isUnreserved(handoff.checkout, most: 64))
      if let ticket = handoff.ticket { #expect(PlainText.isUnreserved(ticket.text, most: 512)) }
    }
  }

  @Test("Any stored state is read as far as it goes, and a passage can go on from it")
  func memories() {
    let samples = [
      String(decoding: MemoryTests.full.bytes, as: UTF8.self),
      #"{"checkout":"co_1","clientToken":"t","code":"c","id":"p1","revision":3,"version":1}"#, "", "{}",
    ]
    Self.fuzz("stored states", samples) { _, bytes in
      let reading = Passage.Memory.read(bytes, name: "p1")
      guard let memory = reading.memory else { return }
      #expect(memory.id == "p1")
      for attendance in Attendance.allCases {
        var passage = Passage(memory, attendance, run: "run", at: Situation.now)
        let effects = passage.receive(.begin, at: Situation.now)
        if memory.canAsk {
          let isAsking = effects.contains { effect in
            if case .call = effect { true } else { false }
          }
          #expect(isAsking)
        }
      }
    }
  }

  @Test("Any answer of the server is a checkout or a failure, and a passage lives with it")
  func answers() throws {
    let samples =
      try [
        Situation.body(.reviewing), Situation.body(.paid), Situation.body(.selecting, isLocked: true, ticket: .resume),
      ].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } + [
        #"{"type":"urn:ferry:problem:code-invalid","status":410}"#, "",
      ]
    Self.fuzz("answers of the server", samples) { generator, bytes in
      let statuses = [200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 409, 410, 429, 500, 503, 0, -1]
      let status = statuses.randomElement(using: &generator) ?? 200
      let headers = ["retry-after": String(decoding: bytes.prefix(3), as: UTF8.self)]
      let answer = HTTPAnswer(statusCode: status, headers: headers, body: bytes)
      let result = Result { () throws(CallFailure) in try CheckoutAPI.read(answer) }
      guard let situation = Situation.all.randomElement(using: &generator) else { return }
      var passage = situation.passage
      let before = passage
      let input = Passage.Input.answered(passage.asked?.number ?? 0, result)
      let effects = passage.receive(input, at: Situation.now)
      let broken = PassageTableTests.broken(before, input, effects, passage)
      #expect(broken.isEmpty, "\(situation.name), \(status): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
