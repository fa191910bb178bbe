import ArgumentParser
import FerryCore
import FerryHTTP
import FerryModule
import FerrySandbox
import FerryServer
import FerryTestBank
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import FerryTool

private typealias Bank = FerryTestBank.Sandbox

@Suite("ferry demo --once")
struct ScriptedRunTests {
  @Test("A paid checkout agrees only with a ledger that has its amount", .timeLimit(.minutes(10)))
  func comparison() async throws {
    for sandbox in Providers.sandboxes {
      try await Self.run(sandbox, Providers.modules) { demo in
        let site = demo.sites.sandboxes[0]
        let agrees = try await ScriptedRun(demo: demo, sandbox: site).print()
        #expect(agrees)
        for captured in [nil, Money.yen(1)] {
          let agrees = try await ScriptedRun(demo: demo, sandbox: site) { _, _, _ in captured }.print()
          #expect(!agrees)
        }
      }
    }
  }

  @Test("The same script pays at a provider where nothing is selected first", .timeLimit(.minutes(10)))
  func payJourney() async throws {
    try await Self.run(Bank.self, [BankRegistration.self]) { demo in
      let agrees = try await ScriptedRun(demo: demo, sandbox: demo.sites.sandboxes[0]).print()
      #expect(agrees)
    }
  }

  @Test(
    "A demo that cannot start leaves the server's address of the one that uses the folder", .timeLimit(.minutes(10)))
  func secondDemo() async throws {
    try await Self.run(Bank.self, [BankRegistration.self]) { demo in
      let file = demo.folder.file(DemoFolder.addressName)
      let second = Demo.Options(
        folder: demo.folder.path,
        sites: try DemoSites([Bank.self], port: try await Self.freePort(), sandboxPort: try await Self.freePort()),
        modules: [BankRegistration.self])
      await #expect(throws: (any Error).self) {
        try await Demo(
          second, store: .sqlite(in: second.folder), metrics: PrometheusMetrics(),
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == demo.sites.shop.text)
    }
  }

  @Test("Without a name the first provider is used; an unknown name is refused with the known ones")
  func providers() throws {
    let first = try DemoCommand.parse(["--once"]).place.sites(isOfFirst: true)
    #expect(first.sandboxes.map { $0.module.id } == Providers.sandboxes.prefix(1).map { $0.id })
    for module in Providers.sandboxes {
      let sites = try DemoCommand.parse(["--once", "--provider", module.id]).place.sites()
      #expect(sites.sandboxes.map { $0.module.id } == [module.id])
    }
    let failure = #expect(throws: (any Error).self) { try DemoCommand.parse(["--once", "--provider", "no-such"]) }
    let message = DemoCommand.message(for: try #require(failure))
    #expect(message.contains("Unknown provider 'no-such'."))
    for module in Providers.sandboxes { #expect(message.contains(module.id)) }
  }

  private static func run(
    _ sandbox: any SandboxModule.Type, _ modules: [any ProviderModule.Type],
    _ body: @escaping @Sendable (Demo) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Demo.Options(
      folder: folder.path,
      sites: try DemoSites([sandbox], port: try await Self.freePort(), sandboxPort: try await Self.freePort()),
      modules: modules)
    options.processingPause = .zero
    options.hasOperationsPage = false
    let demo = try await Demo(
      options, store: .sqlite(in: options.folder), metrics: PrometheusMetrics(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await demo.run { try await body(demo) }
  }

  private static func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    try await channel.close().get()
    return port
  }
}
