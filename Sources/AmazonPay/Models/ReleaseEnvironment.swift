/// Where an object lives, as Amazon Pay writes it in answers.
public enum ReleaseEnvironment: String, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox = "Sandbox"
  /// Real money moves. This spelling is not certain.
  case live = "Live"
}
