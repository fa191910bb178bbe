import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// Lets the provider act on a request, and keeps its answer back until it is told to hand it over.
final class HeldTransport: ProviderTransport {
  private let base: any ProviderTransport
  private let acted = AsyncStream<Void>.makeStream()
  private let handedOver = AsyncStream<Void>.makeStream()

  init(_ base: any ProviderTransport) { self.base = base }

  /// Returns when the provider has acted.
  func whenActed() async { for await _ in acted.stream {} }

  func handOver() { handedOver.continuation.finish() }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let answer = try await base.send(request, body: body, timeout: timeout)
    acted.continuation.finish()
    for await _ in handedOver.stream {}
    if Task.isCancelled { throw .unknown("The request was broken off.") }
    return answer
  }
}
