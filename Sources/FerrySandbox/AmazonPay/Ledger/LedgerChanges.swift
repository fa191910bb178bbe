/// Which objects have changed, in the order of their first change.
struct LedgerChanges {
  enum Object: Hashable {
    case session(String)
    case permission(String)
    case charge(String)
    case refund(String)
    case chargeback(String)
    case buyerToken(String)
    case report(String)
    case reportSchedule(String)
    case delivery(Int)
    case subscription(Owner)
    case reply(IdempotentReply.Key)
  }

  private(set) var objects: [Object] = []
  /// How many money movements had been taken note of.
  private(set) var notedMovements = 0

  mutating func note(_ object: Object) {
    if !objects.contains(object) { objects.append(object) }
  }

  /// Takes out what has changed; `movements` is how many there are now.
  mutating func take(movements: Int) -> (objects: [Object], movements: Range<Int>) {
    defer {
      objects.removeAll(keepingCapacity: true)
      notedMovements = movements
    }
    return (objects, notedMovements..<movements)
  }
}
