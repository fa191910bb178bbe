import FerryCore

extension CheckoutFlow {
  /// Results of checkouts that no call waits for: the app was killed, the outcome was `.confirming`, or a link came late.
  /// Iterate it once, in a task that lives as long as the app. The flow asks the server while it is iterated.
  ///
  /// ```swift
  /// .task { for await result in flow.resumed { show(result) } }
  /// ```
  ///
  /// The stored item of a final result is dropped when the next element is asked for. If the app is killed while it tells the
  /// buyer, the result comes again.
  public var resumed: AsyncStream<CheckoutResult> { AsyncStream { [weak self] in await self?.nextResumed() } }

  /// The elements of `resumed`, for the library's own screens.
  var results: AsyncStream<CheckoutResult> { resultBroadcast.stream() }

  /// Tells web views to read `pageNews`: after a result of `resumed`, and when the app is in front again.
  var pageOccasions: AsyncStream<Void> { pageBroadcast.stream() }

  func nextResumed() async -> CheckoutResult? {
    for id in delivered { await forget(id) }
    delivered = []
    var failures = 0
    while !Task.isCancelled {
      do {
        try await readStorage()
      } catch {
        failures += 1
        let delay = RetryDelay(number: failures, first: rules.firstPause, longest: .seconds(60))
        await alarm.wait(until: delay.end(from: time.now, randomness), time)
        continue
      }
      guard let id = queue.next(at: time.now), server != nil else {
        await alarm.wait(until: queue.nextDue, time)
        continue
      }
      guard let memory = kept[id], memory.checkout != nil else {
        _ = queue.remove(id)
        continue
      }
      guard let outcome = await ask(memory) else { continue }
      // The server has discarded it for a later attempt, which may be unfinished itself.
      if outcome == .cancelled, kept.values.contains(where: memory.makesWay) {
        delivered.remove(id)
        await forget(id)
        continue
      }
      let news = CheckoutResult(
        outcome: outcome, checkout: memory.checkout,
        isResumable: !outcome.isFinal && kept[id] != nil && !delivered.contains(id), isOfPage: memory.isOfPage)
      pageNews.add(news)
      pageBroadcast.send(())
      resultBroadcast.send(news)
      return news
    }
    return nil
  }

  private func ask(_ memory: FlowMachine.Memory) async -> CheckoutOutcome? {
    let links = queue.begin(memory.id)
    let machine = FlowMachine(memory, .nobody, rules: rules, run: randomness.token(), at: time.now)
    let first = links.map(FlowMachine.Input.link) + [.begin]
    let end = try? await follow(machine, Dependencies(), first: first, dropsAtOnce: false)
    // Otherwise a call with the buyer has taken it over.
    guard case .result(let outcome) = end?.outcome else { return nil }
    return queue.record(memory.id, outcome, byLink: !links.isEmpty, at: time.now) ? outcome : nil
  }
}

/// The unfinished checkouts that no call follows, with the time of the next question about each and the last reported outcome.
struct ResumeQueue: Sendable {
  private struct Entry {
    /// Nil if only a link or a restart is a reason to ask again.
    var due: Moment?
    var reported: CheckoutOutcome?
    var tries = 0
    var links: [AppReturnLink] = []

    mutating func add(_ link: AppReturnLink) {
      if !links.contains(link) { links.appendAmongFirst(FlowMachine.Memory.mostUnclaimed, link) }
    }

    /// Sets the time of the next question. A link that has come meanwhile does not wait.
    mutating func report(_ outcome: CheckoutOutcome, at now: Moment) {
      reported = outcome
      let again = reported == .confirming ? now + ResumeQueue.wait(after: tries) : nil
      due = links.isEmpty ? again : now
    }
  }

  private var entries: [FlowID: Entry] = [:]

  /// - Parameter reported: The outcome that the app knows already. It is not reported again.
  mutating func add(_ id: FlowID, reported: CheckoutOutcome? = nil, at now: Moment) {
    guard let reported else { return entries[id] = Entry(due: now) }
    entries[id, default: Entry()].report(reported, at: now)
  }

  mutating func add(_ link: AppReturnLink, to id: FlowID, at now: Moment) {
    entries[id, default: Entry()].add(link)
    entries[id]?.due = now
  }

  mutating func remove(_ id: FlowID) -> [AppReturnLink] { entries.removeValue(forKey: id)?.links ?? [] }

  /// Makes everything due whose outcome is unknown.
  mutating func wake(at now: Moment) {
    for id in entries.keys where entries[id]?.reported != .notFinished { entries[id]?.due = now }
  }

  func next(at now: Moment) -> FlowID? {
    entries.filter { $0.value.due.map { $0 <= now } ?? false }
      .min { ($0.value.due ?? now, $0.key) < ($1.value.due ?? now, $1.key) }?.key
  }

  var nextDue: Moment? { entries.values.compactMap(\.due).min() }

  mutating func begin(_ id: FlowID) -> [AppReturnLink] {
    let links = entries[id]?.links ?? []
    entries[id]?.links = []
    entries[id]?.due = nil
    return links
  }

  /// - Returns: True if the app does not know the outcome yet.
  mutating func record(_ id: FlowID, _ outcome: CheckoutOutcome, byLink: Bool, at now: Moment) -> Bool {
    let isNews = entries[id]?.reported != outcome || byLink
    guard !outcome.isFinal else {
      entries[id] = nil
      return isNews
    }
    entries[id, default: Entry()].tries += 1
    entries[id]?.report(outcome, at: now)
    return isNews
  }

  /// Half a minute, doubling up to ten minutes: the provider may take days.
  private static func wait(after tries: Int) -> Duration { min(.seconds(30) * (1 << min(tries, 8)), .seconds(600)) }
}

/// The last result of `CheckoutFlow.resumed` about a page's checkout, for web views that were off the screen then.
struct PageNews: Hashable, Sendable {
  private(set) var count = 0
  private(set) var last: CheckoutResult?

  mutating func add(_ news: CheckoutResult) {
    guard news.isOfPage else { return }
    count += 1
    last = news
  }
}
