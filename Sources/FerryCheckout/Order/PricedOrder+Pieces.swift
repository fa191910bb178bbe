public import FerryCore

extension PricedOrder {
  /// The pieces that are left of each line, in the order of the lines, delivery last. A line may have none left.
  /// - Parameters:
  ///   - earlier: The parts of earlier operations of the same kind.
  ///   - available: The number of pieces of each line that there can be; nil for all.
  func pieces(after earlier: [Part], available: [String: Int]? = nil) -> [LineQuantity] {
    parts.lines.map { line in
      // Delivery at several rates has a part for each.
      let band = parts.first { $0.id == line.id }?.band
      let moved = earlier.filter { $0.id == line.id && $0.band == band }.reduce(0) { $0 + $1.quantity }
      let most = available.map { $0[line.id] ?? 0 } ?? line.quantity
      return LineQuantity(id: line.id, quantity: max(0, most - moved))
    }
  }

  /// The parts of some lines' pieces. What a line has so far is rounded once, and what earlier operations had is subtracted, so that
  /// all pieces together have the line's amounts, whatever the steps.
  /// - Throws: `Refusal.lines`.
  func pieces(
    of lines: [LineQuantity], after earlier: [Part], available: [String: Int]? = nil
  ) throws(Refusal) -> [Part] {
    let all = self.pieces(after: earlier, available: available)
    var pieces: [Part] = []
    for line in lines {
      guard let left = all.first(where: { $0.id == line.id })?.quantity else { throw .lines(.unknown(line.id)) }
      guard !pieces.contains(where: { $0.id == line.id }) else { throw .lines(.repeated(line.id)) }
      guard line.quantity >= 1, line.quantity <= left else { throw .lines(.exceeded(line.id, left: left)) }
      for part in parts where part.id == line.id {
        pieces.append(part.pieces(line.quantity, after: earlier.filter { $0.isSame(as: part) }))
      }
    }
    return pieces
  }
}

extension PricedOrder.Part {
  fileprivate func isSame(as other: Self) -> Bool { id == other.id && band == other.band }

  fileprivate func pieces(_ count: Int, after earlier: [Self]) -> Self {
    let soFar = count + earlier.reduce(0) { $0 + $1.quantity }
    func next(_ amount: KeyPath<Self, Money>) -> Money {
      let whole = self[keyPath: amount]
      // The quotient is at most the whole, which fits.
      let upTo = (try? whole.scaled(by: Int64(soFar), over: Int64(quantity), .halfUp)) ?? whole
      let told = earlier.reduce(0) { $0 + $1[keyPath: amount].minorUnits }
      return Money(minorUnits: upTo.minorUnits - told, whole.currency)
    }
    var part = self
    part.quantity = count
    part.gross = next(\.gross)
    part.discount = next(\.discount)
    part.tax = next(\.tax)
    // The amount to pay follows the price, so that it is never below zero nor above it.
    let told = earlier.reduce((price: 0, due: 0)) { ($0.price + $1.price.minorUnits, $0.due + $1.due.minorUnits) }
    let due =
      (try? self.due.scaled(by: told.price + part.price.minorUnits, over: max(1, price.minorUnits), .halfUp)) ?? due
    part.paidOtherwise = Money(minorUnits: part.price.minorUnits - due.minorUnits + told.due, due.currency)
    return part
  }
}

extension [PricedOrder.Part] {
  /// The amount at the provider.
  func due(in currency: Currency) throws(MoneyError) -> Money { try Money.sum(map(\.due), in: currency) }

  /// Base and tax of each rate, in the order of the parts.
  public var taxes: [TaxBody] {
    var found: [TaxBody] = []
    for part in self {
      guard let band = part.band else { continue }
      let kind = band.kind == .general ? nil : band.kind
      let base = part.included ? part.amount.minorUnits - part.tax.minorUnits : part.amount.minorUnits
      let place = found.firstIndex { $0.percent == band.percent && $0.kind == kind } ?? found.endIndex
      if place == found.endIndex {
        found.append(
          TaxBody(percent: band.percent, kind: kind, base: .zero(part.tax.currency), tax: .zero(part.tax.currency)))
      }
      found[place].base = Money(minorUnits: found[place].base.minorUnits + base, part.tax.currency)
      found[place].tax = Money(minorUnits: found[place].tax.minorUnits + part.tax.minorUnits, part.tax.currency)
    }
    return found
  }

  /// The lines that they are of.
  public var lines: [LineQuantity] {
    reduce(into: []) { lines, part in
      if lines.last?.id != part.id { lines.append(LineQuantity(id: part.id, quantity: part.quantity)) }
    }
  }
}
