package import FerryCore
package import FerryHTTP
package import HTTPTypes
import Synchronization

/// A transport that answers each request with the next step of a list, and keeps the requests.
package final class ScriptedTransport: ProviderTransport {
  package enum Step: Sendable {
    /// Status, body and Date header.
    case answer(Int, String, date: String? = nil)
    case failure(TransportFailure)
  }

  package struct Sent: Sendable {
    package let request: HTTPRequest
    package let body: [UInt8]
    package let timeout: Duration
  }

  private let steps: Mutex<[Step]>
  private let log = Mutex<[Sent]>([])
  private let now: Moment
  private let repeats: Bool

  /// - Parameters:
  ///   - now: The time of all answers.
  ///   - repeats: True if the first step is for all requests.
  package init(_ steps: [Step], now: Moment = Moment(milliseconds: 0), repeats: Bool = false) {
    self.steps = Mutex(steps)
    self.now = now
    self.repeats = repeats
  }

  package var sent: [Sent] { log.withLock { $0 } }

  package func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    log.withLock { $0.append(Sent(request: request, body: body, timeout: timeout)) }
    let step = steps.withLock { steps -> Step? in
      guard let first = steps.first else { return nil }
      if !repeats { steps.removeFirst() }
      return first
    }
    switch step {
    case nil: throw .notSent("No step is left.")
    case .failure(let failure)?: throw failure
    case .answer(let status, let text, let date)?:
      var headers = HTTPFields()
      headers[.date] = date
      return ProviderAnswer(
        status: HTTPResponse.Status(code: status), headers: headers, body: Array(text.utf8), receivedAt: now,
        sent: request)
    }
  }
}
