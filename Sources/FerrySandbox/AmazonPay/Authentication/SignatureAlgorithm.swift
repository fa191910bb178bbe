import FerryCore

/// The two signature algorithms: RSASSA-PSS with SHA-256, told apart by the length of the salt.
enum SignatureAlgorithm: String, Hashable, CaseIterable {
  /// Salt of 20 bytes; what the official clients use when no algorithm is chosen.
  case version1 = "AMZN-PAY-RSASSA-PSS"
  /// Salt of 32 bytes.
  case version2 = "AMZN-PAY-RSASSA-PSS-V2"

  /// What is signed: the algorithm's name and the hash of the request or payload, in two lines.
  func stringToSign(hash: [UInt8]) -> String { "\(rawValue)\n\(Hexadecimal.text(hash))" }
}
