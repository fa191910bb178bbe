import FerryCore
import AmazonPay
import FerryProvider

/// Where Amazon SNS, or its stand-in, keeps the certificates that messages are signed with. Addresses in messages are the
/// sender's word: they are compared with the only form that Amazon writes, letter by letter, and not taken apart as browsers
/// would.
enum SigningPlace: Hashable {
  case amazon(region: String)
  /// Scheme, host and port.
  case sandbox(origin: String)

  /// Scheme, host and port.
  var origin: String {
    switch self {
    case .amazon(let region): "https://sns.\(region).amazonaws.com"
    case .sandbox(let origin): origin
    }
  }

  /// The document of a certificate's address; nil if it does not lie here.
  func certificate(at address: String) -> NeededDocument? {
    let path: Substring
    guard address.utf8.count <= 512, address.hasPrefix(origin) else { return nil }
    path = address.dropFirst(origin.count)
    guard path.utf8.first == UInt8(ascii: "/"), path.hasSuffix(".pem"), path.utf8.count > 5,
      path.utf8.allSatisfy(Self.isPathByte), !path.contains(".."), !path.contains("//")
    else { return nil }
    return document(path: String(path))
  }

  /// The address that answers a topic's question with yes; nil if the question names another place.
  ///
  /// What is visited is put together here. Of the address in the message only the beginning is looked at.
  func confirmation(of topic: SNSTopic, token: String, named address: String) -> NeededDocument? {
    guard (1...1024).contains(token.utf8.count), token.utf8.allSatisfy(Self.isTokenByte),
      address.hasPrefix(origin + "/")
    else { return nil }
    return document(path: "/?Action=ConfirmSubscription&TopicArn=\(topic.text)&Token=\(token)")
  }

  private func document(path: String) -> NeededDocument {
    let isSecure = origin.hasPrefix("https://")
    return NeededDocument(
      scheme: isSecure ? .https : .http, authority: String(origin.dropFirst(isSecure ? 8 : 7)), path: path)
  }

  /// Whether an origin is one of this machine, without anything after the port.
  static func isLoopback(_ origin: String) -> Bool {
    let rest: Substring
    if origin.hasPrefix("http://") {
      rest = origin.dropFirst(7)
    } else if origin.hasPrefix("https://") {
      rest = origin.dropFirst(8)
    } else {
      return false
    }
    let host: Substring
    if let colon = rest.lastIndex(of: ":"), rest.last != "]" {
      guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else { return false }
      host = rest[..<colon]
    } else {
      host = rest
    }
    return Loopback.isHost(String(host))
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    isTokenByte(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}
