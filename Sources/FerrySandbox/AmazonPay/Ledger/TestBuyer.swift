import Crypto
import FerryCore

/// A person with an account at the stand-in for Amazon. Everything follows from the e-mail address, so anyone can sign
/// in and nothing has to be remembered about accounts.
struct TestBuyer: Codable, Hashable {
  let email: String

  /// - Parameter email: taken as typed but for case and surrounding spaces; nil without an @ between two other
  ///   characters, and beyond 254 characters.
  init?(email: String) {
    let trimmed = email.trimmingSpaces().lowercased()
    let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard trimmed.count <= 254, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      !trimmed.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    self.email = trimmed
  }

  private init(ready email: String) { self.email = email }

  /// The accounts that the sign-in page offers.
  static let ready = [
    TestBuyer(ready: "hanako@example.test"), TestBuyer(ready: "taro@example.test"),
    TestBuyer(ready: "emily@example.test"),
  ]

  /// The ready buyers have names of their own; others are called by what stands before the @.
  var name: String {
    switch email {
    case "hanako@example.test": "山田 花子"
    case "taro@example.test": "鈴木 太郎"
    case "emily@example.test": "Emily Carter"
    default: String(email.prefix { $0 != "@" })
    }
  }

  /// "amzn1.account." and 28 capitals and digits, the same for the same e-mail address.
  var id: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let digest = SHA256.hash(data: Array(email.utf8))
    return "amzn1.account." + String(digest.prefix(28).map { alphabet[Int($0 & 31)] })
  }

  var phoneNumber: String { "0312345678" }
}

extension String {
  /// The text without white space at its ends.
  func trimmingSpaces() -> String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
