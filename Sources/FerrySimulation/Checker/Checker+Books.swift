import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySandbox

extension Checker {
  /// Compares Ferry's ledger with a provider's, which is compared with the shop's books order by order.
  static func compareBooks(of place: SandboxedProvider, _ balances: [Balance]) -> [BrokenPromise] {
    func balance(_ accounts: LedgerEntry.Account...) -> Int64 {
      balances.reduce(0) { sum, balance in
        let isOurs = balance.accountID == place.account.provider.account && accounts.contains(balance.account)
        return isOurs ? sum + balance.amount.minorUnits : sum
      }
    }
    func total(_ amount: (OrderMoney) -> Money) -> Int64 {
      place.sandbox.money.reduce(0) { $0 + amount($1).minorUnits }
    }
    return [
      ("captured and kept", balance(.receivable, .disputes), total(\.captured) - total(\.refunded)),
      ("held", balance(.holdProvider), total(\.held)),
    ].compactMap { name, ours, theirs in
      ours == theirs
        ? nil
        : BrokenPromise(
          promise: "Three books agree.", order: "all orders at \(place.bench)",
          detail: "Ferry's ledger has \(ours) \(name), and the provider's \(theirs).")
    }
  }
}
