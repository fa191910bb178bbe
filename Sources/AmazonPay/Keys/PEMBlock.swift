/// One block of PEM text (RFC 7468): a label, and what stands between its two lines.
struct PEMBlock {
  let label: String
  let body: Substring

  /// The blocks in a text, however its lines are broken.
  /// - Throws: `SigningKeyProblem` for text without blocks, and for a block without its end.
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
