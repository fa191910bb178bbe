/// An error of an answer: the pair of a three-character code and a nine-character one, which has the meaning.
public struct GMOError: Hashable, Sendable {
  /// `ErrCode`, such as `E01`.
  public let code: String
  /// `ErrInfo`, such as `E01050002`.
  public let info: String

  /// The text for the missing half of a pair, as GMO's own client has it.
  public static let missing = "unKnown"

  public init(code: String, info: String) {
    self.code = code
    self.info = info
  }

  /// The meaning by `info`; nil for a code that is not known.
  public var meaning: GMOErrorMeaning? { GMOErrorMeaning(info: info) }

  /// The class by `info`. An unknown code can mean anything.
  public var errorClass: GMOErrorClass { meaning?.errorClass ?? .unknown }

  /// Pairs two lists that are joined by `|`, where the n-th code belongs to the n-th info. The shorter one is padded.
  public static func list(codes: String?, infos: String?) -> [GMOError] {
    let codes = parts(codes)
    let infos = parts(infos)
    return (0..<max(codes.count, infos.count)).map { index in
      GMOError(
        code: index < codes.count ? codes[index] : missing, info: index < infos.count ? infos[index] : missing)
    }
  }

  private static func parts(_ list: String?) -> [String] {
    guard var list, !list.isEmpty else { return [] }
    if list.hasSuffix("|") { list.removeLast() }
    return list.split(separator: "|", omittingEmptySubsequences: false).map { $0.isEmpty ? missing : String($0) }
  }
}

extension GMOError: CustomStringConvertible {
  /// The info for logs: letters and digits, 9 at most.
  public var description: String {
    String(info.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(9))
  }
}
