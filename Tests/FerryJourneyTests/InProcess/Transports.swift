import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// A false answer in place of the provider's.
struct SpoiltAnswer: Sendable {
  var status: Int
  var body: String
  /// True if the request is executed too.
  var isExecuted = false

  static func refusal(_ status: Int, _ reasonCode: String, isExecuted: Bool = false) -> SpoiltAnswer {
    SpoiltAnswer(
      status: status, body: #"{"reasonCode":"\#(reasonCode)","message":"text"}"#, isExecuted: isExecuted)
  }
}

/// A provider that repeats its first answer to an idempotency key, even if the answer was false.
final class SpoiltAnswers: Sendable {
  private struct State {
    var planned: [SpoiltAnswer]
    var saved: [String: SpoiltAnswer] = [:]
    var asked = 0
  }

  private let pathEnd: String
  private let state: Mutex<State>

  /// - Parameter pathEnd: The end of the paths of requests whose first answers are false.
  init(_ pathEnd: String, _ planned: [SpoiltAnswer]) {
    self.pathEnd = pathEnd
    state = Mutex(State(planned: planned))
  }

  /// The number of requests with a false answer.
  var count: Int { state.withLock { $0.asked } }

  /// The answer to a request; `isFirst` is true for the first one of its key.
  func answer(to request: HTTPRequest) -> (answer: SpoiltAnswer, isFirst: Bool)? {
    guard (request.path ?? "").hasSuffix(pathEnd) else { return nil }
    let key = HTTPField.Name("x-amz-pay-idempotency-key").flatMap { request.headerFields[$0] }
    return state.withLock { state in
      if let key, let saved = state.saved[key] {
        state.asked += 1
        return (saved, false)
      }
      guard !state.planned.isEmpty else { return nil }
      let answer = state.planned.removeFirst()
      state.asked += 1
      if let key { state.saved[key] = answer }
      return (answer, true)
    }
  }
}

struct SpoiltTransport: ProviderTransport {
  let base: any ProviderTransport
  let answers: SpoiltAnswers
  let time: any Timekeeper

  init(_ base: any ProviderTransport, _ answers: SpoiltAnswers, _ time: any Timekeeper) {
    self.base = base
    self.answers = answers
    self.time = time
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    guard let (spoilt, isFirst) = answers.answer(to: request) else {
      return try await base.send(request, body: body, timeout: timeout)
    }
    var headers: HTTPFields = [:]
    if isFirst, spoilt.isExecuted {
      headers = try await base.send(request, body: body, timeout: timeout).headers
    }
    // No date: the clock is not at fault.
    headers[.date] = nil
    return ProviderAnswer(
      status: HTTPResponse.Status(code: spoilt.status), headers: headers, body: Array(spoilt.body.utf8),
      receivedAt: time.now, sent: request)
  }
}

/// Lets the provider act on a request, and holds its answer until `handOver`.
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
