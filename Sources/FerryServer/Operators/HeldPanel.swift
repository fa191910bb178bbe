import FerryCheckout
import FerryCore
import FerryWeb

/// The amount that was asked for, beside the money as the provider has it.
struct HeldPanel {
  let frame: OperatorPage
  let reason: HoldReason
  let held: HeldBody
  /// The amount that the provider reports without a payment; nil for none.
  let reported: Money?

  var html: HTML {
    """
    <p>\(frame.texts.holdReason(reason))</p>\
    <div class="compare"><div><h3>\(frame.texts.asked)</h3>\(amount(held.asked))</div>\
    <div><h3>\(frame.texts.reported)</h3>\(seen)</div></div>
    """
  }

  private func amount(_ money: Money?) -> HTML {
    money.map { #"<p class="sum">\#($0, frame.language)</p><p class="small lead">\#($0.currency.code)</p>"# }
      ?? "<p>–</p>"
  }

  private var seen: HTML {
    guard let seen = held.seen else { return "<p>\(frame.texts.noMoney)</p>" }
    let total = [seen.captured, seen.authorized].compactMap(\.self).first(where: \.isPositive)
    // The others, if they say more.
    let other = { (money: Money?) in
      money.flatMap { $0.isPositive && $0 != total ? $0.display(frame.language) : nil }
    }
    let first: HTML = seen.unreadable.map { #"<p class="sum">\#($0)</p>"# } ?? amount(total ?? reported)
    return """
      \(first)\(HeldMoneyBody.State(rawValue: seen.state).map(chip))\
      \(Facts(frame)
        .adding(\.authorized, other(seen.authorized))
        .adding(\.captured, other(seen.captured))
        .adding(\.refunded, other(seen.refunded))
        .html)
      """
  }

  private func chip(_ state: HeldMoneyBody.State) -> HTML {
    let texts = frame.texts
    return switch state {
    case .unknown: StateChip(.bad, texts.operationUnknown).html
    case .pending, .capturing: StateChip(.open, texts.operationPending).html
    case .authorized: StateChip(.open, texts.authorized).html
    // Money of the buyer waits for a decision.
    case .captured: StateChip(.bad, texts.captured).html
    case .refunded: StateChip(.over, texts.refunded).html
    case .released: StateChip(.over, texts.released).html
    case .declined: StateChip(.over, texts.phaseDeclined).html
    }
  }
}

/// The effect of a decision on buyer, shop and money.
struct EffectFacts {
  let frame: OperatorPage
  let effect: DecisionEffect

  var html: HTML {
    let (buyer, shop) = end
    return Facts(frame)
      .adding(\.buyer, buyer).adding(\.shop, shop).adding(\.money, effect.money.map(text).joined(separator: " ")).html
  }

  private var end: (buyer: String, shop: String) {
    let texts = frame.texts
    return switch effect.end {
    case .paid(let money): (texts.buyerPays(money.display(frame.language)), texts.shopShips)
    case .staysPaid: (texts.buyerNoticesNothing, texts.shopStaysPaid)
    case .cancelled: (texts.buyerIsCancelled, texts.shopIsCancelled)
    case .undecided: (texts.buyerWaits, texts.shopWaits)
    }
  }

  private func text(_ movement: DecisionEffect.Movement) -> String {
    let texts = frame.texts
    return switch movement {
    case .staysCaptured(let money): texts.staysCaptured(money.display(frame.language))
    case .staysAuthorized(let money): texts.staysAuthorized(money.display(frame.language))
    case .isCaptured(let money): texts.isCaptured(money.display(frame.language))
    case .isRefunded(let money): texts.isRefunded(money.display(frame.language))
    case .isReleased(let money): texts.isReleased(money.display(frame.language))
    case .goesBackLater: texts.goesBackLater
    case .followsAnswer: texts.followsAnswer
    case .nothing: texts.nothingMoves
    case .countsAsDone(let money): texts.countsAsDone(money.display(frame.language))
    case .countsAsNotDone: texts.countsAsNotDone
    }
  }
}
