import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// Writes down when what was asked of the provider.
final class RecordedTransport: ProviderTransport {
  struct Call: Hashable, Sendable {
    let at: Moment
    let method: HTTPRequest.Method
    let path: String
  }

  private let base: any ProviderTransport
  private let time: any Timekeeper
  private let made = Mutex<[Call]>([])

  init(_ base: any ProviderTransport, _ time: any Timekeeper) {
    self.base = base
    self.time = time
  }

  var calls: [Call] { made.withLock(\.self) }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    made.withLock { $0.append(Call(at: time.now, method: request.method, path: request.path ?? "")) }
    return try await base.send(request, body: body, timeout: timeout)
  }
}
