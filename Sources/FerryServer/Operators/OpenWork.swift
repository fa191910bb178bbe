import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// Something that a person has to do about a checkout.
struct ToDo: Sendable {
  /// The most harmful first.
  enum Harm: Int, Sendable {
    /// The buyer's money is captured, and the order is not paid.
    case heldCaptured
    /// The shop loses the money if it does not respond.
    case dispute
    case unknownOperation
    case held
    case overdue
  }

  let file: CheckoutFile
  let harm: Harm
  let amount: Money?
  /// Of a dispute: the nearest deadline.
  let respondBy: Moment?

  /// Nil if there is nothing to do.
  init?(_ file: CheckoutFile, at now: Moment) {
    let checkout = file.checkout
    let held = checkout.held(for: file.order)
    let operation = checkout.undecidedOperation
    self.file = file
    respondBy = checkout.payment?.respondBy
    if let held, held.isCaptured {
      (harm, amount) = (.heldCaptured, held.seen?.captured)
    } else if let payment = checkout.payment, payment.disputes.contains(where: { $0.state == .needsResponse }) {
      (harm, amount) = (.dispute, payment.disputed)
    } else if let operation {
      (harm, amount) = (.unknownOperation, operation.amount)
    } else if held != nil {
      (harm, amount) = (.held, held?.asked)
    } else if let overdueAt = file.overdueAt, overdueAt <= now {
      (harm, amount) = (.overdue, checkout.agreed?.total)
    } else {
      return nil
    }
  }

  /// The order of a list: by harm, disputes by their deadlines, then the oldest first.
  fileprivate var rank: (Int, Int64, Moment) {
    (harm.rawValue, harm == .dispute ? respondBy?.milliseconds ?? .max : 0, file.checkout.createdAt)
  }
}

/// Everything that waits for a person: the numbers, and the most harmful by name.
struct OpenWork: Sendable {
  private static let mostListed = 20

  let held: Int
  let disputed: Int
  let overdue: Int
  let toDo: [ToDo]

  init(held: [CheckoutFile], disputed: [CheckoutFile], overdue: [CheckoutFile], at now: Moment) {
    (self.held, self.disputed, self.overdue) = (held.count, disputed.count, overdue.count)
    let files = Dictionary((held + disputed + overdue).map { ($0.checkout.id, $0) }) { first, _ in first }
    toDo = files.values.compactMap { ToDo($0, at: now) }.sorted { $0.rank < $1.rank }
  }

  func list(_ frame: OperatorPage) -> HTML {
    guard !toDo.isEmpty else { return .empty }
    let rows = toDo.prefix(Self.mostListed).map { row($0, frame) }
    let more: HTML = "<p>\(frame.texts.firstAlone(rows.count))</p>"
    return "<ul class=\"rows\">\(rows)</ul>\(if: toDo.count > rows.count, more)"
  }

  private func row(_ toDo: ToDo, _ frame: OperatorPage) -> HTML {
    let texts = frame.texts
    let chips: HTML =
      switch toDo.harm {
      case .heldCaptured: "\(frame.chip(.held)) \(StateChip(.bad, texts.captured).html)"
      case .dispute:
        StateChip(.bad, texts.disputed, toDo.respondBy.map { texts.respondByDay(frame.localTime.text($0)) }).html
      case .unknownOperation: StateChip(.bad, texts.operationUnknown).html
      case .held: frame.chip(.held)
      case .overdue: StateChip(.bad, texts.overdue).html
      }
    return """
      <li><a class="row" href="\("/checkouts/\(toDo.file.checkout.id.text)" as Link)"><span class="what">\
      <strong>\(toDo.file.order.number)</strong> <span class="key">\(toDo.file.order.reference)</span></span>\
      <span>\(chips)</span><span class="sum">\(toDo.amount.map { $0.display(frame.language) } ?? "–")</span></a></li>
      """
  }
}

extension HeldBody {
  /// True if the buyer's money is captured.
  var isCaptured: Bool { seen?.state == HeldMoneyBody.State.captured.rawValue }
}

extension Payment {
  /// The nearest deadline of a dispute that needs a response.
  var respondBy: Moment? { disputes.filter { $0.state == .needsResponse }.compactMap(\.respondBy).min() }
}
