import AsyncHTTPClient
import FerryCore
import NIOCore
import NIOHTTP1

/// How long other processes are waited for, in real time: as long as they may take on a slow and busy machine, for whoever
/// waits sees at once what has come.
enum Patience {
  static let limit = Duration.seconds(180)

  struct Exhausted: Error, CustomStringConvertible {
    let description: String
  }

  /// Looks until there is something.
  /// - Parameter what: Is named when it does not come: "an answer of …".
  static func until<Value>(_ what: String, _ look: () async throws -> Value?) async throws -> Value {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      if let value = try await look() { return value }
      guard clock.now < end else { throw Exhausted(description: "\(what) did not come within \(limit).") }
      try await clock.sleep(for: .milliseconds(50))
    }
  }

  /// Asks until there is an answer.
  /// - Parameter isWanted: Which one.
  static func untilAnswers(
    _ url: String, _ client: HTTPClient, _ isWanted: (HTTPResponseStatus) -> Bool = { _ in true }
  ) async throws {
    var last = "nothing"
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      do {
        let status = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30)).status
        if isWanted(status) { return }
        last = "\(status.code)"
      } catch {
        last = "\(error)"
      }
      guard clock.now < end else { throw Exhausted(description: "\(url) did not answer, at last with \(last).") }
      try await clock.sleep(for: .milliseconds(50))
    }
  }
}
