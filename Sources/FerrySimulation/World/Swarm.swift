/// Something that goes wrong at a seam of the system, or that an actor does unasked.
package enum Fault: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  // A server's calls of a provider.
  case callNotSent = "call-not-sent"
  case callLost = "call-lost"
  case answerLost = "answer-lost"
  case callLate = "call-late"
  case answerSlow = "answer-slow"
  case answerGarbled = "answer-garbled"
  case providerDown = "provider-down"
  case providerFails = "provider-fails"
  case rateLimit = "rate-limit"
  case amountMisstated = "amount-misstated"
  // A server's calls of the store.
  case commitRefused = "commit-refused"
  case commitUnknown = "commit-unknown"
  case storeSlow = "store-slow"
  case storeUnavailable = "store-unavailable"
  case powerCut = "power-cut"
  case powerCutAfterCommit = "power-cut-after-commit"
  case powerCutAfterTelling = "power-cut-after-telling"
  // A server's process.
  case crash
  case pause
  case clockWrong = "clock-wrong"
  case settingsWrong = "settings-wrong"
  // Requests to the server.
  case requestLost = "request-lost"
  case requestRepeated = "request-repeated"
  case replyLost = "reply-lost"
  // Notifications of a provider.
  case notificationLost = "notification-lost"
  case notificationRepeated = "notification-repeated"
  case notificationForged = "notification-forged"
  // Webhooks, as the shop receives them.
  case webhookRefused = "webhook-refused"
  case webhookReplyLost = "webhook-reply-lost"
  case webhookSlow = "webhook-slow"
  // The buyer.
  case buyerCancels = "buyer-cancels"
  case buyerDeclined = "buyer-declined"
  case buyerLeaves = "buyer-leaves"
  case buyerNeverReturns = "buyer-never-returns"
  case buyerReturnsTwice = "buyer-returns-twice"
  case buyerSelectsAgain = "buyer-selects-again"
  case buyerPaysLate = "buyer-pays-late"
  case buyerPaysPending = "buyer-pays-pending"
  // The buyer's phone.
  case appKilled = "app-killed"
  case linkLost = "link-lost"
  case linkCold = "link-cold"
  case linkDoubled = "link-doubled"
  // Somebody who has read the buyer's links.
  case thiefReturns = "thief-returns"
  case thiefForgesReturn = "thief-forges-return"
  case thiefBringsSession = "thief-brings-session"
  // The shop's backend.
  case shopRepeats = "shop-repeats"
  case shopCancels = "shop-cancels"
  case shopForgets = "shop-forgets"
  case shopOrdersAgain = "shop-orders-again"
  case shopConfirmsStale = "shop-confirms-stale"
  case shopGuesses = "shop-guesses"
  case shopOverlaps = "shop-overlaps"
  case shopRecordsDispute = "shop-records-dispute"
  case shopReadsTimeline = "shop-reads-timeline"
  case shopErasesBuyer = "shop-erases-buyer"
  // A person who decides.
  case operatorWavers = "operator-wavers"
  // A person in the provider's console.
  case consoleRefund = "console-refund"
  case dispute
}

extension Fault {
  /// True if buyers, shops and thieves do it, or a notification or link is lost: nothing that servers and providers are delayed by.
  fileprivate var isHarmless: Bool {
    ["buyer-", "shop-", "thief-", "link-", "notification-"].contains { rawValue.hasPrefix($0) }
  }
}

/// The size of a world and its faults: a mix of everything never reaches some states, so each seed leaves out a random part of the
/// faults and draws the frequency of the others ("Swarm Testing", Groce et al., ISSTA 2012).
package struct Swarm: Codable, Hashable, Sendable {
  package var seed: UInt64
  package var checkouts: Int
  /// Servers that share the store, 1 to 4.
  package var servers: Int
  package var benches: [ProviderBench]
  /// True if Amazon Pay's requests and notifications are signed with RSA; else keyed hashes stand for it.
  package var signsTruly: Bool
  /// The frequency of each fault, in a thousand times when it can happen. Those that are missing never happen.
  package var faults: [Fault: Int]

  /// True if neither servers nor providers have faults.
  var isFairWeather: Bool { faults.keys.allSatisfy(\.isHarmless) }

  package init(seed: UInt64, checkouts: Int) {
    let chance = Chance(seed: seed).stream("swarm")
    self.seed = seed
    self.checkouts = checkouts
    servers = 1 + chance.below(4)
    // Two benches of one provider would be the same account.
    let all: [ProviderBench] = [
      .amazonPay, chance.pick([.gmoPG, .gmoPGUnproven]), chance.pick([.placetoPay, .placetoPaySilent]), .swedbankPay,
      .testBank,
    ]
    benches = chance.happens(perMille: 500) ? all : [chance.pick(all)]
    signsTruly = chance.happens(perMille: 10)
    faults = [:]
    for fault in Fault.allCases where chance.happens(perMille: 400) {
      faults[fault] = chance.pick(fault.isHarmless ? [15, 60, 200, 500] : [3, 15, 60, 200])
    }
    if chance.happens(perMille: 300) { faults = faults.filter(\.key.isHarmless) }
  }
}
