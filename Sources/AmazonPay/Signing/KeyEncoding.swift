/// One block of PEM text (RFC 7468): the label, and the text between the two lines.
struct PEMBlock {
  let label: String
  let body: Substring

  /// The blocks in a text, with any line breaks.
  /// - Throws: `SigningKeyProblem` for a malformed block.
  static func blocks(in text: String) throws(SigningKeyProblem) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var rest = text[...]
    while let begin = rest.firstRange(of: "-----BEGIN ") {
      let afterBegin = rest[begin.upperBound...]
      guard let dashes = afterBegin.firstRange(of: "-----") else { throw .headerGarbled }
      let label = afterBegin[..<dashes.lowerBound]
      guard label.utf8.count <= 40, !label.contains(where: \.isNewline) else { throw .headerGarbled }
      let content = afterBegin[dashes.upperBound...]
      guard let end = content.firstRange(of: "-----END ") else {
        throw content.contains("-END") ? .headerGarbled : .footerMissing
      }
      let afterEnd = content[end.upperBound...]
      guard let close = afterEnd.firstRange(of: "-----") else { throw .headerGarbled }
      guard afterEnd[..<close.lowerBound] == label else { throw .footerOfOtherKind }
      blocks.append(PEMBlock(label: String(label), body: content[..<end.lowerBound]))
      rest = afterEnd[close.upperBound...]
    }
    return blocks
  }
}

/// One element of a DER encoding (X.690), for telling kinds of keys apart.
struct DERElement {
  static let integer: UInt8 = 0x02
  static let objectIdentifier: UInt8 = 0x06
  static let sequence: UInt8 = 0x30

  let tag: UInt8
  let content: ArraySlice<UInt8>
  /// The number of bytes that the content lacks of its announced length.
  let missing: Int

  /// Removes the first element from `bytes`; nil without tag and length.
  init?(takingFrom bytes: inout ArraySlice<UInt8>) {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      // No key needs a length of more than three bytes, and a longer one could overflow.
      guard (1...3).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    self.tag = tag
    self.content = bytes.prefix(length)
    self.missing = length - content.count
    bytes = bytes.dropFirst(length)
  }

  /// The object identifier of the algorithm in a PKCS#8 private key (RFC 5958); nil for any other structure.
  static func privateKeyAlgorithm(_ der: [UInt8]) -> [UInt8]? {
    var rest = der[...]
    guard let outer = DERElement(takingFrom: &rest), outer.tag == sequence else { return nil }
    var fields = outer.content
    guard
      let version = DERElement(takingFrom: &fields), version.tag == integer,
      let algorithm = DERElement(takingFrom: &fields), algorithm.tag == sequence
    else { return nil }
    var parameters = algorithm.content
    guard let identifier = DERElement(takingFrom: &parameters), identifier.tag == objectIdentifier else { return nil }
    return Array(identifier.content)
  }
}
