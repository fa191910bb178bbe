public import HTTPTypes

extension HTTPFields {
  /// The token of an `Authorization: Bearer` (RFC 6750 §2.1).
  public var bearer: String? {
    let parts = (self[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
  }
}
