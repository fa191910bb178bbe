import PhoneDevice

/// A journey of the phone, with the apps that it is made for.
struct Journey: Sendable {
  let name: String
  let title: String
  var kinds = DeviceSetup.AppKind.allCases
  let play: @MainActor @Sendable (Scene) async throws -> Void

  /// As the report has it, and as it is asked for: "paid/native".
  func name(on kind: DeviceSetup.AppKind) -> String { "\(name)/\(kind.rawValue)" }

  static let all: [Journey] =
    paying + cancelling + leaving + killing + recovering + ageing + holding + ruling + attacking + tampering
}
