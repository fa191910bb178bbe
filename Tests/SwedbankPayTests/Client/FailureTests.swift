import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Failures")
struct FailureTests {
  private static let get = SwedbankPayCall.getPaymentOrder(.sample)

  private func create() throws -> SwedbankPayCall { try .createPaymentOrder(.sample()) }

  private func capture() throws -> SwedbankPayCall { try .capture(.sample(), of: .sample(Answers.paid())) }

  private func failure(_ call: SwedbankPayCall, _ status: Int, _ body: String) -> SwedbankPayFailure? {
    do {
      switch call.operation {
      case .capture: _ = try call.read(body, status) as TransactionAnswer
      case .getTokens: _ = try call.read(body, status) as PayerTokens
      default: _ = try call.read(body, status) as PaymentOrder
      }
      return nil
    } catch {
      return error
    }
  }

  private typealias Row = (type: String, status: Int, meaning: ProblemType.Meaning)

  private static let rows: [Row] = [
    ("inputerror", 400, .input), ("paymentorders/inputerror", 400, .input), ("paymentorders/inputerror", 404, .input),
    ("configurationerror", 403, .configuration), ("forbidden", 403, .notAllowed), ("notfound", 404, .notFound),
    ("paymentorders/paymenttokeninactive", 422, .declined), ("paymentsessions/operationnotallowed", 409, .notAllowed),
    ("paymentorders/clientapplaunchfailed", 400, .authenticationFailed), ("systemerror", 500, .providerFault),
    ("creditcard/3dsecureerror", 400, .authenticationFailed), ("creditcard/badrequest", 400, .input),
    ("creditcard/cardblacklisted", 400, .declined), ("creditcard/cardbranddisabled", 403, .configuration),
    ("creditcard/accountholdertyperejected", 403, .declined), ("creditcard/cardtyperejected", 403, .declined),
    ("creditcard/3dsecurerequired", 403, .authenticationFailed),
    ("creditcard/authenticationstatusrejected", 403, .authenticationFailed),
    ("creditcard/frauddetected", 403, .declined), ("creditcard/3dsecuredeclined", 403, .authenticationFailed),
    ("creditcard/3dsecureusercancelled", 403, .cancelledByPayer),
    ("creditcard/3dsecureusercanceled", 403, .cancelledByPayer),
    ("creditcard/acquirercardblacklisted", 403, .declined), ("creditcard/acquirercardexpired", 403, .declined),
    ("creditcard/acquirercardstolen", 403, .declined), ("creditcard/acquirererror", 403, .declined),
    ("creditcard/acquirerinsufficientfunds", 403, .declined), ("creditcard/acquirerinvalidamount", 403, .declined),
    ("creditcard/acquirerpossiblefraud", 403, .declined),
    ("creditcard/authenticationrequired", 403, .authenticationFailed), ("creditcard/carddeclined", 403, .declined),
    ("creditcard/paymenttokenerror", 403, .declined), ("creditcard/dailylimitexceeded", 403, .limitExceeded),
    ("creditcard/monthlylimitexceeded", 403, .limitExceeded), ("creditcard/acquirererrordonotretry", 403, .declined),
    ("creditcard/velocitycheck", 429, .limitExceeded), ("creditcard/internalservererror", 500, .providerFault),
    ("creditcard/3dsecureacquirergatewayerror", 502, .providerFault),
    ("creditcard/acquirergatewayerror", 502, .providerFault), ("creditcard/badgateway", 502, .providerFault),
    ("creditcard/acquirergatewaytimeout", 504, .providerFault), ("bankidalreadyinuse", 409, .declined),
    ("bankidcancelled", 409, .cancelledByPayer), ("bankiderror", 502, .providerFault),
    ("configerror", 403, .configuration), ("paymentagelimitnotmet", 403, .declined),
    ("socialsecuritynumbermismatch", 403, .authenticationFailed), ("swishalreadyinuse", 403, .declined),
    ("swishdeclined", 403, .declined), ("swisherror", 502, .providerFault),
    ("swishgatewaytimeout", 504, .providerFault), ("swishtimeout", 403, .timedOut),
    ("usercancelled", 403, .cancelledByPayer),
  ]

  @Test("Every documented problem has its meaning and its kind")
  func documented() throws {
    var seen: Set<ProblemType> = []
    for row in Self.rows {
      let failure = try #require(failure(try capture(), row.status, Answers.problem(row.type, row.status)))
      let type = try #require(failure.problem?.knownType, "\(row.type)")
      seen.insert(type)
      #expect(type.meaning == row.meaning, "\(row.type)")
      let kind: SwedbankPayFailure.Kind =
        switch row.meaning {
        case .providerFault: .unknownOutcome
        case .configuration: .misconfigured
        default: .rejected
        }
      #expect(failure.kind == kind, "\(row.type)")
    }
    #expect(seen == Set(ProblemType.allCases))
  }

  @Test("A common problem is known below any resource's name")
  func resources() throws {
    for type in ["trustly/systemerror", "invoice/InputError", "swish/forbidden", "invoice/NotFound"] {
      #expect(failure(Self.get, 400, Answers.problem(type, 400))?.problem?.knownType != nil)
    }
    for type in ["creditcard/dance", "inputerrors", "", "paymentorders/", "configurationerror/x"] {
      #expect(failure(Self.get, 400, Answers.problem(type, 400))?.problem?.knownType == nil)
    }
  }

