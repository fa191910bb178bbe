/// Where an object lives, as Amazon Pay writes it in answers.
public enum ReleaseEnvironment: String, Hashable, Sendable, CaseIterable {
  case sandbox = "Sandbox"
  case live = "Live"
}
