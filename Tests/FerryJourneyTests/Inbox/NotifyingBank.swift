import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// A bank that knows whether its payments are paid, and counts how often it is asked. Its key lies where it says.
final class NotifyingBank: ProviderTransport {
  private struct State {
    var paid: Set<String> = []
    var asked: [String] = []
    var fetched = 0
    var hidesKey = false
    var keyEnd = Moment(milliseconds: .max)
    var pause: Duration?
  }

  static let secret = Array("the bank's secret".utf8)
  static let keyPlace = NeededDocument(authority: "keys.bank.example", path: "/key")

  /// The key of a document, and until when it is good.
  static func key(_ document: [UInt8]) -> (secret: [UInt8], end: Moment)? {
    guard let space = document.firstIndex(of: UInt8(ascii: " ")),
      let end = Int64(String(decoding: document[..<space], as: UTF8.self))
    else { return nil }
    return (Array(document[(space + 1)...]), Moment(milliseconds: end))
  }

  private let state = Mutex(State())
  private let time: any Timekeeper

  init(_ time: any Timekeeper) { self.time = time }

  /// Questions after a payment, in their order.
  var asked: [String] { state.withLock { $0.asked } }
  var fetched: Int { state.withLock { $0.fetched } }

  func pay(_ payment: String) { state.withLock { _ = $0.paid.insert(payment) } }
  /// From now on its key is good for so long, as it says itself.
  func limitKey(to end: Moment) { state.withLock { $0.keyEnd = end } }
  func hideKey(_ isHidden: Bool) { state.withLock { $0.hidesKey = isHidden } }
  /// How long the answer to a question is on its way.
  func answer(after pause: Duration) { state.withLock { $0.pause = pause } }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let payment = String((request.path ?? "").split(separator: "/").last ?? "")
    let (text, pause) = try state.withLock { state throws(TransportFailure) -> ([UInt8], Duration?) in
      if request.authority == Self.keyPlace.authority {
        guard request.scheme == "https", !state.hidesKey else { throw .notSent("The bank's host is away.") }
        state.fetched += 1
        return (Array("\(state.keyEnd.milliseconds) ".utf8) + Self.secret, nil)
      }
      guard request.method == .get else { return ([], nil) }
      state.asked.append(payment)
      return (Array((state.paid.contains(payment) ? "paid" : "open").utf8), state.pause)
    }
    if let pause { try? await time.sleep(for: pause) }
    return ProviderAnswer(status: .ok, headers: [:], body: text, receivedAt: time.now, sent: request)
  }
}
