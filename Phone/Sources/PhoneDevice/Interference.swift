/// What the network, or whoever has altered the app, does to the app's own requests.
public struct Interference: Hashable, Sendable {
  /// The answer to the next request of this path's end is lost, after the server has done what it was asked.
  public var losesAnswer: String?
  public var rewriting: Rewriting?

  /// A text that is replaced in the bodies of requests.
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

  public init(losesAnswer: String? = nil, rewriting: Rewriting? = nil) {
    self.losesAnswer = losesAnswer
    self.rewriting = rewriting
  }

  /// The body as it is sent.
  public func body(_ body: [UInt8], to path: String) -> [UInt8] {
    guard let rewriting, path.hasSuffix(rewriting.path) else { return body }
    let pieces = String(decoding: body, as: UTF8.self).split(separator: rewriting.text, omittingEmptySubsequences: false)
    return Array(pieces.joined(separator: rewriting.replacement).utf8)
  }

  /// Whether this answer is lost; only one is.
  public mutating func loses(answerTo path: String) -> Bool {
    guard let end = losesAnswer, path.hasSuffix(end) else { return false }
    losesAnswer = nil
    return true
  }
}

/// A request that the app has sent, without its secrets.
public struct AppRequest: Hashable, Sendable {
  public var path: String
  public var idempotencyKey: String?
  /// Nil when the app got no answer.
  public var status: Int?
}
