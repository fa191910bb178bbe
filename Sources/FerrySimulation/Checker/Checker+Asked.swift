import FerryCore

// MARK: What Ferry asks of providers

extension Checker {
  /// Each operation that was taken is within what was left when the shop was told last: what is left never grows, but by
  /// captures.
  mutating func checkLimits(_ story: Story) {
    var told: [String: PaymentBody] = [:]
    var before: [String: PaymentBody] = [:]
    var seen: Set<String> = []
    for entry in story.entries {
      switch entry.event {
      case .told(let body): told[body.id] = body.payment
      case .ordered(let key, _): before[key] = told[Checker.Story.checkout(ofKey: key)]
      case .operation(let key, let body):
        told[Checker.Story.checkout(ofKey: key)] = body.payment
        guard let before = before[key], seen.insert(key).inserted else { continue }
        let left =
          switch body.operation.kind {
          case "capture": before.authorized.minorUnits - before.captured.minorUnits
          case "refund":
            body.payment.captured.minorUnits - before.refunded.minorUnits - (before.disputed?.minorUnits ?? 0)
          default: Int64.max
          }
        expect(
          body.operation.amount.minorUnits <= left, "No more is asked of a provider than is left.", story,
          "\(body.operation.kind) \(body.operation.amount), and \(left) was left.")
      default: break
      }
    }
  }

  /// Refunds by line return a line's share of what was paid, and not its price in the list.
  mutating func checkShares(_ story: Story) {
    for end in story.ends {
      guard let review = end.review, !review.lines.isEmpty else { continue }
      let list = review.lines.reduce(0) { $0 + $1.amount.minorUnits }
      let off = (review.discounts ?? []).reduce(0) { $0 + $1.amount.minorUnits }
      let goods = max(0, list - off)
      // A gift card pays for goods and delivery alike.
      let whole = goods + review.shipping.price.minorUnits
      let paid = whole > 0 ? goods * review.total.minorUnits / whole : 0
      for operation in story.operations.values where operation.checkout == end.id {
        guard let pieces = operation.lines, operation.kind == "refund", list > 0 else {
          continue
        }
        let price = pieces.reduce(Int64(0)) { sum, piece in
          let line = review.lines.first { $0.id == piece.id }
          return sum + (line.map { $0.amount.minorUnits * Int64(piece.quantity) / Int64($0.quantity) } ?? 0)
        }
        // A minor unit of rounding for each line, of the share and of the price.
        let most = price * paid / list + Int64(2 * pieces.count)
        expect(
          operation.amount.minorUnits <= most, "A line's refund is its share of what was paid.", story,
          "\(operation.amount) for \(price) of \(list), of which \(paid) was paid.")
      }
    }
  }

  /// Without faults of servers and providers, a payment is known within ten minutes, even if nobody returns and nothing notifies.
  mutating func checkPromptness(_ story: Story, isFairWeather: Bool) {
    let approval = story.entries.lazy.compactMap { entry -> (at: Moment, id: String)? in
      if case .approved(let id) = entry.event { (entry.at, id) } else { nil }
    }.first
    // A buyer who selects something else has to agree to that first.
    guard isFairWeather, let approval, story.otherSelection == nil else { return }
    let news = story.entries.filter { entry in
      guard case .webhook(_, let body, _) = entry.event else { return false }
      return body.data.checkout == approval.id && (body.data.phase.isFinal || body.data.phase == .held)
    }
    // It may have ended while the buyer was on the page. Money that comes then goes back.
    guard !news.contains(where: { $0.at < approval.at }) else { return }
    let wait = news.first?.at.since(approval.at)
    expect(
      wait ?? .seconds(601) <= .seconds(600), "A payment is known within ten minutes.", story,
      wait.map { "It was after \($0)." } ?? "It never was.")
    guard case .webhook(_, let first, _)? = news.first?.event, let end = story.ends.first, story.ends.count == 1,
      end.kind == .browser, !story.isDecided
    else { return }
    // At these two Ferry alone moves money: the buyer's approval has moved none yet.
    let approvalPays = !["amazon-pay", "gmo-pg"].contains(end.provider)
    let isCancelled = story.entries.contains { entry in
      if case .cancels = entry.event { entry.at <= approval.at || !approvalPays } else { false }
    }
    expect(
      isCancelled || [.paid, .held].contains(first.data.phase), "Who pays before the end has paid.", story,
      "\(approval.id) was approved at \(approval.at.iso8601), and is \(first.data.phase.rawValue).")
  }

  /// Without faults of servers and providers, whoever has selected another address agrees to it before the order is paid.
  mutating func checkDestination(_ story: Story, isFairWeather: Bool) {
    guard isFairWeather, let selected = story.otherSelection, story.ends.first?.phase == .paid, story.ends.count == 1
    else {
      return
    }
    let agreed = story.entries.last { if case .agreed = $0.event { true } else { false } }
    expect(
      agreed.map { $0.at > selected } ?? false, "A buyer pays what they agreed to.", story,
      "Another address was selected at \(selected.iso8601), and nobody has agreed to it.")
  }

  mutating func checkErased(_ story: Story) {
    for case .erased(let id) in story.entries.map(\.event) {
      guard let end = story.ends.first(where: { $0.id == id }) else { continue }
      expect(end.review?.buyer == nil, "A buyer who was erased is nowhere.", story, "\(id) shows its buyer.")
    }
  }
}
