import FerryCore

/// Waits for a moment or for somebody to ring, whichever comes first.
@MainActor
final class Alarm {
  private var bell: AsyncStream<Void>.Continuation?
  /// Rung while nobody waited.
  private var hasRung = false

  func ring() {
    hasRung = true
    bell?.finish()
  }

  /// - Parameter moment: Nil to wait for the bell alone.
  func wait(until moment: Moment?, _ time: any Timekeeper) async {
    guard !hasRung else {
      hasRung = false
      return
    }
    let (silence, bell) = AsyncStream.makeStream(of: Void.self)
    self.bell = bell
    defer {
      self.bell = nil
      hasRung = false
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in silence {} }
      if let moment { group.addTask { try? await time.sleep(until: moment) } }
      await group.next()
      group.cancelAll()
    }
  }
}
