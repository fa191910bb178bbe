import FerryCore
import FerryServer
import Synchronization

/// Everything that the actors of a world did and were answered, in its order. The checker knows nothing else but the
/// providers' ledgers.
final class History: Sendable {
  struct Entry: Sendable {
    let at: Moment
    let actor: String
    /// The shop's reference of the order that it is about; nil for none.
    let order: String?
    let event: Event
  }

  enum Event: Sendable {
    /// Words for the timeline alone.
    case remark(String)
    /// The creation of a checkout was answered.
    case created(key: String, CheckoutBody)
    /// The shop has read a checkout, or was answered with it.
    case told(CheckoutBody)
    /// Somebody has read the timeline of a checkout.
    case timeline(String, [TimelineEntryBody])
    /// The shop wants an operation, under a key that it repeats until it is answered.
    case ordered(key: String, ScriptedOperation)
    /// An operation was answered.
    case operation(key: String, OperationResultBody)
    /// A request was refused for good.
    case refused(String, Problem.Kind)
    /// A request was not answered: what became of it is unknown.
    case noAnswer(String)
    /// A webhook has arrived, and was answered with a status.
    case webhook(id: String, WebhookBody, status: Int)
    /// A refund in the provider's console.
    case refundedInConsole(Money)
    /// The buyer pays a checkout at the provider, and the provider has decided.
    case approved(String)
    /// The buyer selects another address, in another tab and before they pay.
    case selectsAgain
    /// The buyer or the shop cancels.
    case cancels
    /// The buyer's details of a checkout were erased.
    case erased(String)
    /// The buyer agrees to a review with this total.
    case agreed(Money)
    /// The app has told the buyer an outcome.
    case appTold(String?, String)
    /// A person decides about a checkout. Whether it is taken, the next answer tells.
    case decided(String, Resolution)
    /// Buyer and shop do no more.
    case done
    /// An answer that breaks a promise by itself.
    case broken(promise: String, String)
  }

  private struct State {
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
    var checkouts: [(order: String, id: String)] = []
    /// The shop's reference of the order of each number for people.
    var references: [String: String] = [:]
    var done: Set<String> = []
    var awaiting: [(order: String, id: String, news: Int)] = []

    mutating func add(_ entry: Entry) {
      entries.append(entry)
      guard let order = entry.order else { return }
      switch entry.event {
      case .created(_, let body):
        references[body.orderNumber] = order
        if !checkouts.contains(where: { $0.id == body.id }) { checkouts.append((order, body.id)) }
      case .webhook(_, let body, _) where [.checkoutHeld, .operationUnknown].contains(body.type):
        if let index = awaiting.firstIndex(where: { $0.id == body.data.checkout }) {
          awaiting[index].news += 1
        } else {
          awaiting.append((order, body.data.checkout, 1))
        }
      case .done: done.insert(order)
      default: break
      }
    }
  }

  private let state = Mutex(State())
  private let time: any Timekeeper

  init(_ time: any Timekeeper) { self.time = time }

  var entries: [Entry] { state.withLock(\.entries) }

  /// The number of each fault and each point of death.
  var counts: [String: Int] { state.withLock(\.counts) }

  /// The shop's reference of the order with a number for people; nil if no shop was told it.
  func reference(ofNumber number: String?) -> String? {
    number.flatMap { number in state.withLock { $0.references[number] } }
  }

  /// The newest checkout of an order that the shop was told of.
  func checkout(of order: String) -> String? { state.withLock { $0.checkouts.last { $0.order == order }?.id } }

  /// The checkouts that shops know, each once, in the order of their creation.
  var checkouts: [(order: String, id: String)] { state.withLock(\.checkouts) }

  /// The orders whose buyer and shop do no more.
  var done: Set<String> { state.withLock(\.done) }

  /// The checkouts that a person has had to decide, with the number of such news, in the order of the first.
  var awaitingPerson: [(order: String, id: String, news: Int)] { state.withLock(\.awaiting) }

  func note(_ actor: String, _ order: String? = nil, _ event: Event) {
    let entry = Entry(at: time.now, actor: actor, order: order, event: event)
    state.withLock { $0.add(entry) }
  }

  func count(_ name: String) { state.withLock { $0.counts[name, default: 0] += 1 } }
}

/// A capture, refund or void that a shop asks for.
struct ScriptedOperation: Hashable, Sendable {
  enum Kind: String, Sendable {
    case capture, refund, void
  }

  var kind: Kind
  /// Nil, as `lines`, for all that is left.
  var amount: Money?
  var lines: [LineQuantity]?
}

extension History.Entry: CustomStringConvertible {
  var description: String { "\(at.iso8601)  \(actor)  \(event)" }
}

extension History.Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .remark(let text): text
    case .created(let key, let body): "created under \(key): \(body.words)"
    case .told(let body): "is told: \(body.words)"
    case .timeline(let id, let entries): "reads \(entries.count) entries of the timeline of \(id)"
    case .ordered(let key, let operation):
      "wants \(operation.kind.rawValue) \(operation.amount.map { "\($0)" } ?? operation.lines.map { "\($0.map { "\($0.quantity) of \($0.id)" })" } ?? "of all") under \(key)"
    case .operation(let key, let body):
      "\(key) is \(body.operation.kind) \(body.operation.amount) \(body.operation.state), \(body.payment.words)"
    case .refused(let what, let kind): "\(what) is refused: \(kind.title)"
    case .approved(let id): "approves the payment of \(id)"
    case .selectsAgain: "selects another address in another tab"
    case .cancels: "cancels"
    case .done: "is done"
    case .erased(let id): "has the buyer of \(id) erased"
    case .noAnswer(let what): "\(what) is not answered"
    case .webhook(let id, let body, let status):
      "webhook \(id): \(body.type.rawValue) \(body.data.sequence), \(body.data.phase.rawValue), \(body.data.payment?.words ?? "no money"); answers \(status)"
    case .refundedInConsole(let amount): "refunds \(amount) by hand"
    case .agreed(let total): "agrees to \(total)"
    case .appTold(let id, let outcome): "tells the buyer \(outcome) of \(id ?? "no checkout")"
    case .decided(let id, let decision): "decides \(decision.rawValue) about \(id)"
    case .broken(let promise, let text): "\(text) \(promise)"
    }
  }
}

extension CheckoutBody {
  fileprivate var words: String {
    "\(id) \(phase.rawValue)\(awaitsProvider ? ", awaits the provider" : "")\(holdReason.map { ", held: \($0)" } ?? ""), \(payment?.words ?? "no money")"
  }
}

extension PaymentBody {
  fileprivate var words: String { "authorized \(authorized), captured \(captured), refunded \(refunded)" }
}
