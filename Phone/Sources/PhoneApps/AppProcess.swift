@_spi(Phone) internal import Ferry
internal import FerryCore
internal import PhoneDevice
internal import PhoneRules
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What both apps have: a process with its work, and Ferry's flow in it.
@MainActor final class AppProcess {
  static let appID = "tablets-ios"

  let device: Device
  let lifeline = Lifeline()
  let browser: SheetBrowser
  let flow: CheckoutFlow
  private let errands = Errands()

  init(_ device: Device) {
    self.device = device
    browser = SheetBrowser(device, lifeline)
    let setup = device.setup
    flow = CheckoutFlow(
      server: Self.url(setup.server), app: Self.appID, linkHost: setup.app.linkHost.map(Self.url),
      scheme: setup.app.scheme,
      storage: MortalStorage(
        base: InstallationStorage(Keychain(device), marker: ContainerMarker(folder: device.appFolder)),
        lifeline: lifeline),
      sender: PhoneSender(device: device, lifeline: lifeline), time: device.time)
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

  /// Does something for as long as the process lives.
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

  /// - Returns: Whether it was ours.
  func handle(_ link: String) {
    guard let url = URL(string: link) else { return }
    if !flow.handle(url) { device.journal.note(.app, "leaves a foreign link alone", at: device.setup.app.name) }
  }

  static func url(_ text: String) -> URL {
    // The program has checked its addresses; an unusable one makes the flow refuse to begin.
    URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  /// Without anything of the buyer's.
  private static func words(_ status: FlowStatus) -> String {
    switch status {
    case .ended(let outcome): "ended, \(BridgeState(covered: false, outcome: outcome).result ?? "")"
    case .away(let step): "away, to \(step.rawValue)"
    default: "\(status)"
    }
  }
}
