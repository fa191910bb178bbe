import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Synchronization

/// A provider without idempotency: whatever is posted twice happens twice. It can be asked whether it happened.
final class FakeBank: ProviderTransport {
  enum Behaviour: Sendable {
    case answers
    /// It takes a while.
    case answersAfter(Duration)
    /// The connection breaks before the bank has done anything.
    case breaksBefore
    /// The bank has done it, and the connection breaks.
    case breaksAfter
    case refuses(HTTPResponse.Status, retryAfter: Int?)
  }

  struct Sent: Sendable {
    let method: HTTPRequest.Method
    let at: Moment
  }

  private struct State {
    var behaviours: [Behaviour]
    var sent: [Sent] = []
    var done = 0
  }

  private let state: Mutex<State>
  private let time: any Timekeeper

  /// - Parameter behaviours: For one POST after the other; all later ones are answered.
  init(_ behaviours: [Behaviour], _ time: any Timekeeper) {
    state = Mutex(State(behaviours: behaviours))
    self.time = time
  }

  /// How often the bank has done it.
  var done: Int { state.withLock { $0.done } }
  var sent: [Sent] { state.withLock { $0.sent } }
  /// "POST GET POST"
  var course: String { sent.map(\.method.rawValue).joined(separator: " ") }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let now = time.now
    let behaviour = state.withLock { state -> Behaviour? in
      state.sent.append(Sent(method: request.method, at: now))
      guard request.method == .post else { return nil }
      return state.behaviours.isEmpty ? .answers : state.behaviours.removeFirst()
    }
    if case .answersAfter(let wait) = behaviour { try? await time.sleep(for: wait) }
    return try state.withLock { state throws(TransportFailure) in
      func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> ProviderAnswer {
        ProviderAnswer(status: status, headers: headers, body: [], receivedAt: now, sent: request)
      }
      switch behaviour {
      case nil: return answer(state.done > 0 ? .ok : .notFound)
      case .answers, .answersAfter:
        state.done += 1
        return answer(.ok)
      case .breaksBefore: throw .unknown("The connection broke.")
      case .breaksAfter:
        state.done += 1
        throw .unknown("The connection broke.")
      case .refuses(let status, let seconds): return answer(status, seconds.map { [.retryAfter: "\($0)"] } ?? [:])
      }
    }
  }
}
