@_spi(Phone) internal import Ferry
internal import FerryCore
internal import FerryLinks
internal import PhoneDevice
public import PhoneRules
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The process of either app, with its tasks and Ferry's flow.
@MainActor final class AppProcess {
  static let appID = "tablets-ios"

  let device: Device
  let lifeline = Lifeline()
  let browser: any SecureBrowser
  let flow: CheckoutFlow
  private let errands = Errands()

  init(_ device: Device) {
    self.device = device
    let setup = device.setup
    flow = CheckoutFlow(
      server: Self.url(setup.server), app: Self.appID, linkHost: setup.app.linkHost.map(Self.url),
      scheme: setup.app.scheme,
      storage: MortalStorage(
        base: InstallationStorage(Keychain(device), marker: ContainerMarker(folder: device.appFolder)),
        lifeline: lifeline),
      sender: PhoneSender(device: device, lifeline: lifeline), time: device.time)
    browser =
      switch setup.browser {
      case .secure: SheetBrowser(device, lifeline)
      case .embedded: EmbeddedBrowser(device, lifeline, flow.navigation())
      }
    device.errands.yield { [errands] in await errands.run() }
    perform { [flow, device] in
      for await notice in flow.notices { device.journal.note(.app, "notice: \(notice)", at: device.setup.app.name) }
    }
    perform { [flow, device] in
      for await status in flow.statuses {
        device.journal.note(.app, "status: \(Self.words(status))", at: device.setup.app.name)
      }
    }
  }

  /// Runs work until the process ends.
  func perform(_ errand: @escaping Errands.Errand) {
    errands.yield { [lifeline] in
      guard !lifeline.isCut else { return }
      await errand()
    }
  }

  func end() {
    lifeline.cut()
    errands.finish()
  }

  /// The app comes to the front.
  func becomeActive() {
    flow.wake()
    (browser as? EmbeddedBrowser)?.becomeActive()
  }

  /// Passes a link to the flow. Notes a link that does not belong to it.
  func handle(_ link: String) {
    guard let url = URL(string: link) else { return }
    if !flow.handle(url) { device.journal.note(.app, "leaves a foreign link alone", at: device.setup.app.name) }
  }

  static func url(_ text: String) -> URL {
    // The program has checked its addresses. The flow refuses to start with an unusable one.
    URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  /// The status in words, without the buyer's data.
  private static func words(_ status: FlowStatus) -> String {
    switch status {
    case .ended(let outcome): "ended, \(BridgeState(covered: false, outcome: outcome).result ?? "")"
    case .away(let step): "away, to \(step.rawValue)"
    default: "\(status)"
    }
  }
}

/// The lifetime of an app's process. After `cut` the app's remaining tasks can store nothing, send nothing and change
/// nothing on the screen, as if the process had ended.
@MainActor final class Lifeline {
  private(set) var isCut = false

  func cut() { isCut = true }

  struct Dead: Error {}
}

/// Opens the phone's secure browser for the app library.
@MainActor final class SheetBrowser: SecureBrowser {
  private let device: Device
  private let lifeline: Lifeline

  init(_ device: Device, _ lifeline: Lifeline) {
    self.device = device
    self.lifeline = lifeline
  }

  func open(_ url: URL) async throws -> URL? {
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    // Ends by itself when the task is cancelled.
    for await _ in device.openSecure(url.absoluteString) {}
    if Task.isCancelled, !lifeline.isCut { device.closeSecure("by the app") }
    return nil
  }

  func close() async {
    guard !lifeline.isCut else { return }
    device.closeSecure("by the app")
    await device.secureHasGone()
  }
}

/// Sends the app library's requests over the phone's network.
struct PhoneSender: HTTPSender {
  let device: Device
  let lifeline: Lifeline

  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    try await transmit(request)
  }

  @MainActor private func transmit(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    let path = request.url.path
    let key = request.headers.first { $0.name.lowercased() == "idempotency-key" }?.value
    var sent = AppRequest(path: path, idempotencyKey: key)
    defer { device.requests.append(sent) }
    let body = device.interference.body(request.body, to: path)
    let answer = try await device.http.send(
      request.method, request.url.absoluteString, headers: request.headers,
      body: body.isEmpty && request.method == "GET" ? nil : body)
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    guard !device.interference.loses(answerTo: path) else {
      device.journal.note(.trouble, "the answer is lost, after the server has done what it was asked", at: "network")
      throw WebKitFailure("the answer was lost")
    }
    sent.status = answer.status
    var headers: [String: String] = [:]
    for header in answer.headers { headers[header.name.lowercased()] = header.value }
    return HTTPAnswer(statusCode: answer.status, headers: headers, body: answer.body)
  }
}

/// Reads a link host's association file and matches links by Ferry's own code, which follows iOS's rules.
public enum MatchedFile {
  public static func read(_ bytes: [UInt8]) -> Association {
    do {
      return .copy(Copy(file: try AssociationFile.read(bytes).file))
    } catch {
      return .missing("the association file cannot be read: \(error)")
    }
  }

  private struct Copy: LinkMatcher {
    let file: AssociationFile

    func covers(_ url: String, appID: String) -> Bool {
      if case .opens = file.decision(on: url, for: appID) { true } else { false }
    }
  }
}
