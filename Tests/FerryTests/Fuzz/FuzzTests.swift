import FerryCore
import FerryTesting
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Anything from outside", .serialized)
struct FuzzTests {
  static let fuzzing = Fuzzing(pieces: ["checkout=", "co_1", "\"v\":1", "{\"v\":1"])

  @Test("Any link is ours, unreadable or foreign, and one of ours has parts that fit an address")
  func links() {
    let samples = [
      "https://link.shop.example/ferry/return/?checkout=co_1&code=abc.3",
      "shop://ferry/return/?checkout=a&code=b",
      "https://link.shop.example/other", "",
    ]
    Self.fuzzing.run("links", samples) { _, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .link(let link) = AppReturnLink.read(text, host: "https://link.shop.example", scheme: "shop") else {
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
    Self.fuzzing.run("bridge messages", samples) { _, bytes in
      guard case .success(.open(let handoff)) = BridgeMessage.read(String(decoding: bytes, as: UTF8.self)) else {
        return
      }
      #expect(PlainText.isUnreserved(handoff.checkout, most: 64))
      if let ticket = handoff.ticket { #expect(PlainText.isUnreserved(ticket.text, most: 512)) }
    }
  }

  @Test("Any stored state is read as far as it goes, and a machine can go on from it")
  func memories() {
    let samples = [
      String(decoding: MemoryTests.full.bytes, as: UTF8.self),
      #"{"checkout":"co_1","clientToken":"t","code":"c","id":"p1","revision":3,"version":1}"#, "", "{}",
    ]
    Self.fuzzing.run("stored states", samples) { _, bytes in
      let reading = FlowMachine.Memory.read(bytes, name: "p1")
      guard let memory = reading.memory else { return }
      #expect(memory.id == "p1")
      for presence in Presence.allCases {
        var machine = FlowMachine(memory, presence, run: "run", at: Situation.now)
        let effects = machine.receive(.begin, at: Situation.now)
        if memory.canAsk {
          let isAsking = effects.contains { effect in
            if case .call = effect { true } else { false }
          }
          #expect(isAsking)
        }
      }
    }
  }

  @Test("Any answer of the server is a checkout or a failure, and a machine can process it")
  func answers() throws {
    let samples =
      try [
        Situation.body(.reviewing), Situation.body(.paid), Situation.body(.selecting, isLocked: true, ticket: .resume),
      ].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } + [
        #"{"type":"urn:ferry:problem:code-invalid","status":410}"#, "",
      ]
    Self.fuzzing.run("answers of the server", samples) { generator, bytes in
      let statuses = [200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 409, 410, 429, 500, 503, 0, -1]
      let status = statuses.randomElement(using: &generator) ?? 200
      let headers = ["retry-after": String(decoding: bytes.prefix(3), as: UTF8.self)]
      let answer = HTTPAnswer(statusCode: status, headers: headers, body: bytes)
      let result = Result { () throws(CallFailure) in try CheckoutAPI.read(answer) }
      guard let situation = Situation.all.randomElement(using: &generator) else { return }
      var machine = situation.machine
      let before = machine
      let input = FlowMachine.Input.answered(machine.asked?.number ?? 0, result)
      let effects = machine.receive(input, at: Situation.now)
      let broken = FlowMachineTableTests.broken(before, input, effects, machine)
      #expect(broken.isEmpty, "\(situation.name), \(status): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
