import FerryCore
import FerryLinks
import FerryWeb

extension AssociationFile {
  /// Links as the server makes them: codes are letters, digits, a hyphen, an underscore, and a dot with a number where the buyer
  /// agreed.
  static func returnLinks(_ host: Origin) -> [String] {
    ["Aa0-_", "Aa0-_.12"].map { AppReturnLink(checkout: "co_Aa0", code: $0).text(host: host.text) }
  }

  /// Whether it gives an app all of these links.
  func opensReturnLinks(of host: Origin, for identifier: String) -> Bool {
    Self.returnLinks(host).allSatisfy { link in
      if case .opens = decision(on: link, for: identifier) { true } else { false }
    }
  }
}