  @Test("All members of a problem are read")
  func members() throws {
    let body = Answers.problem(
      "paymentorders/inputerror", 400,
      #"""
      ,"action":"RetryNewData","problems":[{"name":"PaymentOrder.EnablePaymentDetailsConsentCheckbox","description":"x"},
      {"description":"nameless"}],"suspension":{"attempts":3,"remaining":7,"product":"Visa","state":"WARNING"}
      """#)
    let problem = try #require(failure(try create(), 400, body)?.problem)
    #expect(problem.type == "https://api.payex.com/psp/errordetail/paymentorders/inputerror")
    #expect(problem.title == "t")
    #expect(problem.status == 400)
    #expect(problem.detail == "d")
    #expect(problem.instance == "https://api.payex.com/x?_tc_tid=1")
    #expect(problem.action == "RetryNewData")
    #expect(problem.sessionId == "570ad610-3bd5-43d2-a270-ca1510562972")
    #expect(problem.problems.map(\.name) == ["PaymentOrder.EnablePaymentDetailsConsentCheckbox"])
    #expect(problem.problems.first?.explanation == "x")
    #expect(problem.additional["suspension"]?["remaining"] == 7)
  }

  @Test("A refused access token is a matter of settings, whatever the body", arguments: ["", "{}", "<html>"])
  func accessToken(_ body: String) throws {
    for call in [Self.get, try create(), try capture()] {
      let failure = failure(call, 401, body)
      #expect(failure?.kind == .misconfigured)
      #expect(failure?.description.contains("access token") == true)
    }
  }

  @Test("What is forbidden before there is an order is a matter of contract")
  func forbidden() throws {
    let body = Answers.problem("forbidden", 403)
    #expect(failure(try create(), 403, body)?.kind == .misconfigured)
    #expect(failure(try .getTokens(payerReference: "p"), 403, body)?.kind == .misconfigured)
    #expect(failure(try capture(), 403, body)?.kind == .rejected)
    #expect(failure(Self.get, 403, body)?.kind == .rejected)
  }

  @Test("A refused reference may have been used by a request that succeeded")
  func reference() throws {
    let body = Answers.problem(
      "paymentorders/inputerror", 400, #","problems":[{"name":"PaymentOrder.PayeeInfo.PayeeReference"}]"#)
    let failure = failure(try create(), 400, body)
    #expect(failure?.kind == .unknownOutcome)
    #expect(failure?.problem?.namesPayeeReference == true)
    let other = Answers.problem("inputerror", 400, #","problems":[{"name":"PaymentOrder.PayeeInfo.PayeeReferences"}]"#)
    #expect(self.failure(try create(), 400, other)?.kind == .rejected)
  }

  @Test("An unknown problem proves nothing about a change")
  func unknownProblem() throws {
    for status in [400, 403, 404, 409, 422] {
      let body = Answers.problem("creditcard/dance", status)
      #expect(failure(try capture(), status, body)?.kind == .unknownOutcome)
      #expect(failure(try create(), status, body)?.kind == .unknownOutcome)
      #expect(failure(Self.get, status, body)?.kind == .rejected)
    }
  }

  @Test("A failure of Swedbank Pay's own may have come after the deed", arguments: [500, 502, 503, 504, 408])
  func serverFailure(_ status: Int) throws {
    for body in ["", "<html>", Answers.problem("systemerror", status), Answers.problem("inputerror", status)] {
      #expect(failure(try capture(), status, body)?.kind == .unknownOutcome)
      #expect(failure(try create(), status, body)?.kind == .unknownOutcome)
      #expect(failure(Self.get, status, body)?.kind == .transient)
    }
  }

  @Test("Too many requests: nothing happened", arguments: [425, 429])
  func tooMany(_ status: Int) throws {
    #expect(failure(try capture(), status, "")?.kind == .transient)
    #expect(failure(Self.get, status, "")?.kind == .transient)
  }

  @Test("A page of something in between is not Swedbank Pay's answer", arguments: [301, 403, 404, 405])
  func somethingElse(_ status: Int) throws {
    for body in ["<html>", "{}", #"{"type":"about:blank"}"#] {
      let failed = failure(Self.get, status, body)
      #expect(failed?.kind == .misconfigured)
      #expect(failed?.description.hasPrefix("This is not the address of Swedbank Pay's API.") == true)
      #expect(failure(try capture(), status, body)?.kind == .unknownOutcome)
    }
  }

  @Test("An unreadable success may be one", arguments: ["", "[]", "{}", #"{"paymentOrder":{}}"#])
  func unreadable(_ body: String) throws {
    #expect(failure(try create(), 201, body)?.kind == .unknownOutcome)
    #expect(failure(Self.get, 200, body)?.kind == .transient)
  }

  @Test("No answer: a request that may have arrived may have been done")
  func noAnswer() {
    #expect(SwedbankPayFailure.noAnswer(to: .capture, sent: true).kind == .unknownOutcome)
    #expect(SwedbankPayFailure.noAnswer(to: .capture, sent: false).kind == .transient)
    #expect(SwedbankPayFailure.noAnswer(to: .getPaymentOrder, sent: true).kind == .transient)
  }
}
