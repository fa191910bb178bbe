import FerrySandbox
import FerryWeb

typealias MemberReader = FerrySandbox.MemberReader<APIProblem>

extension APIProblem: MemberRefusal {
  static func invalid(member path: String, _ rule: String) -> Self { invalid(path, rule) }

  /// Such as "PaymentOrder.PayeeInfo": names are capitalised, as in the provider's problems.
  static func path(_ name: String, in path: String) -> String {
    "\(path).\(name.prefix(1).uppercased())\(name.dropFirst())"
  }

  static func path(_ index: Int, of list: String) -> String { "\(list)[\(index)]" }

  static let textLimit = 200
  static let addressLimit = 2_000
}

extension MemberReader {
  /// A whole number of minor units, far above every order at most, so that sums of many still fit 64 bits. Clients in use
  /// write it as `1500`, `1500.0` or `"1500"`.
  func number(_ name: String) throws(APIProblem) -> Int64? {
    try read(name, "is not a whole number of minor units") { member in
      member.scalar?.wholeMatch(of: /(-?[0-9]{1,18})(\.0+)?/).flatMap { Int64($0.1) }
        .flatMap { $0.magnitude <= 1_000_000_000_000 ? $0 : nil }
    }
  }
}

extension Link {
  /// An address for the payer's browser: of the web, or of an app's own scheme. Nil for an address that no browser may open.
  init?(payerAddress text: String) { self.init(ofMerchant: text, atMost: APIProblem.addressLimit) }
}
