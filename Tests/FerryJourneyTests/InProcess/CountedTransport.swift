import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// Takes a second over every request, and counts how many are under way at one time.
final class CountedTransport: ProviderTransport {
  private let base: any ProviderTransport
  private let time: any Timekeeper
  private let counts = Mutex((now: 0, most: 0))

  init(_ base: any ProviderTransport, _ time: any Timekeeper) {
    self.base = base
    self.time = time
  }

  var most: Int { counts.withLock { $0.most } }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    defer { counts.withLock { $0.now -= 1 } }
    try? await time.sleep(for: .seconds(1))
    return try await base.send(request, body: body, timeout: timeout)
  }
}
