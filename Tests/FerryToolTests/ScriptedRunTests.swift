import FerryCore
import FerryServer
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import FerryTool

@Suite("ferry demo --once")
struct ScriptedRunTests {
  @Test(
    "A paid checkout agrees only with a ledger that has its amount", .timeLimit(.minutes(10)))
  func comparison() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Demo.Options(
      folder: folder.path,
      sites: try DemoSites(port: try await Self.freePort(), sandboxPort: try await Self.freePort()), isControlled: true)
    options.processingPause = .zero
    let demo = try await Demo(
      options, metrics: PrometheusMetrics(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await demo.run {
      let agrees = try await ScriptedRun(demo).print()
      #expect(agrees)
      for captured in [nil, Money.yen(1)] {
        let agrees = try await ScriptedRun(demo) { _, _ in captured }.print()
        #expect(!agrees)
      }
    }
  }

  private static func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    try await channel.close().get()
    return port
  }
}
