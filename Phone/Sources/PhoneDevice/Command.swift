public import PhoneRules
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One line of the line protocol: `{"id":1,"do":"tap","in":"secure","selector":"#pay"}`. The answer to a command is
/// `{"id":1,"ok":true,"value":…}` or `{"id":1,"ok":false,"error":"…"}`. Entries of the journal come in between as
/// `{"event":{…}}`.
public struct Command: Sendable, Codable {
  public var id: Int?
  public var `do`: Act
  public var `in`: Driver.Place?
  public var selector: String?
  /// For `tap`, a text that the element contains. For `fill`, the new value. For `text`, the expected text. For `script`, the
  /// script.
  public var text: String?
  public var url: String?
  /// For `network` and `thief`.
  public var on: Bool?
  /// For `answer`.
  public var accept: Bool?
  public var rules: LinkRules?
  public var path: String?

  public enum Act: String, Sendable, Codable, CaseIterable {
    /// Taps an element or a native control.
    case tap
    case fill
    /// Opens an address in Safari, as a mailed link does.
    case visit
    /// Waits for a page, and returns its address.
    case page
    /// Waits until a text can be read.
    case text
    /// Returns the visible text.
    case read
    case script
    case done, swipe, reload
    case openInSafari = "open-in-safari"
    case startApp = "start-app"
    case killApp = "kill-app"
    case killPage = "kill-page"
    case network, thief, rules, answer
    /// Presses a button of the app's dialog, named by `text`.
    case choose
    /// Approves the payment in the bank's app.
    case approve
    /// Restarts the phone, which stays locked until `unlock`.
    case restart, unlock
    /// Deletes the app and installs it again.
    case reinstall
    /// Delivers a link to the app.
    case link
    /// Writes a picture of the screen.
    case picture
    /// Returns the links that the thief has received.
    case loot
    case quit
  }

  /// The answer to a command.
  public struct Answer: Sendable, Encodable {
    public var id: Int?
    public var ok: Bool
    public var value: String?
    public var error: String?

    public init(id: Int?, ok: Bool, value: String? = nil, error: String? = nil) {
      self.id = id
      self.ok = ok
      self.value = value
      self.error = error
    }
  }

  /// Parses a line. Never traps.
  public static func read(_ line: String) -> Result<Command, Unreadable> {
    do {
      return .success(try JSONDecoder().decode(Command.self, from: Data(line.utf8)))
    } catch {
      return .failure(Unreadable(description: "not a command: \(error)"))
    }
  }

  public struct Unreadable: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// - Throws: `Unreadable` if the value is missing.
  private func needed<Value>(_ value: Value?, _ name: String) throws(Unreadable) -> Value {
    guard let value else { throw Unreadable(description: "\(self.do.rawValue) needs \"\(name)\"") }
    return value
  }

  /// Runs the command.
  @MainActor public func perform(_ driver: Driver) async -> Answer {
    do {
      return Answer(id: id, ok: true, value: try await value(driver))
    } catch {
      return Answer(id: id, ok: false, error: "\(error)")
    }
  }

  @MainActor private func value(_ driver: Driver) async throws -> String? {
    let device = driver.device
    switch self.do {
    case .tap: try await driver.tap(try needed(selector, "selector"), text: text ?? "", in: try needed(`in`, "in"))
    case .fill: try await driver.fill(try needed(selector, "selector"), with: text ?? "", in: try needed(`in`, "in"))
    case .visit: device.visitInSafari(try needed(url, "url"))
    case .page: return try await driver.page(try needed(url, "url"), in: try needed(`in`, "in"))
    case .text: try await driver.text(try needed(text, "text"), in: try needed(`in`, "in"))
    case .read: return try await driver.read(try needed(`in`, "in"))
    case .script: return try await driver.script(try needed(text, "text"), in: try needed(`in`, "in"))
    case .done: device.done()
    case .swipe: device.swipe()
    case .reload: driver.view(try needed(`in`, "in"))?.reload()
    case .openInSafari: device.openInSafari()
    case .startApp: device.startApp()
    case .killApp: device.killApp()
    case .killPage: device.killPage()
    case .network: device.setOnline(try needed(on, "on"))
    case .thief: device.hasThief = try needed(on, "on")
    case .rules: device.rules = try needed(rules, "rules")
    case .approve: device.bank.approve()
    case .restart: device.restart()
    case .unlock: device.unlock()
    case .reinstall: await device.reinstallApp()
    case .answer: device.answer(try needed(accept, "accept"))
    case .choose: device.choose(try needed(text, "text"))
    case .link: device.deliver(try needed(url, "url"), to: device.setup.app.name)
    case .picture: try await driver.picture(to: try needed(path, "path"))
    case .loot: return device.thief.loot.joined(separator: "\n")
    case .quit: break
    }
    return nil
  }
}
