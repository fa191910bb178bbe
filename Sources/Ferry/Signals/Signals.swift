import FerryCore

/// Sends elements to all listeners. A new listener gets later elements only.
@MainActor
final class Broadcast<Element: Sendable> {
  private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  private var lastNumber = 0

  /// - Parameter first: Sent to this listener at once.
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
      if case .terminated = listener.yield(element) { listeners[number] = nil }
    }
  }
}

/// Waits until a moment or until `ring`, whichever comes first.
@MainActor
final class Alarm {
  private var bell: AsyncStream<Void>.Continuation?
  /// True if `ring` was called while nobody waited.
  private var hasRung = false

  func ring() {
    hasRung = true
    bell?.finish()
  }

  /// - Parameter moment: Nil to wait for `ring` alone.
  func wait(until moment: Moment?, _ time: any Timekeeper) async {
    guard !hasRung else {
      hasRung = false
      return
    }
    let (rings, bell) = AsyncStream.makeStream(of: Void.self)
    self.bell = bell
    defer {
      self.bell = nil
      hasRung = false
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in rings {} }
      if let moment { group.addTask { try? await time.sleep(until: moment) } }
      await group.next()
      group.cancelAll()
    }
  }
}
