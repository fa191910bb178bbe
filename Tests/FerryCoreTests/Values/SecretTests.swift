import FerryCore
import Testing

@Suite("Secret")
struct SecretTests {
  struct Settings {
    let name = "shop"
    let key = Secret("hush-4711")
    let optional: Secret<[UInt8]>? = Secret([0x68, 0x75])
  }

  @Test("Never shows its value, however it is printed")
  func printing() {
    let secret = Secret("hush-4711")
    var dumped = ""
    dump(secret, to: &dumped)
    dump([secret], to: &dumped)
    dump(Settings(), to: &dumped)
    var printed = ""
    print(secret, Settings(), to: &printed)
    debugPrint(secret, Settings(), to: &printed)
    let texts = [
      "\(secret)", secret.description, secret.debugDescription, String(describing: secret), String(reflecting: secret),
      "\([secret])", "\(["key": secret])", String(describing: Optional(secret)), "\(Settings())",
      String(reflecting: Settings()), dumped, printed,
    ]
    for text in texts {
      #expect(text.contains("redacted"))
      #expect(!text.contains("hush"))
      #expect(!text.contains("104"))
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("Hands its value to who asks for it by name")
  func reveal() {
    #expect(Secret("hush-4711").reveal() == "hush-4711")
  }
}
