import ArgumentParser
import AsyncHTTPClient
import DemoShop
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Subprocess

/// One address, loaded by many connections at a time.
struct PageLoad: Sendable {
  let url: String
  /// A header field of every request, such as the cookie.
  var header: (name: String, value: String)?
  let client: HTTPClient
  private static let connections = 32

  struct Count: Sendable {
    let pages: Int
    let generator: String
  }

  private static let noCart = Unexpected(
    "A page is not as expected: nothing could be put into a cart, or it did not load.")

  /// Puts a tablet into a new cart.
  /// - Returns: The cookie of its browser.
  static func cookieWithCart(_ shop: String, _ client: HTTPClient) async throws -> String {
    let first = try await client.execute(HTTPClientRequest(url: shop + "/"), timeout: .seconds(10))
    let page = String(buffer: try await first.body.collect(upTo: 1 << 20))
    let marker = #"name="csrf" value=""#
    guard let cookie = first.headers["set-cookie"].first?.split(separator: ";").first.map(String.init),
      let start = page.firstRange(of: marker)?.upperBound
    else { throw Self.noCart }
    var request = HTTPClientRequest(url: shop + "/cart")
    request.method = .POST
    request.headers = [
      "cookie": cookie, "content-type": "application/x-www-form-urlencoded", "origin": shop,
    ]
    request.body = .bytes(Array("csrf=\(page[start...].prefix { $0 != "\"" })&sku=fire-hd8&quantity=1".utf8))
    let answer = try await client.execute(request, timeout: .seconds(10))
    guard answer.status == .seeOther else { throw Self.noCart }
    return cookie
  }

  /// Loads the page for a while: by wrk if it is there, because it leaves most of the machine to the server.
  func run(for duration: Duration) async throws -> Count {
    do {
      return try await loadByWrk(duration)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return try await loadByItself(duration)
    }
  }

  private func loadByWrk(_ duration: Duration) async throws -> Count {
    let header = header.map { ["-H", "\($0.name): \($0.value)"] } ?? []
    let result = try await Subprocess.run(
      .name("wrk"),
      arguments: Arguments(["-t1", "-c\(Self.connections)", "-d\(duration.components.seconds)s"] + header + [url]),
      output: .string(limit: 65_536), error: .currentStandardError)
    let words = result.standardOutput.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(of: "requests"), index > 0, let pages = Int(words[index - 1]),
      !result.standardOutput.contains("Non-2xx")
    else { throw Self.noCart }
    return Count(pages: pages, generator: "wrk")
  }

  private func loadByItself(_ duration: Duration) async throws -> Count {
    let turns = Turns(.max)
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<Self.connections {
        group.addTask {
          while start.duration(to: clock.now) < duration, turns.next() != nil {
            var request = HTTPClientRequest(url: url)
            if let header { request.headers = [header.name: header.value] }
            _ = try await client.text(request)
          }
        }
      }
    }
    return Count(pages: turns.count, generator: "a loop of this program")
  }
}

/// A server with one route that does nothing, by the framework that Ferry uses: what a page costs at least.
struct EmptyRoute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty-route", abstract: "Runs a server with an empty route.", shouldDisplay: false)

  @Argument var port: Int

  func run() async throws {
    let router = Router()
    router.get("/") { _, _ in "ok" }
    let logger = Logger(label: "empty route") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger)
    try await application.runService()
  }

  /// Runs it as a process of its own for as long as some work takes.
  static func running<Result: Sendable>(
    _ program: DemoProgram, _ client: HTTPClient, _ work: (DemoProgram.Running) async throws -> Result
  ) async throws -> Result {
    try await DemoProgram.running(
      "/proc/self/exe", ["empty-route", "\(program.emptyRoutePort)"], answeringAt: program.emptyRoute, client, work)
  }
}
