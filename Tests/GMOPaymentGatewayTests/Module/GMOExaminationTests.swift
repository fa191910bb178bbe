import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import GMOPaymentGatewayModule
import HTTPTypes
import Testing

@Suite("Doctor: accounts at GMO")
struct GMOExaminationTests {
  /// Answers GMO's and Amazon's requests, each in one way.
  private struct Places: ProviderTransport {
    let gmo: (status: Int, body: String)
    let amazon: (status: Int, body: String)

    func send(
      _ request: HTTPRequest, body: [UInt8], timeout: Duration
    ) async throws(TransportFailure) -> ProviderAnswer {
      let reply = request.method == .get ? amazon : gmo
      guard reply.status > 0 else { throw .notSent("There is nobody.") }
      return ProviderAnswer(
        status: HTTPResponse.Status(code: reply.status), headers: [:], body: Array(reply.body.utf8),
        receivedAt: ScriptedGMO.start, sent: request)
    }
  }

  private func findings(
    _ status: Int, _ body: String, amazon: (Int, String) = (0, ""),
    _ change: (inout GMOPaymentGatewayProvider.Options) -> Void = { _ in }
  ) async throws -> [Finding] {
    let account = try Sale.provider(change)
    return await account.examine(
      ProviderConnection(
        transport: Places(gmo: (status, body), amazon: amazon), time: VirtualTime(start: ScriptedGMO.start),
        randomness: SequentialRandomness()))
  }

  @Test("An order that does not exist proves ShopID and ShopPass")
  func good() async throws {
    let found = try await findings(200, "ErrCode=M01&ErrInfo=M01004002")
    #expect(found.map(\.severity) == [.ok, .note])
  }

  @Test(
    "A wrong shop or password is named with GMO's code and what to do",
    arguments: ["M01002002", "E01030002", "E01010010", "E01020008", "E61030001"])
  func refused(_ code: String) async throws {
    let found = try await findings(200, "ErrCode=\(code.prefix(3))&ErrInfo=\(code)")[0]
    #expect(found.severity == .error && found.seen.contains(code) && found.seen.contains("tshop00000001"))
    #expect(found.change?.isEmpty == false)
    #expect(!"\(found)".contains("pass0001"))
  }

  @Test("A place that does not answer, or is not GMO, is an error; one that is busy, a warning")
  func others() async throws {
    #expect(try await findings(0, "")[0].severity == .error)
    #expect(try await findings(200, "<html>")[0].severity == .error)
    #expect(try await findings(503, "")[0].severity == .warning)
    #expect(try await findings(200, "ErrCode=E92&ErrInfo=E92000001")[0].severity == .warning)
    #expect(try await findings(200, "ErrCode=E11&ErrInfo=E11019999")[0].severity == .warning)
  }

  @Test("The rest of the risk is told where sessions are not proved, and what lessens it")
  func remainder() async throws {
    let plain = try await findings(200, "ErrCode=M01&ErrInfo=M01004002")[1]
    #expect(plain.severity == .note)
    #expect(plain.seen.contains("sees that buyer's address"))
    #expect(plain.change?.contains("ferry.gmoPG.test.masksReview") == true)
    let masked = try await findings(200, "ErrCode=M01&ErrInfo=M01004002") { $0.masksReview = true }[1]
    #expect(masked.severity == .note && masked.change == nil)
  }

  @Test("A key that reads sessions at Amazon is tried")
  func sessions() async throws {
    let unknown = #"{"reasonCode": "ResourceNotFound", "message": "no"}"#
    let refused = #"{"reasonCode": "InvalidRequestSignature", "message": "no"}"#
    for (answer, severity) in [
      ((404, unknown), Finding.Severity.ok), ((403, refused), .error), ((503, ""), .warning), ((0, ""), .error),
    ] {
      let found = try await findings(200, "ErrCode=M01&ErrInfo=M01004002", amazon: answer) { $0.readsSessions = true }
      #expect(found.map(\.severity) == [.ok, severity], "\(found)")
    }
  }
}
