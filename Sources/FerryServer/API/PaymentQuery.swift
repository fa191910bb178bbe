import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// Which page of a shop's payments is asked for.
struct PaymentQuery {
  var filter: CheckoutFilter
  var limit = 50

  /// - Throws: `OrderProblems` with all parameters that cannot be.
  init(_ query: Fields, of merchant: Merchant) throws(OrderProblems) {
    filter = CheckoutFilter(shop: merchant.shop, mode: merchant.mode, payment: .any)
    var problems: [OrderProblem] = []
    func read<Value>(_ name: String, _ advice: String, as value: (String) -> Value?) -> Value? {
      guard let text = query[name] else { return nil }
      let found = value(text)
      if found == nil { problems.append(OrderProblem("/\(name)", advice)) }
      return found
    }
    let moment = "Write milliseconds since 1970, in digits."
    filter.from = read("createdFrom", moment) { Self.number($0).map { Moment(milliseconds: Int64($0)) } }
    filter.before = read("createdBefore", moment) { Self.number($0).map { Moment(milliseconds: Int64($0)) } }
    filter.after = read("after", "Write what an earlier page gave as next.") { CheckoutPlace(text: $0) }
    let state = read("state", "Write capturable or pending, or leave it out.") { Self.states[$0] }
    if let state { filter.payment = state }
    let count = read("limit", "Write a number from 1 to \(Self.most).") { text in
      Self.number(text).flatMap { (1...Self.most).contains($0) ? $0 : nil }
    }
    if let count { limit = count }
    guard problems.isEmpty else { throw OrderProblems(problems) }
  }

  static let most = 200

  private static let states: [String: CheckoutFilter.PaymentState] = ["capturable": .capturable, "pending": .pending]

  private static func number(_ text: String) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
