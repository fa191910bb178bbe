import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

@Suite("Failed calls of GMO's API")
struct FailureTests {
  private func refusal(_ infos: String...) -> String {
    "ErrCode=\(infos.map { $0.prefix(3) }.joined(separator: "|"))&ErrInfo=\(infos.joined(separator: "|"))"
  }

  private func jsonRefusal(_ info: String) -> String { #"{"errCode":"\#(info.prefix(3))","errInfo":"\#(info)"}"# }

  @Test(
    "A refused request is rejected, whatever the flavour",
    arguments: ["E01060005", "M01054010", "M01074091", "M01057010"])
  func rejected(_ info: String) throws {
    for call in try GMOCall.samples() {
      #expect(call.failure(refusal(info))?.kind == .rejected)
      #expect(call.failure(jsonRefusal(info), 400)?.kind == .rejected)
      #expect(call.failure("[\(jsonRefusal(info))]", 502)?.kind == .rejected)
      #expect(call.failure(refusal(info))?.errors == [GMOError(code: String(info.prefix(3)), info: info)])
    }
  }

  @Test(
    "Wrong credentials, contracts and addresses are for a person to correct",
    arguments: ["E01030002", "M01002002", "E01010010", "E01020008", "E61010002", "M01058010", "E00000003", "E91099997"])
  func misconfigured(_ info: String) throws {
    for call in try GMOCall.samples() {
      let failure = try #require(call.failure(refusal(info)))
      #expect(failure.kind == .misconfigured)
      #expect(failure.description.contains(info))
      #expect(failure.description.contains(failure.meanings[0].remedy))
    }
  }

  @Test("Too many requests are transient: GMO has not begun", arguments: ["E92000001", "E92000002"])
  func overloaded(_ info: String) throws {
    for call in try GMOCall.samples() {
      #expect(call.failure(refusal(info))?.kind == .transient)
      #expect(call.failure(jsonRefusal(info), 200)?.kind == .transient)
    }
  }

  @Test(
    "After an error of GMO's, a lock, a conflict or an unknown code, the outcome of a change is unknown",
    arguments: [
      "E90010001", "E91099999", "E91020001", "E82010001", "E01040010", "M01054004", "E11010003", "E11010999",
      "E11010002",
      "E99999999", "C01000001", "E0105000", "unKnown", "E00000000",
    ])
  func unknown(_ info: String) throws {
    for call in try GMOCall.samples() {
      for failure in [
        call.failure(refusal(info)), call.failure(jsonRefusal(info), 500), call.failure(jsonRefusal(info)),
      ] {
        #expect(failure?.kind == (call.operation.changesState ? .unknownOutcome : .transient))
      }
    }
  }

  @Test("Among several errors, one of unknown outcome decides, then a conflict, then the settings")
  func several() throws {
    let call = try GMOCall.sampleSales()
    #expect(call.failure(refusal("E01060005", "E91099999"))?.kind == .unknownOutcome)
    #expect(call.failure(refusal("E92000001", "X99000000"))?.errorClass == .unknown)
    #expect(call.failure(refusal("E01060005", "M01054004"))?.errorClass == .conflict)
    #expect(call.failure(refusal("E01060005", "E01030002"))?.kind == .misconfigured)
    #expect(call.failure(refusal("E92000001", "E01060005"))?.kind == .rejected)
    #expect(call.failure("ErrCode=E01|E01&ErrInfo=E01060005")?.kind == .unknownOutcome)
    #expect(call.failure(refusal("E01060005", "E01030002"))?.mainError?.meaning == .credentials)
  }

  @Test("An error decides, also beside the fields of a success")
  func errorBesideSuccess() throws {
    #expect(try GMOCall.sampleSales().failure("\(Answers.sold)&\(refusal("E01060005"))")?.kind == .rejected)
    #expect(try GMOCall.sampleSales().failure("\(Answers.sold)&ErrCode=&ErrInfo=") == nil)
  }

  @Test(
    "A body that is none of GMO's leaves the outcome of a change unknown",
    arguments: [
      "", "<html><body>502 Bad Gateway</body></html>", "null", "17", "[]", "{}", "{", "OK", "ErrCode", "Status=SAL",
    ])
  func garbage(_ body: String) throws {
    for call in try GMOCall.samples() where call.operation != .searchTrade || body != "Status=SAL" {
      for status in [200, 201, 204, 302, 400, 404, 408, 429, 500, 502, 503] {
        let kind = call.failure(body, status)?.kind
        #expect(call.operation.changesState ? kind == .unknownOutcome : kind == .transient || kind == .misconfigured)
      }
    }
  }

  @Test("A form-encoded answer counts with HTTP status 200 only", arguments: [201, 302, 400, 404, 500, 502, 503])
  func formStatus(_ status: Int) throws {
    for (call, body) in [
      (try GMOCall.sampleSales(), Answers.sold), (try .sampleSales(), refusal("E01060005")),
      (try .sampleEntry(), refusal("E01030002")), (try .sampleCancel(), refusal("E92000001")),
    ] {
      #expect(call.failure(body, status)?.kind == .unknownOutcome)
    }
    #expect(try GMOCall.sampleSearch().failure(Answers.found, status) != nil)
  }

  @Test("A JSON success counts with HTTP status 200 only")
  func jsonStatus() throws {
    let body = #"{"orderID":"order-0001","status":"SALES","amount":"8980"}"#
    #expect(try GMOCall.sampleSales().failure(body) == nil)
    for status in [201, 400, 500, 502] {
      #expect(try GMOCall.sampleSales().failure(body, status)?.kind == .unknownOutcome)
    }
  }

  @Test("A search that finds another server says so, and a search of a busy one is retried")
  func otherServers() throws {
    for status in [301, 302, 401, 403, 404, 405] {
      #expect(try GMOCall.sampleSearch().failure("<html>", status)?.kind == .misconfigured)
    }
    for status in [200, 408, 429, 500, 502, 503] {
      #expect(try GMOCall.sampleSearch().failure("<html>", status)?.kind == .transient)
    }
  }

  /// Any part of a refusal can be missing; then it is no refusal.
  @Test("A truncated body never rejects a change that the whole one does not")
  func truncated() throws {
    let body = refusal("E91099999", "E01060005", "E90010001")
    for call in try GMOCall.samples() where call.operation.changesState {
      for length in 0..<body.utf8.count {
        #expect(call.failure(String(body.prefix(length)))?.kind == .unknownOutcome, "\(body.prefix(length))")
      }
    }
    for length in 0..<Answers.entered.utf8.count {
      #expect(try GMOCall.sampleEntry().failure(String(Answers.entered.prefix(length)))?.kind == .unknownOutcome)
    }
    for length in 0..<Answers.started.utf8.count {
      #expect(try GMOCall.sampleExec().failure(String(Answers.started.prefix(length)))?.kind == .unknownOutcome)
    }
  }

  @Test("No answer: a request that may have arrived may have been done")
  func noAnswer() {
    for operation in GMOCall.Operation.allCases {
      let lost = GMOFailure.noAnswer(to: operation, sent: true)
      #expect(lost.kind == (operation.changesState ? .unknownOutcome : .transient))
      #expect(GMOFailure.noAnswer(to: operation, sent: false).kind == .transient)
    }
  }

  @Test("A failure prints GMO's codes, and nothing else of the answer")
  func description() throws {
    #expect(
      try GMOCall.sampleEntry().failure(refusal("E01040010"))?.description
        == "The OrderID is already used. Search the transaction, and decide by its status. (EntryTranAmazonpay, HTTP 200, E01040010)"
    )
    let failure = try GMOCall.sampleEntry().failure("ErrCode=E99&ErrInfo=hidden-%0A%82%A0text&AccessPass=hidden")
    #expect(failure?.description.contains("\n") == false)
    #expect(failure?.description.contains("(EntryTranAmazonpay, HTTP 200, hiddentex)") == true)
  }
}
