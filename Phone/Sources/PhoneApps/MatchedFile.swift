internal import FerryLinks
public import PhoneRules

/// A link host's association file, read and matched by the domain's own code, as Ferry tells its users that iOS does
/// it.
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
