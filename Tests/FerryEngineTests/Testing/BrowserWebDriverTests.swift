import FerryCore
import FerryTesting
import HTTPTypes
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("WebDriver client, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserWebDriverTests {
  @Test("A driver whose port is in use is restarted")
  func portTaken() async throws {
    let mark = FileManager.default.temporaryDirectory.appending(path: SystemRandomness().token())
    defer { try? FileManager.default.removeItem(at: mark) }
    var options = BrowserOptions()
    options.driver.executable = "sh"
    options.driver.arguments = [
      "-c", #"if [ -e "$0" ]; then exec chromedriver --port=0; fi; : >"$0"; exit 1"#, mark.path,
    ]
    let again = options
    try await BrowserPages.withPages { site in
      let title = try await withBrowser(again) { browser in
        try await browser.open(site + "/")
        return try await browser.title()
      }
      #expect(title == "First")
    }
  }

  @Test("Opens, clicks, goes back, reloads, and reports its address")
  func navigation() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        #expect(try await browser.title() == "First")
        #expect(try await browser.text("h1") == "The first page")
        try await browser.click("#link")
        #expect(try await browser.waitFor(url: "/second") == site + "/second")
        try await browser.back()
        #expect(try await browser.title() == "First")
        try await browser.reload()
        #expect(try await browser.url() == site + "/")
      }
    }
  }

  @Test("Fills in and sends a form")
  func form() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        let name = try await browser.find("#name")
        #expect(try await name.accessibleName() == "Name")
        try await browser.type("山田", into: "#name")
        try await browser.click("input[value=jcb]")
        #expect(try await browser.find("#send").role() == "button")
        try await browser.click("#send")
        #expect(try await browser.text("#sent") == "name=%E5%B1%B1%E7%94%B0&card=jcb")
      }
    }
  }

  @Test("Waits for late and covered elements, and knows if an element is visible")
  func waiting() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        try await browser.click("#covered")
        #expect(try await browser.title() == "Clicked")
        #expect(try await browser.text("#late") == "better late")
        #expect(try await browser.shows("#hidden") == false)
        #expect(try await browser.shows("#late"))
      }
    }
  }

  @Test("Clicks once on an element that the page keeps replacing")
  func replaced() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/replaced")
        try await browser.click("#restless")
        try await browser.click("#restless")
        #expect(try await browser.text("#count") == "2")
      }
    }
  }

  @Test("Runs a script with arguments and returns its result")
  func script() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        let result = try await browser.execute(
          "return { sum: arguments[0] + arguments[1], list: [true, null, 'x', 0.5] }", [2, 3])
        #expect(result == ["sum": 5, "list": [true, .null, "x", .number(0.5)]])
      }
    }
  }

  @Test("Switches between its tabs")
  func tabs() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        let first = try await browser.currentTab()
        let second = try await browser.newTab()
        #expect(try await browser.currentTab() == second)
        try await browser.open(site + "/second")
        try await browser.switchTo(first)
        #expect(try await browser.title() == "First")
      }
    }
  }

  @Test("Has the requested width, language and colour scheme in every tab")
  func emulation() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser(BrowserOptions(language: "ja", appearance: .dark)) { browser in
        for _ in 1...2 {
          try await browser.open(site + "/")
          #expect(try await browser.execute("return [innerWidth, innerHeight]") == [390, 844])
          #expect(try await browser.execute("return navigator.language") == "ja")
          #expect(try await browser.execute("return document.body.dataset.language.startsWith('ja')") == true)
          #expect(
            try await browser.execute("return getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)")
          try await browser.newTab()
        }
      }
      try await withBrowser { browser in
        try await browser.open(site + "/")
        #expect(
          try await browser.execute("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)")
      }
    }
  }

  @Test("Writes screenshots as PNG at twice the size, inside the folder only")
  func screenshots() async throws {
    let folder = "build/screenshots/webdriver-client"
    try await BrowserPages.withPages { site in
      var options = BrowserOptions()
      options.screenshots = folder
      try await withBrowser(options) { browser in
        try await browser.open(site + "/")
        let path = try await browser.screenshot(named: "first-page")
        #expect(path == "\(folder)/first-page.png")
        let picture = Array(try Data(contentsOf: URL(filePath: path)))
        #expect(picture.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // Width and height in the header chunk, big-endian.
        #expect(picture[16..<24].elementsEqual([0, 0, 0x03, 0x0C, 0, 0, 0x06, 0x98]))
        let whole = try await browser.screenshot(named: "first-page-whole", wholePage: true)
        #expect(try Data(contentsOf: URL(filePath: whole)).count > 1_000)
        await #expect(throws: BrowserError.badName("../up")) { try await browser.screenshot(named: "../up") }
      }
    }
  }

  @Test("A missing element is an error that names it and the page, without the query's values")
  func explained() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/second?token=secret#ticket")
        let error = await #expect(throws: BrowserError.self) {
          try await browser.click("#absent", within: .milliseconds(200))
        }
        let text = try #require(error).description
        #expect(text.contains("#absent") && text.contains("\(site)/second?token=…") && text.contains("\"Second\""))
        #expect(!text.contains("secret") && !text.contains("ticket") && !text.contains("The second page"))
      }
    }
  }

  @Test("A click on a hidden element is an error with the browser's own reason")
  func refused() async throws {
    try await BrowserPages.withPages { site in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        await #expect {
          try await browser.click("#hidden", within: .milliseconds(200))
        } throws: { error in
          guard case BrowserError.refused(let command, let code, let subject, _) = error else { return false }
          return command == "click" && code == "element not interactable" && subject == "#hidden"
        }
      }
    }
  }

  @Test("Waits by the injected clock")
  func virtualTime() async throws {
    try await BrowserPages.withPages { site in
      let time = VirtualTime()
      let start = time.now
      var options = BrowserOptions()
      options.time = time
      try await withBrowser(options) { browser in
        try await browser.open(site + "/second")
        await withThrowingTaskGroup { group in
          group.addTask { _ = try await browser.waitFor(css: "#absent", within: .seconds(3_600)) }
          await time.waitForSleepers(1)
          await time.advance(by: .seconds(3_600))
          await #expect(throws: BrowserError.self) { _ = try await group.next() }
        }
      }
      #expect(time.now == start + .seconds(3_600))
    }
  }

  @Test("A failure names the files of screenshot and page source, and prints neither")
  func evidence() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: SystemRandomness().token()).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BrowserOptions()
    options.screenshots = folder
    let failure = await #expect(throws: BrowserFailure.self) {
      try await withBrowser(options) { browser in
        try await browser.show("<!doctype html><title>Long</title><p>\(String(repeating: "word ", count: 10_000))</p>")
        try await browser.click("#absent", within: .milliseconds(100))
      }
    }
    let evidence = try #require(failure).evidence
    let text = try #require(failure).description
    #expect(text.split(separator: "\n").count == 3 && text.utf8.count < 1_000)
    #expect(text.contains("at data:text/html,… (\"Long\")"))
    let picture = try #require(evidence.screenshot), source = try #require(evidence.source)
    #expect(text.contains(picture) && text.contains(source))
    #expect(try Data(contentsOf: URL(filePath: picture)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try String(contentsOfFile: source, encoding: .utf8).contains("word word"))
  }

  @Test("Text that is cut off, overflows or breaks words is found, and a sound page has no finding")
  func layout() async throws {
    try await withBrowser { browser in
      func problems(_ body: String, textSize: Int = 100) async throws -> [String] {
        try await browser.show("<!doctype html><head></head><body style='margin:0'>\(body)</body>")
        return try await browser.layoutProblems(textSize: textSize)
      }
      #expect(try await problems("<p>Nothing is wrong here.</p>", textSize: 200) == [])
      let wide = "<div style='width:12rem;overflow:hidden'><b style='display:block;width:300px'>wide</b></div>"
      #expect(try await problems(wide).contains { $0.contains("overflows") })
      #expect(try await problems("<p style='width:120rem'>wide</p>").contains { $0.contains("the page is") })
      #expect(
        try await problems("<p style='height:1rem;overflow:hidden'>one<br>two</p>").contains { $0.contains("is cut") })
      #expect(
        try await problems("<p style='word-break:break-all;width:5rem'>some words</p>").contains {
          $0.contains("broken")
        })
      #expect(
        try await problems("<p>one</p><p style='margin-top:-2.5rem'>two</p>").contains { $0.contains("lies on") })
      let many = try await problems(String(repeating: "<p style='width:25rem'><b>wide</b></p>", count: 9) + wide)
      #expect(many.count <= 9 && many.allSatisfy { $0.utf8.count < 300 })
      let pictures = many.compactMap { $0.firstMatch(of: /: (.*failure-.*)/)?.1 }
      #expect(pictures.count == 2)
      for path in pictures { try? FileManager.default.removeItem(atPath: String(path)) }
    }
  }

  @Test("An error of the body is thrown, and the browser has ended")
  func bodyThrows() async throws {
    struct Broken: Error {}
    await #expect(throws: Broken.self) {
      try await withBrowser { (_) -> Void in throw Broken() }
    }
  }

  @Test("A page on another machine cannot be reached")
  func noInternet() async throws {
    try await withBrowser { browser in
      _ = await #expect {
        try await browser.open("http://example.com/")
      } throws: { error in
        if case BrowserError.refused(_, "unknown error", _, _) = error { true } else { false }
      }
    }
  }
}

