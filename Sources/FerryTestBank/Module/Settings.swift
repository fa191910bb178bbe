import FerryCore
import FerryHTTP
import FerryModule

extension BankProvider {
  init?(_ settings: inout AccountSettings) {
    let login = settings.value(
      "login", "The shop's login at the bank.", example: "ferry-demo", isRequired: true,
      otherwise: "Write 1 to 32 visible characters."
    ) { $0.matches("[!-~]{1,32}") ? $0 : nil }
    let secret = settings.secret("secret", "The shop's secret at the bank.", example: "A1b2C3d4E5f6G7h8")
    if secret.value.reveal().isEmpty { settings.refuse(secret, "Set the secret that the bank gave with the login.") }
    let origin = settings.value(
      "address", "The bank's address.", example: "https://bank.example", isRequired: true,
      otherwise: "Write an https address without a path, or http on this machine."
    ) { Origin($0) }
    guard let login = login.value, let origin = origin.value else { return nil }
    let merchant = BankAccount(mode: settings.mode, origin: origin, login: login, secret: secret.value)
    self.init(merchant, name: settings.account)
  }
}
