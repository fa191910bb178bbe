import FerryCore
import Synchronization

@_spi(Phone) @testable import Ferry

/// Answers requests by a function, and records them.
final class CannedSender: HTTPSender {
  struct NoAnswer: Error {}

  private let requests = Mutex<[HTTPRequestToSend]>([])
  private let answer: @Sendable (HTTPRequestToSend) throws -> HTTPAnswer

  init(_ answer: @escaping @Sendable (HTTPRequestToSend) throws -> HTTPAnswer) { self.answer = answer }

  var sent: [HTTPRequestToSend] { requests.withLock { $0 } }

  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    requests.withLock { $0.append(request) }
    return try answer(request)
  }
}

extension HTTPRequestToSend {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
