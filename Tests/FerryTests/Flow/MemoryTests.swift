import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The stored memory")
struct MemoryTests {
  static let full: FlowMachine.Memory = {
    var memory = Situation.kept(.buyer, trip: .changeAddress).memory
    memory.hasReopened = true
    memory.mayHavePaid = true
    memory.hold("code-1.3", heardAt: Moment(milliseconds: 78))
    memory.hold("planted", heardAt: Moment(milliseconds: 79))
    memory.revision = 2
    memory.heardAt = Moment(milliseconds: 77)
    memory.spent = ["code-0"]
    return memory
  }()

  @Test("A memory is read as it was written")
  func roundTrip() {
    let reading = FlowMachine.Memory.read(Self.full.bytes, name: "p1")
    #expect(reading == FlowMachine.Memory.Reading(memory: Self.full, isWhole: true))
  }

  @Test("The form of version 1 stays readable")
  func version1() {
    let text =
      #"{"attempt":0,"beganAt":1000000,"checkout":"co_1","clientToken":"token","hasReopened":true,"heardAt":77,"#
      + #""id":"p1","isOfPage":false,"isUnknownToServer":false,"mayHavePaid":true,"revision":2,"spent":["code-0"],"#
      + #""trip":"change-address","unclaimed":[{"code":"code-1.3","heardAt":78},{"code":"planted","heardAt":79}],"#
      + #""verifier":"\#(Situation.verifier.text)","version":1}"#
    #expect(String(decoding: Self.full.bytes, as: UTF8.self) == text)
    #expect(FlowMachine.Memory.read(Array(text.utf8), name: "p1").memory == Self.full)
  }

  @Test("The order's name and the checkout's owner are stored with it")
  func order() {
    var memory = Self.full
    memory.order = "cart \"7\""
    memory.isOfPage = true
    memory.attempt = 3
    #expect(FlowMachine.Memory.read(memory.bytes, name: "p1") == .init(memory: memory, isWhole: true))
  }

  @Test(
    "An impossible count of attempts counts as none",
    arguments: ["-1", "9223372036854775807", "\"1\""])
  func oddAttempt(_ count: String) {
    let text = #"{"attempt":\#(count),"checkout":"co_1","clientToken":"token","id":"p1","version":1}"#
    #expect(FlowMachine.Memory.read(Array(text.utf8), name: "p1").memory?.attempt == 0)
  }

  @Test("Of the codes that are done with, the last six are kept; an order's name has 128 characters at most")
  func bounded() {
    var memory = Self.full
    for number in 0..<20 { memory.spend("s\(number)") }
    #expect(memory.spent == (14..<20).map { "s\($0)" })
    #expect(FlowMachine.Memory.name(String(repeating: "x", count: 300))?.count == 128)
  }

  @Test("Excess codes and invalid codes are not taken over")
  func tooManyCodes() {
    let codes = (["a b", ""] + (1...9).map { "c\($0)" }).map { #"{"code":"\#($0)","heardAt":1}"# }
    let text = #"{"version":1,"id":"p1","checkout":"co_1","unclaimed":[\#(codes.joined(separator: ","))]}"#
    let memory = FlowMachine.Memory.read(Array(text.utf8), name: "p1").memory
    #expect(memory?.unclaimed.map(\.code) == ["c1", "c2", "c3", "c4"])
  }

  @Test("A truncated item is reported as damaged")
  func cutOff() {
    let bytes = Self.full.bytes
    for length in 0..<bytes.count {
      let reading = FlowMachine.Memory.read(Array(bytes.prefix(length)), name: "p1")
      #expect(reading == FlowMachine.Memory.Reading(memory: nil, isWhole: false), "\(length)")
    }
  }

  @Test("A later version's item, with members of other kinds, is read as far as it goes")
  func laterVersion() {
    let text =
      #"{"version":9,"id":"p1","checkout":"co_1","clientToken":"token","trip":"teleport","spent":"none","#
      + #""beganAt":"yesterday","verifier":"short","code":"a b","unclaimed":{"code":"x"},"extra":{"x":[1,2]}}"#
    let reading = FlowMachine.Memory.read(Array(text.utf8), name: "p1")
    #expect(!reading.isWhole)
    #expect(reading.memory?.canAsk == true)
    #expect(reading.memory?.trip == nil)
    #expect(reading.memory?.verifier == nil)
    #expect(reading.memory?.unclaimed == [])
    // An unknown value counts as unsafe.
    #expect(reading.memory?.mayHavePaid == true)
  }

  @Test("An id that would change a request's path is not taken over", arguments: ["../../x", "a?b", "a#b", ""])
  func oddCheckout(_ checkout: String) {
    let text = #"{"version":1,"id":"p1","checkout":"\#(checkout)","clientToken":"t"}"#
    #expect(FlowMachine.Memory.read(Array(text.utf8), name: "p1").memory?.canAsk != true)
  }

  @Test("An item under another item's name is not accepted")
  func otherName() {
    let reading = FlowMachine.Memory.read(Self.full.bytes, name: "p2")
    #expect(!reading.isWhole)
    #expect(reading.memory?.id == "p2")
  }
}
