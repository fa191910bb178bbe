import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// What a provider says in place of its true answer.
struct SpoiltAnswer: Sendable {
  var status: Int
  var body: String
  /// Whether the request is carried out all the same.
  var isExecuted = false

  static func refusal(_ status: Int, _ reasonCode: String, isExecuted: Bool = false) -> SpoiltAnswer {
    SpoiltAnswer(
      status: status, body: #"{"reasonCode":"\#(reasonCode)","message":"text"}"#, isExecuted: isExecuted)
  }
}

/// A provider that keeps its first answer to an idempotency key and gives it to every repetition, whatever the answer was.
final class SpoiltAnswers: Sendable {
  private struct State {
    var planned: [SpoiltAnswer]
    var saved: [String: SpoiltAnswer] = [:]
    var asked = 0
  }

  private let pathEnd: String
  private let state: Mutex<State>

  /// - Parameter pathEnd: How the paths of the requests end whose first answers are spoilt.
  init(_ pathEnd: String, _ planned: [SpoiltAnswer]) {
    self.pathEnd = pathEnd
    state = Mutex(State(planned: planned))
  }

  /// How many requests were spoilt.
  var count: Int { state.withLock { $0.asked } }

  /// The answer to a request; `isFirst` tells whether it is the first of its key.
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
