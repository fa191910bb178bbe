/// The stages of a provider's commands that need more than one request, by the names that are stored. The first one is "".
package protocol ProviderStage: RawRepresentable<String>, Sendable {}

extension ProviderStage {
  /// - Throws: `ProviderFailure.misconfigured` for a stage of another version.
  package init(of task: ProviderTask) throws(ProviderFailure) {
    guard let stage = Self(rawValue: task.stage) else {
      throw .otherVersion("A stored command stands at an unknown stage.")
    }
    self = stage
  }
}

extension ProviderFailure {
  /// Something stored cannot be read by this version.
  package static func otherVersion(_ reason: String) -> Self {
    .misconfigured(reason: reason, fix: "Compare the version that stored it with this one.")
  }

  package static let unnamedCall = otherVersion("A stored request does not say what it asked for.")
  package static let unreadableRequest = otherVersion("A stored request cannot be read.")
}
