/// The answer of the demo's server to `GET /doctor/accounts`: what `ferry doctor` finds out about the server's accounts at the
/// providers. It holds no secret.
struct AccountsBody: Decodable, Hashable, Sendable {
  /// False if something does not work.
  var sound: Bool
  var accounts: [Account]

  struct Account: Decodable, Hashable, Sendable {
    /// The provider's name as people know it.
    var name: String
    var findings: [Finding]
  }

  /// The texts are the doctor's own, in English.
  struct Finding: Decodable, Hashable, Sendable {
    /// "ok", "note", "warning" or "error".
    var severity: String
    var subject: String
    var seen: String
    /// The remedy, if something has to be done.
    var change: String?
  }
}
