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

  /// What `resumed` tells from now on, for pages that are to show it as well. Nothing is found out by listening.
  var tellings: AsyncStream<ResumedCheckout> { resumedBroadcast.stream() }

  func nextResumed() async -> ResumedCheckout? {
    for id in delivered { await forget(id) }
    delivered = []
    var failures = 0
    while !Task.isCancelled {
      do {
        try await readKeeper()
      } catch {
        failures += 1
        let pause = Pause(number: failures, first: rules.firstPause, longest: .seconds(60))
        await alarm.wait(until: pause.end(from: time.now, randomness), time)
        continue
      }
      guard let id = queue.next(at: time.now), server != nil else {
        await alarm.wait(until: queue.nextDue, time)
        continue
      }
      guard let memory = kept[id], let checkout = memory.checkout, running[id] == nil else {
        _ = queue.remove(id)
        continue
      }
      if let result = await findOut(memory) {
        let news = ResumedCheckout(checkout: checkout, result: result, isOfPage: memory.isOfPage)
        resumedBroadcast.send(news)
        return news
      }
    }
    return nil
  }

  /// - Returns: What is new of it.
  private func findOut(_ memory: Passage.Memory) async -> CheckoutResult? {
    let links = queue.begin(memory.id)
    let passage = Passage(memory, .nobody, rules: rules, run: randomness.token(), at: time.now)
    let first = links.map(Passage.Input.link) + [.begin]
    guard case .result(let result) = try? await follow(passage, Company(), first: first, dropsAtOnce: false) else {
      // Another call has taken it over, with the buyer.
      return nil
    }
    return queue.record(memory.id, result, byLink: !links.isEmpty, at: time.now) ? result : nil
  }
}
