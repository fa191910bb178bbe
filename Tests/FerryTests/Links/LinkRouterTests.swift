import FerryCore
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The routing of links")
struct LinkRouterTests {
  let link = AppReturnLink(checkout: "co_1", code: "code-1")

  @Test("A link of a checkout of ours goes to its machine")
  func ours() {
    var router = LinkRouter()
    let known = LinkRouter.Known(flows: ["co_1": "p1"], isComplete: true)
    let route1 = router.route(link, known)
    #expect(route1 == .deliver("p1"))
  }

  @Test("A link for no known checkout is foreign, once the storage has been read")
  func stranger() {
    var router = LinkRouter()
    let route2 = router.route(link, LinkRouter.Known(flows: ["co_2": "p2"], isComplete: true))
    #expect(route2 == .stranger)
    #expect(router.early.isEmpty)
  }

  @Test("A link before the first read of the storage is kept, and replayed once even if it came twice")
  func early() {
    var router = LinkRouter()
    let route3 = router.route(link, LinkRouter.Known())
    #expect(route3 == .early)
    let route4 = router.route(link, LinkRouter.Known())
    #expect(route4 == .early)
    let rest5 = router.replay(LinkRouter.Known())
    #expect(rest5.isEmpty)
    let replayed = router.replay(LinkRouter.Known(flows: ["co_1": "p1"], isComplete: true))
    #expect(replayed.map(\.route) == [.deliver("p1")])
    let rest6 = router.replay(LinkRouter.Known(flows: ["co_1": "p1"], isComplete: true))
    #expect(rest6.isEmpty)
  }

  @Test("An early foreign link is reported as foreign")
  func earlyStranger() {
    var router = LinkRouter()
    _ = router.route(link, LinkRouter.Known())
    let rest7 = router.replay(LinkRouter.Known(isComplete: true))
    #expect(rest7.map(\.route) == [.stranger])
  }

  @Test("Many early links do not fill the memory")
  func bounded() {
    var router = LinkRouter()
    for number in 0..<1_000 {
      _ = router.route(AppReturnLink(checkout: "co_\(number)", code: "c"), LinkRouter.Known())
    }
    // Neither the first links nor the last one are displaced.
    #expect(router.early.map(\.checkout) == ["co_0", "co_1", "co_2", "co_3", "co_4", "co_5", "co_6", "co_999"])
  }
}
