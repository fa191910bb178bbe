public import FerryCore
public import FerryHTTP

/// A problem of Swedbank Pay's (RFC 9457, "Problems", Swedbank Pay documentation). Its texts can repeat values of the
/// request, so it prints type, status, session and the names of fields only.
public struct Problem: Hashable, Sendable, Redacted {
  public struct Field: Hashable, Sendable, Decodable, Redacted {
    /// The path of a member, such as `PaymentOrder.PayeeInfo.PayeeReference`, or a word, such as `Capture`.
    public let name: String
    public let explanation: String?

    public var description: String { Problem.printable(name) }

    private enum CodingKeys: String, MemberKey {
      case name
      case explanation = "description"
    }
  }

  /// A URL. It is opaque, and no page.
  public let type: String
  public let title: String?
  /// The HTTP status; nil in the problems of payment attempts that have none.
  public let status: Int?
  /// For people, in English.
  public let detail: String?
  /// The occurrence, for Swedbank Pay's support.
  public let instance: String?
  /// The way out, for programs.
  public let action: String?
  /// The `Session-Id` of the request.
  public let sessionId: String?
  public let problems: [Field]
  /// All other members, such as `suspension`, the limits of a card's scheme.
  public let additional: [String: UntypedJSON]

  public var knownType: ProblemType? { ProblemType(url: type) }

  /// True if the reference is malformed, or was used before. Swedbank Pay does not document how to tell the two apart.
  public var namesPayeeReference: Bool {
    problems.contains { $0.name.lowercased().split(separator: ".").last == "payeereference" }
  }

  public var description: String {
    let name = knownType?.name ?? Self.printable(type)
    let facts = [status.map { "\($0)" }, sessionId.map { "session \(Self.printable($0))" }].compactMap { $0 }
    return ([name] + facts + problems.prefix(8).map(\.description)).joined(separator: ", ")
  }

  private static func printable(_ text: String) -> String {
    String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "./-_[]:".contains($0)) }.prefix(100))
  }
}

extension Problem: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    type = object.value("type") ?? "about:blank"
    title = object.text("title")
    status = object.value("status")
    detail = object.text("detail")
    instance = object.text("instance")
    action = object.text("action")
    sessionId = object.text("sessionId")
    problems = object.values("problems")
    additional = object.additional
  }
}
