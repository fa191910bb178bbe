import FerryCore
import Testing

@Suite("Links into an app, to which others may have added parameters")
struct AppReturnLinkTests {
  private func read(_ query: String) -> AppReturnLink.Reading {
    AppReturnLink.read(
      "https://link.shop.example/ferry/return/?" + query, host: "https://link.shop.example", scheme: nil)
  }

  @Test(
    "A link is read whatever stands beside its own fields",
    arguments: ["", "&utm_source=a&utm_source=b", "&a[]=1&a[]=2", "&x", "&Code=d"])
  func foreign(_ added: String) {
    #expect(read("checkout=co_1&code=c" + added) == .link(AppReturnLink(checkout: "co_1", code: "c")))
    #expect(read("checkout=co_1&wake=1" + added) == .wake(AppWakeLink(checkout: "co_1")))
  }

  @Test(
    "A link with one of its own fields twice is ambiguous",
    arguments: ["checkout=co_1&code=c&code=d", "checkout=co_1&checkout=co_2&code=c", "wake=1&wake=0"])
  func twice(_ query: String) { #expect(read(query) == .unreadable) }
}
