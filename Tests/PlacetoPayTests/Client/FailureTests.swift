import FerryCore
import FerryHTTP
import PlacetoPay
import Testing

@Suite("Failures")
struct FailureTests {
  private func failure(_ call: PlacetoPayCall, _ httpStatus: Int, _ body: String) -> PlacetoPayFailure? {
    do {
      switch call.operation {
      case .createSession: _ = try call.read(CreatedSession.self, httpStatus, body)
      case .querySession, .cancelSession, .collect: _ = try call.read(SessionInformation.self, httpStatus, body)
      case .invalidateToken: _ = try call.read(TokenInvalidation.self, httpStatus, body)
      default: _ = try call.read(TransactionResult.self, httpStatus, body)
      }
      return nil
    } catch {
      return error
    }
  }

  private func refusal(_ reason: String, _ message: String = "x") -> String {
    #"{"status":{"status":"FAILED","reason":\#(reason),"message":"\#(message)","date":"2026-01-15T14:36:00+00:00"}}"#
  }

  @Test(
    "An authentication error is known by the number at the end of its message",
    arguments: [
      ("Autenticación fallida 102", AuthenticationProblem.wrongSecretKey),
      ("Authentication failed 101", .unknownLogin), ("Failed authentication 103.", .clock),
      ("Autenticación fallida 100", .missing), ("x 104", .siteInactive), ("x 105", .siteExpired),
      ("x 106", .credentialsExpired), ("x 107 ", .malformed), ("x 200", .headerSkipped), ("x 10001", .contactSupport),
      ("Autenticación mal formada", .unexplained), ("x 999", .unexplained), ("102 x", .unexplained), ("", .unexplained),
    ])
  func authentication(_ message: String, _ problem: AuthenticationProblem) throws {
    for reason in ["401", "\"401\""] {
      for httpStatus in [401, 200] {
        let failure = failure(try .querySession("7"), httpStatus, refusal(reason, message))
        #expect(failure?.kind == .misconfigured && failure?.authentication == problem)
      }
    }
    #expect(problem.code == (problem == .unexplained ? nil : problem.rawValue))
    #expect(problem.cause.hasSuffix("."))
    #expect(problem.remedy.hasSuffix("."))
  }

  @Test("A wrong clock tells PlacetoPay's time, another problem does not")
  func clock() throws {
    let call = try PlacetoPayCall.querySession("7")
    #expect(failure(call, 401, refusal("401", "x 103"))?.providerTime == .sample + .seconds(360))
    #expect(failure(call, 401, refusal("401", "x 102"))?.providerTime == nil)
  }

  @Test("Authentication fails also for an answer that looks like an object")
  func authenticationBesideObject() throws {
    let body = #"{"requestId":7,"status":{"status":"FAILED","reason":401,"message":"x 102"},"payment":null}"#
    #expect(failure(try .querySession("7"), 200, body)?.authentication == .wrongSecretKey)
  }

  @Test("A refusal in the body counts, whatever the HTTP status", arguments: [200, 400, 404, 422])
  func refused(_ httpStatus: Int) throws {
    for reason in [
      "0", "\"request_not_valid\"", "\"payer_data_not_valid\"", "\"max_dispersion_error\"", "\"action_not_allowed\"",
      "\"transaction_request_error\"", "\"XN\"", "\"BR\"",
    ] {
      for call in [try PlacetoPayCall.createSession(.sample()), try .querySession("7"), try .reverse("7")] {
        let failure = failure(call, httpStatus, refusal(reason))
        #expect(failure?.kind == .rejected)
        #expect(failure?.reason?.known != nil)
        #expect(failure?.httpStatus == httpStatus)
      }
    }
  }

  @Test("A path that does not exist is no refusal: the base URL is wrong", arguments: [200, 404])
  func noSuchPath(_ httpStatus: Int) throws {
    for call in [try PlacetoPayCall.createSession(.sample()), try .querySession("7"), try .reverse("7")] {
      let failure = failure(call, httpStatus, refusal("\"NA\""))
      #expect(failure?.kind == .misconfigured && failure?.authentication == nil)
    }
  }

  @Test("An unknown refusal is not final for money")
  func unknownRefusal() throws {
    #expect(failure(try .reverse("7"), 400, refusal("\"XH\""))?.kind == .unknownOutcome)
    #expect(failure(try .reverse("7"), 400, refusal("null"))?.kind == .unknownOutcome)
    for reason in ["00", "PC", "PT", "P0", "?-"] {
      #expect(failure(try .reverse("7"), 400, refusal("\"\(reason)\""))?.kind == .unknownOutcome)
    }
    #expect(failure(try .createSession(.sample()), 400, refusal("\"XH\""))?.kind == .rejected)
  }

  @Test("A failure of PlacetoPay's own may have come after the deed", arguments: [500, 502, 503, 408])
  func serverFailure(_ httpStatus: Int) throws {
    let withPayment = #"""
      {"status": {"status": "FAILED", "reason": "00"}, "payment": {"status": {"status": "REJECTED"}, "internalReference": 81}}
      """#
    #expect(failure(try .reverse("7"), httpStatus, withPayment)?.kind == .unknownOutcome)
    for body in ["", "<html>", refusal("0")] {
      #expect(failure(try .createSession(.sample()), httpStatus, body)?.kind == .unknownOutcome)
      #expect(failure(try .reverse("7"), httpStatus, body)?.kind == .unknownOutcome)
      #expect(failure(try .querySession("7"), httpStatus, body)?.kind == .transient)
    }
  }

  @Test("Too many requests: nothing happened")
  func tooMany() throws {
    #expect(failure(try .reverse("7"), 429, refusal("\"RM\""))?.kind == .transient)
    #expect(failure(try .reverse("7"), 429, "")?.kind == .transient)
  }

  @Test("A page of something in between is not PlacetoPay's answer", arguments: [301, 403, 404])
  func somethingElse(_ httpStatus: Int) throws {
    for call in [try PlacetoPayCall.querySession("7"), try .createSession(.sample())] {
      let failure = failure(call, httpStatus, "<html>")
      #expect(failure?.kind == .misconfigured && failure?.authentication == nil)
    }
    #expect(failure(try .reverse("7"), httpStatus, "<html>")?.kind == .unknownOutcome)
  }

  @Test("No answer: a request that may have arrived may have been done")
  func noAnswer() {
    #expect(PlacetoPayFailure.noAnswer(to: .createSession, sent: true).kind == .unknownOutcome)
    #expect(PlacetoPayFailure.noAnswer(to: .createSession, sent: false).kind == .transient)
    #expect(PlacetoPayFailure.noAnswer(to: .querySession, sent: true).kind == .transient)
  }
}
