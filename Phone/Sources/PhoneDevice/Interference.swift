/// Faults of the network, and changes by an attacker, in the app's own requests.
public struct Interference: Hashable, Sendable {
  /// Suffixes of paths. For each, the next answer is lost after the server has processed the request.
  public var losesAnswers: Set<String>
  /// True while every answer is lost.
  public var losesAll = false
  public var rewriting: Rewriting?

  /// A text to replace in the bodies of requests.
  public struct Rewriting: Hashable, Sendable {
    public var path: String
    public var text: String
    public var replacement: String

    public init(path: String, text: String, replacement: String) {
      self.path = path
      self.text = text
      self.replacement = replacement
    }
  }

  public init(losesAnswers: Set<String> = [], rewriting: Rewriting? = nil) {
    self.losesAnswers = losesAnswers
    self.rewriting = rewriting
  }

  /// The body as it is sent.
  public func body(_ body: [UInt8], to path: String) -> [UInt8] {
    guard let rewriting, path.hasSuffix(rewriting.path) else { return body }
    let pieces = String(decoding: body, as: UTF8.self).split(
      separator: rewriting.text, omittingEmptySubsequences: false)
    return Array(pieces.joined(separator: rewriting.replacement).utf8)
  }

  /// Returns true if this answer is lost. Of a suffix only the first is.
  public mutating func loses(answerTo path: String) -> Bool {
    if losesAll { return true }
    guard let end = losesAnswers.first(where: path.hasSuffix) else { return false }
    losesAnswers.remove(end)
    return true
  }
}

/// A request that the app has sent, without its secrets.
public struct AppRequest: Hashable, Sendable {
  public var path: String
  public var idempotencyKey: String?
  /// Nil when the app got no answer.
  public var status: Int?

  public init(path: String, idempotencyKey: String?) {
    self.path = path
    self.idempotencyKey = idempotencyKey
  }
}
