import FerryCore

extension CheckoutFlow {
  /// What became of the checkouts that no call is waiting for. Iterate it once, in a task that lives as long as the app:
  /// the work of finding out is done while it is iterated.
  ///
  /// ```swift
  /// .task { for await checkout in flow.resumed { show(checkout) } }
  /// ```
  ///
  /// A final result is dropped from what is kept when the next element is asked for: if the app is killed while it tells
  /// the buyer, it is told again.
  public var resumed: AsyncStream<ResumedCheckout> {
    AsyncStream { [weak self] in await self?.nextResumed() }
  }

  /// When to look whether `pageNews` has anything new: as `resumed` tells it, and when the app is in front again. Nothing is
  /// found out by listening.
  var pageOccasions: AsyncStream<Void> { pageBroadcast.stream() }

  func nextResumed() async -> ResumedCheckout? {
    for id in delivered { await forget(id) }
    delivered = []
    var failures = 0
    while !Task.isCancelled {
      do {
        try await readStorage()
      } catch {
        failures += 1
        let pause = RetryDelay(number: failures, first: rules.firstPause, longest: .seconds(60))
        await alarm.wait(until: pause.end(from: time.now, randomness), time)
        continue
      }
      guard let id = queue.next(at: time.now), server != nil else {
        await alarm.wait(until: queue.nextDue, time)
        continue
      }
      guard let memory = kept[id], let checkout = memory.checkout else {
        _ = queue.remove(id)
        continue
      }
      guard let result = await findOut(memory) else { continue }
      // The server has put it aside for an attempt that has just been begun, and perhaps was not heard of again.
      if result == .cancelled, kept.values.contains(where: memory.makesWay) {
        delivered.remove(id)
        await forget(id)
        continue
      }
      let news = ResumedCheckout(checkout: checkout, result: result, isOfPage: memory.isOfPage)
      pageNews.add(news)
      pageBroadcast.send(())
      return news
    }
    return nil
  }

  /// - Returns: What is new of it.
  private func findOut(_ memory: FlowMachine.Memory) async -> CheckoutResult? {
    let links = queue.begin(memory.id)
    let machine = FlowMachine(memory, .nobody, rules: rules, run: randomness.token(), at: time.now)
    let first = links.map(FlowMachine.Input.link) + [.begin]
    guard case .result(let result) = try? await follow(machine, Dependencies(), first: first, dropsAtOnce: false) else {
      // Another call has taken it over, with the buyer.
      return nil
    }
    return queue.record(memory.id, result, byLink: !links.isEmpty, at: time.now) ? result : nil
  }
}
