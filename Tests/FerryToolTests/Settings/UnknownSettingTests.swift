import FerryModule
import FerryServer
import Testing

@testable import FerryTool

@Suite("Settings that do not exist")
struct UnknownSettingTests {
  private func advice(_ changes: [String: String] = [:], file: String? = nil) throws -> [String] {
    do {
      _ = try Configured.read(changes, file: file)
      return []
    } catch let problems as ConfigurationProblems {
      return problems.entries.map(\.detail)
    }
  }

  @Test(
    "A misspelt variable is refused, with a suggestion",
    arguments: [
      ("FERRY_LISTN_PORT", "Did you mean FERRY_LISTEN_PORT?"), ("FERRY_BASEURL", "Did you mean FERRY_BASE_URL?"),
      ("FERRY_SHOP_MAIN_TEST_KEY", "Did you mean FERRY_SHOP_MAIN_TEST_KEYS?"), ("FERRY_HTTP_PORT", "remove it"),
      ("FERRY_SOMETHING_ELSE", "remove it"), ("FERRY_SHOP_TWO_TEST_KEYS", "remove it"),
    ])
  func variables(_ name: String, _ part: String) throws {
    #expect(try Configured.refused([name: "8080"]) == [name])
    #expect(try advice([name: "8080"]).first?.contains(part) == true)
  }

  @Test(
    "A misspelt name in the file is refused with its line",
    arguments: [
      ("ferry:\n  baseUrl: x\n", "ferry.baseUrl", "line 2"), ("baseURL: x\n", "baseURL", "line 1"),
      ("ferry:\n  shop:\n    mian:\n      testKeys: x\n", "ferry.shop.mian.testKeys", "line 4"),
      ("ferry:\n  listen: 80\n", "ferry.listen", "line 2"),
    ])
  func names(_ file: String, _ name: String, _ line: String) throws {
    #expect(try Configured.refused(file: file) == [name])
    #expect(try advice(file: file).first?.contains(line) == true)
  }

  @Test(
    "A setting of a provider that does not exist is answered with those that do",
    arguments: ["FERRY_NOBODY_PAY_TEST_TOKEN", "ferry.nobodyPay.live.token"])
  func provider(_ name: String) throws {
    let isVariable = name.hasPrefix("FERRY")
    let advice =
      isVariable ? try advice([name: "x"]) : try advice(file: "ferry:\n  nobodyPay:\n    live:\n      token: x\n")
    for group in ["ferry.amazonPay.test", "ferry.swedbankPay.live"] {
      let written = isVariable ? ConfigurationKey(group, "", example: "").variable + "_…" : group
      #expect(advice.first?.contains(written) == true, "\(advice)")
    }
  }

  @Test("Variables of other programs, the variable of the file's name, and empty ones are ignored")
  func others() throws {
    #expect(try Configured.refused(["FERRYMAN": "x", "FERRY_CONFIG": "f.yaml", "FERRY_OLD": ""]).isEmpty)
  }

  @Test("The variables of Kubernetes for a service named ferry do not prevent the start")
  func serviceLinks() throws {
    let links = [
      "FERRY_SERVICE_HOST": "10.0.0.11", "FERRY_SERVICE_PORT": "8080", "FERRY_SERVICE_PORT_HTTP": "8080",
      "FERRY_PORT": "tcp://10.0.0.11:8080", "FERRY_PORT_8080_TCP": "tcp://10.0.0.11:8080",
      "FERRY_PORT_8080_TCP_PROTO": "tcp", "FERRY_PORT_8080_TCP_PORT": "8080", "FERRY_PORT_8080_TCP_ADDR": "10.0.0.11",
      "FERRY_BLUE_SERVICE_HOST": "10.0.0.12", "FERRY_BLUE_PORT": "udp://10.0.0.12:1",
    ]
    #expect(try Configured.refused(links).isEmpty)
  }

  @Test("An invalid shop name causes no problems for right settings", arguments: ["MAIN", "店"])
  func noCascade(_ name: String) throws {
    #expect(try Configured.refused(["FERRY_SHOPS": name]) == ["ferry.shops"])
  }

  @Test("Other problems of a shop are reported together with its name")
  func wrongName() throws {
    let changes = [
      "FERRY_SHOPS": "Main,two", "FERRY_SHOP_MAIN_TEST_KEYS": "short", "FERRY_SHOP_MAIN_TEST_KEY": "x",
      "FERRY_SHOP_TWO_TEST_KEYS": Configured.secretKey + "-two",
    ]
    #expect(
      try Configured.refused(changes) == [
        "ferry.shops", "ferry.shop.main.testKeys", "ferry.shop.two.checkoutURL", "FERRY_SHOP_MAIN_TEST_KEY",
      ])
  }
}