@Suite("WebDriver client, without a browser", .timeLimit(.minutes(10)))
struct WebDriverTests {
  @Test("A driver that is not installed is an error that says what to install")
  func missing() async throws {
    var options = BrowserOptions()
    options.driver.executable = "no-such-driver"
    let error = await #expect(throws: BrowserError.self) { try await withBrowser(options) { _ in } }
    #expect(
      error?.description
        == "The browser cannot be driven: no-such-driver is not installed. "
        + "`make setup` installs it (on Debian: chromium and chromium-driver).")
  }

  @Test("A driver that repeatedly ends without naming its port is an error with its last output")
  func silent() async throws {
    var options = BrowserOptions()
    options.driver.executable = "sh"
    options.driver.arguments = ["-c", "echo 'started'; echo 'IPv4 port not available. Exiting...'"]
    await #expect(
      throws: BrowserError.driverFailed("sh ended before it named its port: IPv4 port not available. Exiting...")
    ) {
      try await withBrowser(options) { _ in }
    }
    options.driver.executable = "true"
    options.driver.arguments = []
    await #expect(throws: BrowserError.driverFailed("true ended before it named its port.")) {
      try await withBrowser(options) { _ in }
    }
  }

  @Test("A colour scheme that a driver cannot emulate, and other errors, are explained")
  func descriptions() {
    let place = BrowserError.Place(url: "http://localhost:3080/cart?a=1&b=2#c", title: "Cart")
    #expect(place.url == "http://localhost:3080/cart?a=…&b=…")
    #expect(
      BrowserError.refused(command: "click", code: "no such element", subject: "#buy", place: place).description
        == "The browser could not click #buy: no such element, at http://localhost:3080/cart?a=…&b=… (\"Cart\").")
    #expect(
      BrowserError.Place(url: "data:text/html;charset=utf-8;base64,PGh0bWw+", title: "").url == "data:text/html,…")
    #expect(
      BrowserError.timedOut(waitingFor: "the text \"x\"", within: .seconds(2), place: nil).description
        == "Waited 2.0 seconds for the text \"x\", in vain.")
  }
}
