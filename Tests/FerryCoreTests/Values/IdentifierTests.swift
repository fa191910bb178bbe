import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Identifier and mode")
struct IdentifierTests {
  enum Order {}

  @Test("Is its text, in print, in JSON and in order")
  func text() throws {
    let id: Identifier<Order> = "order-2"
    #expect("\(id)" == "order-2")
    #expect(id == Identifier("order-2"))
    #expect(id > "order-1" && id < "order-3")
    #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == #"["order-2"]"#)
    #expect(try JSONDecoder().decode([Identifier<Order>].self, from: Data(#"["order-2"]"#.utf8)) == [id])
    #expect(Set([id, "order-2", "order-1"]).count == 2)
  }

  @Test("Modes are stored by names that never change")
  func modes() {
    #expect(Mode.allCases.map(\.rawValue) == ["test", "live"])
  }
}
