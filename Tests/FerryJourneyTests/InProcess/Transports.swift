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

/// Runs code between the provider's action on a request and the arrival of its answer.
final class InterferingTransport: ProviderTransport {
  typealias Interference = @Sendable (_ request: Int) async -> Void

  private let base: any ProviderTransport
  private let state = Mutex<(count: Int, interference: Interference?)>((0, nil))

  init(_ base: any ProviderTransport) { self.base = base }

  /// The number of requests since `interfere`.
  var count: Int { state.withLock(\.count) }

  /// Counts requests from 1, and calls this for each before its answer arrives.
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

/// An `InterferingTransport` that is created together with a world.
final class InterferencePoint: Sendable {
  private let made = Mutex<InterferingTransport?>(nil)

  func between(_ base: any ProviderTransport) -> any ProviderTransport {
    let transport = InterferingTransport(base)
    made.withLock { $0 = transport }
    return transport
  }

  var transport: InterferingTransport? { made.withLock { $0 } }
}

/// Records the requests to the provider with their times.
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

/// Delays every request by a second, and counts simultaneous requests.
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
