import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import Foundation
import Synchronization
import Testing

@Suite("A shop's options for a provider, and its facts about the buyer")
struct ProviderOptionsTests {
  private func options(_ json: String) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: Data(json.utf8))
  }

  @Test("Options are stored with the checkout, and the provider plans with them")
  func planned() async throws {
    let world = LineWorld()
    let options = try options(#"{"branch":"north","isQuick":true,"fields":[{"keyword":"a","display":"receipt"}]}"#)
    let file = try await world.run {
      let id = try await world.created(options: options)
      try await world.leave(id)
      return try await world.engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
    }
    #expect(file.checkout.options == options)
    let stored = try JSONDecoder().decode(Checkout.self, from: JSONEncoder().encode(file.checkout))
    #expect(stored.options == options)
    #expect(world.bank.sent.first?.body.hasPrefix("100000000001north ") == true)
  }

  @Test(
    "Options that the provider does not take are refused with their pointers, and no checkout is created",
    arguments: [
      (#"{"branch":"closed"}"#, ["/branch"]), (#"{"branch":7}"#, ["/branch"]), (#"{"isQuick":1}"#, ["/isQuick"]),
      (#"{"fields":{}}"#, ["/fields"]), (#"{"fields":[{"keyword":"a"},{}]}"#, ["/fields/1/keyword"]),
      (#"{"fields":[{"keyword":"a","display":"loud"}]}"#, ["/fields/0/display"]),
      (#"{"Branch":"north","a/b":[1]}"#, ["/Branch", "/a~1b"]),
      (#"{"fields":[{"keyword":"a","show":{"deep":null}}]}"#, ["/fields/0/show"]),
    ] as [(String, [String])])
  func refused(_ json: String, _ pointers: [String]) async throws {
    let world = LineWorld()
    let options = try options(json)
    let error = await #expect(throws: OrderProblems.self) { try await world.created(options: options) }
    #expect(try await world.store.checkouts(CheckoutFilter(), limit: 9).isEmpty)
    let problems = try #require(error).problems
    #expect(problems.map(\.pointer) == pointers.map { "/providerOptions/line-bank" + $0 })
    #expect(problems.allSatisfy { !$0.detail.isEmpty })
  }

  @Test("A known member that is null counts as missing; an unknown one is refused with the nearest name")
  func null() throws {
    #expect(try options(#"{"branch":null}"#).decoded(as: LineBank.Options.self) == LineBank.Options())
    let unknown = try options(#"{"isquick":null,"fields":[{"keyword":"a","Keyword":"b"}],"moonPhase":1}"#)
    let error = #expect(throws: OrderProblems.self) { try unknown.decoded(as: LineBank.Options.self) }
    #expect(
      error?.problems == [
        OrderProblem("/isquick", "There is no member of this name. Did you mean isQuick?"),
        OrderProblem("/moonPhase", "There is no member of this name. Correct its name, or remove it."),
        OrderProblem("/fields/0/Keyword", "There is no member of this name. Did you mean keyword?"),
      ])
  }

  @Test("Other options make another checkout, in the place of one that nobody has agreed to")
  func replaced() async throws {
    let world = LineWorld()
    let (north, south) = (try options(#"{"branch":"north"}"#), try options(#"{"branch":"south"}"#))
    let phase = try await world.run {
      let first = try await world.created(options: north)
      #expect(try await world.created(options: north) == first)
      let second = try await world.created(options: south)
      #expect(second != first)
      #expect(try await world.store.file(second)?.checkout.options == south)
      return try await world.store.file(first)?.checkout.phase
    }
    #expect(phase == .cancelled(.merchant))
  }

  @Test(
    "Facts about the buyer that the provider cannot use are left out, and the timeline names them, if it needs them at all"
  )
  func buyer() async throws {
    let world = LineWorld()
    let buyer = BuyerFacts(documentType: "CC", document: "0")
    #expect(try await world.store.file(world.created(buyer: buyer))?.buyerFacts == nil)
    world.bank.behaviour.withLock { $0.needs = [.document, .email] }
    let second = try await world.created("cart-2", buyer: buyer)
    #expect(try await world.store.file(second)?.buyerFacts == nil)
    let remark =
      "The provider cannot use these facts about the buyer, which are left out: /buyer/documentType, /buyer/document."
    #expect(try await world.remarks(second) == [remark])
    let known = BuyerFacts(
      documentType: "CC", document: "1040", name: "Ana", surname: "Díaz", email: "ana@example.com", mobile: "300")
    let id = try await world.created("cart-3", buyer: known)
    #expect(
      try await world.store.file(id)?.buyerFacts
        == BuyerFacts(documentType: "CC", document: "1040", email: "ana@example.com"))
    #expect(try await world.remarks(id).isEmpty)
  }

  @Test("A browser that leaves adds its own facts to those of the shop, and they are erased together")
  func learned() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.needs = [.ipAddress, .document] }
    let id = try await world.created(buyer: BuyerFacts(ipAddress: "192.0.2.1", document: "1040"))
    try await world.engine.update(id) { file, _ in
      file.learn(BuyerFacts(ipAddress: "192.0.2.2", userAgent: "Phone"), needed: [.ipAddress, .document])
    }
    #expect(try await world.store.file(id)?.buyerFacts == BuyerFacts(ipAddress: "192.0.2.2", document: "1040"))
    try await world.store.forget(id)
    #expect(try await world.store.file(id)?.buyerFacts == nil)
  }
}
