import FerryCore
import GMOPaymentGateway
import Testing

@Suite("CheckString")
struct CheckStringTests {
  struct Sample: Sendable {
    let orderID: String
    let accessID: String
    let shopID: String
    let shopPass: String
    let permission: String
    let text: String

    init(
      _ orderID: String, _ accessID: String, _ shopID: String, _ shopPass: String, _ permission: String, _ text: String
    ) {
      self.orderID = orderID
      self.accessID = accessID
      self.shopID = shopID
      self.shopPass = shopPass
      self.permission = permission
      self.text = text
    }

    func checkString() throws -> CheckString? {
      CheckString(
        orderID: orderID, accessID: accessID, amazonChargePermissionID: permission,
        for: try .sample(shopID: shopID, shopPass: shopPass))
    }
  }

  static let first = Sample(
    "order-0001", Transaction.accessID, "tshop00000001", "pass0001", "S03-0000001-0000001",
    "1ce3b1c4c3a5fd25bc5b68fb7f21f79552295a7a2f41a612fd2f266984769069")

  static let samples = [
    first,
    Sample(
      "9f3c1a7be2d04c558a16f0b7d2", "acdc7d53f7a78f488d8d0997eff99c6f", "tshop00000001", "pass0001",
      "S03-1234567-7654321", "eda7c5211b3e6bb3c2d9990080dc74c393ac5d871abcbfc4b64eaafedba74bbe"),
    Sample(
      "A", "ffffffffffffffffffffffffffffffff", "tshop99999999", "Zz9xYy8wVv", "P03-9999999-0000000",
      "fb14074b53e8a98b88461fe78d4831bd643a115e9afaaf7799ffe1e59720c08a"),
    Sample(
      "ORDER-20251121-000000000001", "00000000000000000000000000000000", "tshop00000002", "pass0002",
      "S03-0000002-0000002", "7d0b732ee507acc3e4de6673cd43fffc7e50964858d047833de1c4384af5a8a5"),
    Sample(
      "order-0001", Transaction.accessID, "tshop00000001", "pass0001", "",
      "178ee0fdd1a3fa3b489decb994207684f26247315ec0564cb7bddf4bf711e26e"),
    Sample(
      "order-0001", Transaction.accessID, "tshop00000001", "pass0002", "S03-0000001-0000001",
      "018f5bc5518c6e528cd950dba78fd7df74d634f52c43119195d2450d6d27a76d"),
  ]

  @Test("The digest is that of the documented samples, and none matches another one's", arguments: samples)
  func digests(_ sample: Sample) throws {
    let checkString = try #require(try sample.checkString())
    #expect(checkString.text == sample.text)
    for other in Self.samples { #expect(checkString.matches(other.text) == (other.text == sample.text)) }
  }

  @Test("A missing, shortened, lengthened or changed digest does not match")
  func changes() throws {
    let checkString = try #require(try Self.first.checkString())
    let text = Self.first.text
    for other in [nil, "", String(text.dropLast()), text + "0", text.uppercased(), "0" + text.dropFirst(), text + " "] {
      #expect(!checkString.matches(other))
    }
  }

  @Test("There is no digest for ids in which text could move from one to the other")
  func illegalIDs() throws {
    let account = try GMOAccount.sample()
    let moved = String(Transaction.orderID.dropLast())
    for (orderID, accessID) in [
      (moved, "1" + Transaction.accessID), ("", Transaction.accessID), ("a_b", Transaction.accessID),
      (Transaction.orderID, ""), (String(repeating: "a", count: 28), Transaction.accessID),
    ] {
      #expect(
        CheckString(orderID: orderID, accessID: accessID, amazonChargePermissionID: "", for: account) == nil)
    }
  }
}
