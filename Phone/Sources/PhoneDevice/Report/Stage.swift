internal import FerryCore
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Runs a journey and records each step: the action, a picture of the screen, and the decisions about links.
@MainActor public final class Stage {
  public let device: Device
  public let buyer: Driver
  public private(set) var report: JourneyReport
  private let folder: String
  private var seen = 0

  /// - Parameter folder: The folder for pictures. It exists.
  public init(_ device: Device, name: String, title: String, folder: String) {
    self.device = device
    self.folder = folder
    buyer = Driver(device)
    report = JourneyReport(name: name, title: title)
  }

  /// An expectation failed.
  public struct Disagreement: Error, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
  }

  /// Performs one step and records it, also if it fails.
  public func step(_ words: String, _ act: @MainActor (Driver) async throws -> Void) async throws {
    do {
      try await act(buyer)
    } catch {
      await write(words)
      throw error
    }
    // Wait for the sheet's animation, so that the picture shows the result.
    try await device.time.sleep(for: .milliseconds(300))
    await write(words)
  }

  public func expect(_ isSo: Bool, _ words: String) throws {
    guard isSo else { throw Disagreement(words) }
  }

  private func write(_ words: String) async {
    let name = report.name.split(separator: "/").joined(separator: "-") + "-\(report.steps.count + 1).png"
    let isPictured = (try? await buyer.picture(to: folder + "/" + name)) != nil
    let pane = device.screen.showsSafari ? device.safari : device.secure
    var cookies: [String] = []
    if let view = pane.view, let url = view.committed { cookies = (try? await view.jar.cookieNames(for: url)) ?? [] }
    report.steps.append(
      JourneyReport.Step(
        words: words, picture: isPictured ? name : nil, address: pane.view?.committed.map(ShownAddress.text),
        jar: pane.view?.jar.name, cookies: cookies, entries: Array(device.journal.entries.dropFirst(seen))))
    seen = device.journal.entries.count
  }

  public func run(_ journey: @MainActor (Stage) async throws -> Void) async -> JourneyReport {
    let began = device.time.now
    do {
      try await journey(self)
    } catch {
      report.fail("\(error)")
      await write("It ended here")
    }
    report.milliseconds = device.time.now.since(began).wholeMilliseconds
    return report
  }
}

/// The report of a journey, step by step.
public struct JourneyReport: Sendable, Codable {
  /// "paid/web-view".
  public var name: String
  public var title: String
  public var steps: [Step] = []
  /// The reason of the failure, in ten lines at most. Nil after a success.
  public private(set) var failure: String?
  public var milliseconds: Int64 = 0

  public struct Step: Sendable, Codable {
    public var words: String
    /// The name of a picture in the report's folder.
    public var picture: String?
    /// The address of the shown browser's page, if a browser is shown.
    public var address: String?
    public var jar: String?
    /// The names of the page's cookies.
    public var cookies: [String]
    public var entries: [Journal.Entry]
  }

  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// Records the failure: the reason, the step, and the last events.
  public mutating func fail(_ reason: String) {
    let entries = (steps.last?.entries ?? []).suffix(4).map { "  \($0.place.isEmpty ? "" : $0.place + ": ")\($0.text)" }
    let step = steps.last.map { ["in the step: \($0.words)"] + ($0.address.map { ["at \($0)"] } ?? []) } ?? []
    let lines = Self.lines(reason).prefix(4) + step + entries.flatMap { Self.lines($0).prefix(1) }
    failure = lines.prefix(10).map { $0.count > 200 ? $0.prefix(199) + "…" : $0 }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
}
