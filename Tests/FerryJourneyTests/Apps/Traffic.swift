import FerryScriptedBuyer
import Synchronization

/// Everything that was sent to the checkout server and that it answered: where the secrets of a journey stand, all of them.
final class Traffic: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ request: ScriptedRequest, _ answer: ScriptedAnswer) {
    let parts =
      [request.url] + request.headers.map(\.value) + [String(decoding: request.body ?? [], as: UTF8.self)]
      + answer.headers.map(\.value) + [String(decoding: answer.body, as: UTF8.self)]
    texts.withLock { $0 += parts }
  }

  /// Whatever may be a token: long runs of the characters that tokens are made of.
  var tokens: Set<String> {
    let texts = texts.withLock { $0 }
    return Set(
      texts.flatMap { text in
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
          .filter { $0.count >= 20 }.map(String.init)
      })
  }
}
