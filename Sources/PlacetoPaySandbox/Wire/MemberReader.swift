import FerryCore
import FerrySandbox
import FerryWeb

typealias MemberReader = FerrySandbox.MemberReader<APIRefusal>

extension APIRefusal: MemberRefusal {
  /// PlacetoPay names the member alone.
  static func invalid(member path: String, _: String) -> Self { invalid(path) }

  static func path(_ name: String, in path: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  static func path(_ index: Int, of list: String) -> String { "\(list).\(index)" }

  static let textLimit = 255
}

extension MemberReader {
  func date(_ name: String) throws(APIRefusal) -> String? {
    guard let text = try text(name) else { return nil }
    guard Timestamp.isDate(text) else { throw .invalid(path(name)) }
    return text
  }

  /// An address; an empty text is the same as a missing member.
  func address(_ name: String) throws(APIRefusal) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    guard Link(returnAddress: text) != nil else { throw .invalid(path(name)) }
    return text
  }

  /// A whole number of at least `least`, written as a number or as text.
  func wholeNumber(_ name: String, atLeast least: Int64) throws(APIRefusal) -> Int64? {
    try read(name, "") { member in member.wholeNumber.flatMap { $0 >= least ? $0 : nil } }
  }

  func decimal(_ name: String) throws(APIRefusal) -> DecimalNumber? { try read(name, "") { DecimalNumber($0) } }
}

extension Link {
  /// A session's page leads the buyer to this address: of the web, or of an app's own scheme. An example is
  /// `redirection://receipt?return`. The test host accepts it and leaves it unchanged.
  /// - Parameter text: 1 to 255 characters. Nil for an address that no browser may open.
  init?(returnAddress text: String) { self.init(ofMerchant: text, atMost: 255) }
}
