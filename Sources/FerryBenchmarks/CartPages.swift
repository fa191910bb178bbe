import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Subprocess

/// The shop's first page, asked for by a browser with something in its cart.
struct CartPages: Sendable {
  let shop: String
  let client: HTTPClient

  struct Count: Sendable {
    let pages: Int
    let seconds: Double
    let generator: String
  }

  struct NoCart: Error, CustomStringConvertible {
    var description: String { "The shop's cart page is not as expected: nothing could be put into a cart." }
  }

  /// Puts a tablet into a new cart.
  /// - Returns: The cookie of its browser.
  func cookieWithCart() async throws -> String {
    let first = try await client.execute(HTTPClientRequest(url: shop + "/"), timeout: .seconds(10))
    let page = String(buffer: try await first.body.collect(upTo: 1 << 20))
    let marker = #"name="csrf" value=""#
    guard let cookie = first.headers["set-cookie"].first?.split(separator: ";").first.map(String.init),
      let start = page.firstRange(of: marker)?.upperBound
    else { throw NoCart() }
    var request = HTTPClientRequest(url: shop + "/cart")
    request.method = .POST
    request.headers = [
      "cookie": cookie, "content-type": "application/x-www-form-urlencoded", "origin": shop,
    ]
    request.body = .bytes(Array("csrf=\(page[start...].prefix { $0 != "\"" })&sku=fire-hd8&quantity=1".utf8))
    let answer = try await client.execute(request, timeout: .seconds(10))
    guard answer.status == .seeOther else { throw NoCart() }
    return cookie
  }

  /// Loads pages for a while: by wrk if it is there, because it leaves most of the machine to the server.
  func load(cookie: String, connections: Int, for duration: Duration) async throws -> Count {
    do {
      return try await loadByWrk(cookie, connections, duration)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return try await loadByItself(cookie, connections, duration)
    }
  }

  private func loadByWrk(_ cookie: String, _ connections: Int, _ duration: Duration) async throws -> Count {
    let result = try await Subprocess.run(
      .name("wrk"),
      arguments: [
        "-t1", "-c\(connections)", "-d\(duration.components.seconds)s", "-H", "Cookie: \(cookie)", shop + "/",
      ], output: .string(limit: 65_536), error: .currentStandardError)
    let words = result.standardOutput.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(of: "requests"), index > 0, index + 2 < words.count,
      let pages = Int(words[index - 1]), let seconds = Double(words[index + 2].filter { $0.isNumber || $0 == "." }),
      !result.standardOutput.contains("Non-2xx")
    else { throw NoCart() }
    return Count(pages: pages, seconds: seconds, generator: "wrk")
  }

  private func loadByItself(_ cookie: String, _ connections: Int, _ duration: Duration) async throws -> Count {
    let turns = Turns(.max)
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<connections {
        group.addTask {
          while start.duration(to: clock.now) < duration, turns.next() != nil {
            var request = HTTPClientRequest(url: shop + "/")
            request.headers = ["cookie": cookie]
            _ = try await client.text(request)
          }
        }
      }
    }
    return Count(
      pages: turns.count, seconds: start.duration(to: clock.now) / .seconds(1),
      generator: "a loop of this program")
  }
}
