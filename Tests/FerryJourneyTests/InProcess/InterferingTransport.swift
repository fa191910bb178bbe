import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// Lets something happen between the moment at which the provider has acted on a request and the moment at which its answer
/// arrives.
final class InterferingTransport: ProviderTransport {
  typealias Interference = @Sendable (_ request: Int) async -> Void

  private let base: any ProviderTransport
  private let state = Mutex<(count: Int, interference: Interference?)>((0, nil))

  init(_ base: any ProviderTransport) { self.base = base }

  /// How many requests there were since `interfere`.
  var count: Int { state.withLock(\.count) }

  /// Begins to count requests from 1, and calls this for each before its answer arrives.
  func interfere(_ interference: @escaping Interference) { state.withLock { $0 = (0, interference) } }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let answer = try await base.send(request, body: body, timeout: timeout)
    let (count, interference) = state.withLock { state in
      state.count += 1
      return (state.count, state.interference)
    }
    await interference?(count)
    return answer
  }
}

/// An `InterferingTransport` that is made while a world is built around it.
final class InterferencePoint: Sendable {
  private let made = Mutex<InterferingTransport?>(nil)

  func between(_ base: any ProviderTransport) -> any ProviderTransport {
    let transport = InterferingTransport(base)
    made.withLock { $0 = transport }
    return transport
  }

  var transport: InterferingTransport? { made.withLock { $0 } }
}
