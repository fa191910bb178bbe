import AmazonPay
import FerryCheckout
import FerryCore
import FerryProvider
import Foundation
import Testing

/// Runs every command against every kind of faulty answer, through the whole provider.
@Suite("Faulty answers")
struct AnswerMatrixTests {
  /// A command with the body of a faultless answer.
  struct Asked: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: Command.Kind
    var stage = ""
    var record = ""
    let body: String
    /// True if the command takes, returns or releases money.
    var movesMoney = false

    var testDescription: String { name }
  }

  private static let total = Money.yen(4400)
  private static let charge = #","charge":"\#(Answers.chargeId)""#
  private static let captured = Answers.charge("Captured").replacing("9878", with: "4400")

  static let asked: [Asked] = [
    Asked(name: "read the session", kind: .read, body: Answers.openSession),
    Asked(name: "ask for the payment page", kind: .authorize(total), body: Answers.openSession),
    Asked(name: "look before completing", kind: .settle(total), body: Answers.openSession),
    Asked(
      name: "complete", kind: .settle(total), stage: "complete", body: Answers.completedSession, movesMoney: true),
    Asked(name: "complete, then the session", kind: .settle(total), stage: "session", body: Answers.completedSession),
    Asked(name: "complete, then the charge", kind: .settle(total), stage: "charge", record: charge, body: captured),
    Asked(name: "read the charge", kind: .read, record: charge, body: captured),
    Asked(
      name: "read a refund", kind: .read, record: charge + #","refund":"\#(Answers.refundId)""#,
      body: Answers.refund("Refunded")),
    Asked(
      name: "read a dispute", kind: .readDispute(DisputeID(Answers.disputeId)), record: charge,
      body: Answers.dispute("UnderReview")),
    Asked(
      name: "answer a dispute", kind: .answerDispute(DisputeID(Answers.disputeId)), record: charge,
      body: Answers.dispute("UnderReview")),
    Asked(
      name: "answer a dispute, then look", kind: .answerDispute(DisputeID(Answers.disputeId)), stage: "refused",
      record: charge, body: Answers.dispute("UnderReview")),
    Asked(name: "capture", kind: .capture("1", total), record: charge, body: captured, movesMoney: true),
    Asked(name: "void", kind: .void("1"), record: charge, body: captured, movesMoney: true),
    Asked(
      name: "refund", kind: .refund("1", .yen(100)), record: charge, body: Answers.refund("RefundInitiated"),
      movesMoney: true),
    Asked(
      name: "refund refused, then the charge", kind: .refund("1", .yen(100)), stage: "refused", record: charge,
      body: captured),
  ]

  private static func exchange(_ asked: Asked) throws -> ProviderExchange {
    try ProviderExchange(
      asked.kind, stage: asked.stage, record: #"{"version":1,"session":"\#(Answers.sessionId)"\#(asked.record)}"#)
  }

  /// The allowed kinds of failure; nil for no failure.
  private enum Kind { case transient, unknownOutcome, unreadable, misconfigured }

  private static func kind(_ reaction: ProviderReaction) -> Kind? {
    // A command that is looked up has an unknown outcome.
    if case .next(let stage, _) = reaction, stage == "unknown" { return .unknownOutcome }
    guard case .failed(let failure) = reaction else { return nil }
    return switch failure {
    case .transient: .transient
    case .unknownOutcome: .unknownOutcome
    case .unreadable: .unreadable
    case .misconfigured, .clockOff: .misconfigured
    }
  }

  static let foreign: [String] = [
    "", " ", "null", "17", "[]", "\"text\"", "{}", "\u{0}\u{1}", "{\"reasonCode\":17}", "{\"reasonCode\":null}",
    "{\"reasonCode\":\"HardDecl", "{\"message\":\"text\"}", "{\"reasonCode\":{\"reasonCode\":\"HardDeclined\"}}",
    "<html><head><title>502 Bad Gateway</title></head><body><center>proxy</center></body></html>",
    String(repeating: "[", count: 20_000), String(repeating: "{\"a\":", count: 20_000),
    String(repeating: "x", count: 300_000),
  ]

  @Test("A faultless answer is not a failure", arguments: asked)
  func faultless(_ asked: Asked) throws {
    let exchange = try Self.exchange(asked)
    #expect(Self.kind(exchange.reaction(200, Array(asked.body.utf8))) == nil)
  }

  @Test("A foreign answer has an allowed kind of failure, and decides nothing about money", arguments: asked)
  func notAmazon(_ asked: Asked) throws {
    let exchange = try Self.exchange(asked)
    for text in Self.foreign {
      for status in [200, 201, 204, 302, 400, 401, 403, 404, 409, 413, 422, 500, 502, 503, 504, 599] {
        let kind = Self.kind(exchange.reaction(status, Array(text.utf8)))
        let about = "\(status) \(text.prefix(40))"
        if asked.movesMoney, status != 302 {
          #expect(kind == .unknownOutcome || kind == .unreadable && asked.isOperation, "\(about)")
        } else {
          #expect(kind != nil, "\(about)")
        }
      }
      #expect(Self.kind(exchange.reaction(429, Array(text.utf8))) == .transient)
    }
  }

  @Test("A success with an error in it is neither", arguments: asked, [200, 201, 202])
  func successWithError(_ asked: Asked, _ status: Int) throws {
    let exchange = try Self.exchange(asked)
    for code in ReasonCode.allCases {
      let body = Array(#"{"reasonCode":"\#(code.rawValue)","message":"text"}"#.utf8)
      let kind = Self.kind(exchange.reaction(status, body))
      #expect(kind == (asked.movesMoney && !asked.isOperation ? .unknownOutcome : .unreadable), "\(code)")
    }
  }

  @Test("A truncated answer counts as no answer", arguments: asked)
  func cutOff(_ asked: Asked) throws {
    let exchange = try Self.exchange(asked)
    let whole = Array(asked.body.utf8)
    for length in stride(from: 0, to: whole.count, by: 11) {
      let kind = Self.kind(exchange.reaction(200, Array(whole.prefix(length))))
      #expect(kind == (asked.movesMoney && !asked.isOperation ? .unknownOutcome : .unreadable), "\(length)")
    }
    // Cut inside a character.
    let broken = whole.dropLast(2) + [0xE3, 0x81]
    #expect(Self.kind(exchange.reaction(200, Array(broken))) != nil)
  }

  private static var odd: [Any] {
    [
      NSNull(), 17, -1, 1e300, true, "text", "", [Any](), [[1], "x"], [String: Any](), ["state": 5], ["amount": -4400],
      ["amount": "1e9", "currencyCode": "JPY"], ["amount": "4400", "currencyCode": "ZZZ"], ["state": "SomethingNew"],
      String(repeating: "あ", count: 100_000),
    ]
  }

  @Test("A member of a wrong type never becomes money, and never crashes", arguments: asked)
  func wrongTypes(_ asked: Asked) throws {
    let exchange = try Self.exchange(asked)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(asked.body.utf8)) as? [String: Any])
    for name in object.keys.sorted() + ["unknownMember"] {
      for value in Self.odd {
        var changed = object
        changed[name] = value
        let body = Array(try JSONSerialization.data(withJSONObject: changed))
        let about = "\(name): \(String(describing: value).prefix(30))"
        switch exchange.reaction(200, body) {
        case .done(.observed(let observation), _):
          guard let charge = observation.charge else { continue }
          for amount in [charge.authorized, charge.captured, charge.refunded] {
            #expect([.yen(0), Self.total].contains(amount), "\(about)")
          }
        case .done(.rejected(let rejection), _):
          // This answer moved no money; it only reports that there is no page.
          #expect(asked.changesState && !asked.movesMoney && rejection == .notAllowed, "\(about)")
        case .done(.parked, _):
          // An answer about another charge than the dispute's does not tell what became of the evidence.
          #expect(asked.stage == "refused" || asked.kind.dispute != nil, "\(about)")
        case .next, .failed: break
        case .done(.unanswered, _): Issue.record("\(about) gave up after one answer.")
        case .nothingHappened, .newReference: Issue.record("\(about) proved that nothing happened.")
        }
      }
    }
  }

  @Test("Unknown members change nothing", arguments: asked)
  func unknownMembers(_ asked: Asked) throws {
    let exchange = try Self.exchange(asked)
    var object = try #require(try JSONSerialization.jsonObject(with: Data(asked.body.utf8)) as? [String: Any])
    for name in ["reasonCode", "message", "state", "__proto__", "", "🚢"] { object[name] = ["state": "Declined"] }
    let body = Array(try JSONSerialization.data(withJSONObject: object))
    #expect("\(exchange.reaction(200, body))" == "\(exchange.reaction(200, Array(asked.body.utf8)))")
  }

  @Test("An unknown state of a session or charge is not final, brings no money, and is reported")
  func unknownStates() throws {
    for asked in Self.asked where asked.kind == .read {
      let exchange = try Self.exchange(asked)
      let body = asked.body.replacing(#""Open""#, with: #""Afloat""#).replacing(#""Captured""#, with: #""Afloat""#)
        .replacing(#""Refunded""#, with: #""Afloat""#)
      let findings: ProviderFindings
      switch exchange.reaction(200, Array(body.utf8)) {
      case .done(.observed(let observation), let found):
        findings = found
        #expect(observation.session == .unrecognised("Afloat") || observation.charge?.state == .unrecognised("Afloat"))
        #expect(observation.charge?.authorized ?? .yen(0) == .yen(0))
      case .next("charge", let found): findings = found
      default:
        Issue.record("\(asked.name): an unknown state decided something.")
        continue
      }
      #expect(findings.remarks.contains { $0.contains("Afloat") }, "\(asked.name)")
    }
  }

  @Test("Encodes the provider's record in one exact form")
  func record() throws {
    let forms = [
      ("read the session", #"{"session":"\#(Answers.sessionId)","version":1}"#),
      (
        "complete",
        #"{"charge":"\#(Answers.chargeId)","session":"\#(Answers.sessionId)","version":1}"#
      ),
      (
        "refund",
        #"{"charge":"\#(Answers.chargeId)","refund":"\#(Answers.refundId)","refundAmount":"#
          + #"{"amount":"100","currency":"JPY"},"refundOperation":"1","#
          + #""session":"\#(Answers.sessionId)","version":1}"#
      ),
    ]
    for (name, form) in forms {
      let asked = try #require(Self.asked.first { $0.name == name })
      switch try Self.exchange(asked).reaction(200, Array(asked.body.utf8)) {
      case .done(_, let findings), .next(_, let findings):
        #expect(findings.record.map { String(decoding: $0, as: UTF8.self) } == form)
      case .nothingHappened, .newReference, .failed: Issue.record("\(name) brought no record.")
      }
    }
  }
}

extension AnswerMatrixTests.Asked {
  /// True for the first request of an operation after the sale: an answer that cannot be read is followed up by the engine.
  fileprivate var isOperation: Bool { kind.operation != nil && stage.isEmpty }

  /// True if the command's first request updates the session.
  fileprivate var changesState: Bool { if case .authorize = kind { true } else { movesMoney } }
}
