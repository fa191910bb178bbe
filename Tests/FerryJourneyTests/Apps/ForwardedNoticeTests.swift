import DemoShop
import FerryTesting
import Testing

@Suite("Requests through a proxy that the settings do not know")
struct ForwardedNoticeTests {
  @Test("They are logged once, with the setting to change and without an address")
  func once() async throws {
    let log = RecordedLog()
    try await ServedInProcess.run(logger: log.logger) { served in
      for name in [nil, "X-Forwarded-For", "Forwarded", "x-forwarded-for"] {
        let answer = try await served.send(
          ShopRequest(
            "GET", ServedInProcess.ferry + "/ferry/start",
            headers: name.map { [(name: $0, value: "for=192.0.2.7")] } ?? []))
        #expect(answer.status == 200)
        #expect(log.lines.count == (name == nil ? 0 : 1))
      }
    }
    let line = try #require(log.lines.first)
    #expect(line.hasPrefix("warning: "))
    #expect(line.contains("ferry.limits.trustedProxies (FERRY_LIMITS_TRUSTED_PROXIES)"))
    #expect(!line.contains("192.0.2.7"))
  }
}
