import FerryCore
import Testing

@testable import DemoShop

@Suite("Addresses")
struct AddressTests {
  @Test("A Japanese address runs from the large to the small")
  func japanese() {
    let address = AddressBody(
      name: "山田 太郎", lines: ["札幌市中央区北一条西2-1", "港ビル 3F"], city: nil, region: "北海道", postalCode: "060-0001",
      country: "JP", phone: "0110000000")
    #expect(address.isJapanese)
    #expect(address.writtenLines == ["山田 太郎", "〒060-0001", "北海道札幌市中央区北一条西2-1", "港ビル 3F", "0110000000"])
  }

  @Test("Another one, and a Japanese one in Latin letters, from the small to the large")
  func latin() {
    let address = AddressBody(
      name: "Taro Yamada", lines: ["2-1 Kita 1-jo Nishi"], city: "Sapporo", region: "Hokkaido", postalCode: "060-0001",
      country: "JP", phone: nil)
    #expect(!address.isJapanese)
    #expect(address.writtenLines == ["Taro Yamada", "2-1 Kita 1-jo Nishi", "Sapporo, Hokkaido, 060-0001", "Japan"])
  }

  @Test("What is missing leaves no gap")
  func sparse() {
    let address = AddressBody(
      name: nil, lines: ["", "10 Rue X"], city: "", region: nil, postalCode: nil, country: nil, phone: nil)
    #expect(address.writtenLines == ["10 Rue X"])
  }
}
