import PhoneDevice

/// A journey of the phone, with the apps that it is made for.
struct Journey: Sendable {
  let name: String
  let title: String
  var kinds = DeviceSetup.AppKind.allCases
  let play: @MainActor @Sendable (Scene) async throws -> Void

  static let all: [Journey] =
    paying + cancelling + leaving + killing + recovering + ageing + ruling + attacking + tampering
}
