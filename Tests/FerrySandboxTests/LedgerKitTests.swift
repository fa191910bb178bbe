import FerryCore
import FerrySandbox
import Testing

@Suite("What the ledgers of all sandboxes share")
struct LedgerKitTests {
  @Test("A table returns what has changed since the last time, once, and the keys of what was deleted")
  func changes() {
    var table = ObjectTable<String, Int>()
    #expect(!table.hasChanges && table.isEmpty)
    table["a"] = 1
    table["b"] = 2
    table["a"] = 3
    let first = table.drainChanges()
    #expect(first.stored == [3, 2] && first.deleted == nil && !table.hasChanges)
    table["b"] = nil
    let second = table.drainChanges()
    #expect(second.stored == nil && second.deleted == ["b"] && table.count == 1)
    table["a"] = 4
    _ = table.drainChanges()
    #expect(!table.hasChanges && table["a"] == 4)
  }

  @Test(
    "Payments of one order are one sum, in the order of first payments; other currencies and merchants are other orders"
  )
  func orders() {
    func entry(_ order: String, _ units: Int64, _ currency: Currency = .jpy, merchant: String = "m") -> OrderMoney.Entry
    {
      let money = Money(minorUnits: units, currency)
      let payment = OrderMoney.Payment(
        id: "\(units)", state: "s", authorized: money, captured: money, refunded: .zero(currency))
      return OrderMoney.Entry(order, merchant: merchant, held: nil, payment)
    }
    let found = OrderMoney.orders([
      entry("2", 5), entry("1", 7), entry("2", 11), entry("2", 13, .eur), entry("2", 17, merchant: "n"),
    ])
    #expect(found.map(\.order) == ["2", "1", "2", "2"])
    #expect(found.map(\.captured.minorUnits) == [16, 7, 13, 17])
    #expect(found[0].payments.map(\.id) == ["5", "11"] && found[0].held == .zero(.jpy))
    let most = OrderMoney.orders([entry("1", .max), entry("1", 1)])
    #expect(most.first?.captured.minorUnits == .max)
  }

  @Test(
    "A card is checked for its form alone",
    arguments: [
      ("4111 1111-1111 1111", "1 2/30", "123", nil), ("41111111111", "12/30", "123", .number),
      ("4111111111111111", "13/30", "123", .expiry), ("4111111111111111", "12/25", "123", .expiry),
      ("4111111111111111", "0126", "12", .code),
    ] as [(String, String, String, CardEntry.Problem?)])
  func cards(_ number: String, _ expiry: String, _ code: String, _ problem: CardEntry.Problem?) {
    var found: CardEntry.Problem?
    do throws(CardEntry.Problem) {
      let card = try CardEntry(number: number, expiry: expiry, code: code, today: "2026-01-15")
      #expect(card.digits == "4111111111111111" && card.month == "12" && card.year == "30")
    } catch {
      found = error
    }
    #expect(found == problem)
  }

  @Test("Members are changed at every depth, and others stay")
  func members() {
    let value: JSONValue = ["a": 1, "list": [["a": "2", "b": true]]]
    let changed = value.changingMembers { name, value in name == "a" ? value.with(firstDigit: "9") : nil }
    #expect(changed == ["a": 91, "list": [["a": "92", "b": true]]])
  }
}
