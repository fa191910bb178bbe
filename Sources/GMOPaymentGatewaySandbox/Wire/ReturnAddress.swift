/// An absolute address of the shop.
enum ReturnAddress {
  /// True for http and https without credentials, spaces, backslashes, control and non-ASCII characters, which browsers may
  /// read in another way.
  static func isAddress(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
    let lowered = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: { lowered.hasPrefix($0) }) else { return false }
    let authority = lowered.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return !authority.isEmpty && authority.first != ":" && !authority.contains("@")
  }
}
