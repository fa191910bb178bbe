public import FerryCore

/// The problems of taxes, discounts and ids.
extension OrderContent {
  private static let mostReductions = 20

  func problems(of tax: PartTax?, at pointer: String, isDelivery: Bool = false) -> [OrderProblem] {
    guard let tax else { return [] }
    if (tax.percent == nil) == (tax.rule == nil) {
      return [OrderProblem(pointer, "Write a percent or a rule; leave the tax out for the order's usual one.")]
    }
    if tax.kind != nil, tax.percent == nil {
      return [OrderProblem(pointer + "/kind", "A kind belongs to a percent.")]
    }
    if tax.rule == .asGoods, !isDelivery {
      return [OrderProblem(pointer + "/rule", "Delivery alone can be taxed as the goods.")]
    }
    return []
  }

  func problems(of reductions: [NamedAmount]?, at pointer: String) -> [OrderProblem] {
    guard let reductions else { return [] }
    guard reductions.count <= Self.mostReductions else {
      return [OrderProblem(pointer, "Name \(Self.mostReductions) at most.")]
    }
    return reductions.enumerated().flatMap { place, reduction in
      let pointer = "\(pointer)/\(place)"
      var problems: [OrderProblem] = []
      if !WrittenText.isSound(reduction.name, 1...100) {
        problems.append(OrderProblem(pointer + "/name", "Write 1 to 100 characters, without control characters."))
      }
      if reduction.amount.currency != currency {
        return problems + self.problems(ofPrice: reduction.amount, at: pointer + "/amount")
      }
      if !reduction.amount.isPositive {
        problems.append(
          OrderProblem(pointer + "/amount/amount", "Write an amount above zero; it is subtracted from the price."))
      }
      return problems
    }
  }

  /// Every id stands for one line.
  var lineIDProblems: [OrderProblem] {
    var known: Set<String> = [Self.deliveryID]
    return lineIDs.enumerated().compactMap { place, id in
      let pointer = "/order/lines/\(place)/id"
      if lines[place].id != nil, !WrittenText.isSound(id, 1...64) {
        return OrderProblem(pointer, "Write 1 to 64 characters, without control characters.")
      }
      if known.insert(id).inserted { return nil }
      return id == Self.deliveryID
        ? OrderProblem(pointer, "\"\(id)\" stands for delivery. Write another id.")
        : OrderProblem(pointer, "\"\(id)\" stands for another line. Write an id that no line has, nor an SKU.")
    }
  }

  /// True if nothing is left to pay, wherever the order is delivered. Of a checked order.
  public var isFree: Bool { shippingPrices.allSatisfy { (try? Quote(self, shipping: $0).total.isZero) ?? false } }
}
