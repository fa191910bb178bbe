/// Tells whoever listens. Who begins to listen hears what comes from then on.
@MainActor
final class Broadcast<Element: Sendable> {
  private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  private var lastNumber = 0

  /// - Parameter first: What the listener hears at once.
  func stream(first: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(64))
    lastNumber += 1
    let number = lastNumber
    listeners[number] = continuation
    if let first { continuation.yield(first) }
    return stream
  }

  func send(_ element: Element) {
    for (number, listener) in listeners {
      // Nobody listens any more.
      if case .terminated = listener.yield(element) { listeners[number] = nil }
    }
  }
}
