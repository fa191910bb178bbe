import FerryLinks
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes

/// Compares Apple's copy of a link host's association file with the file. Phones that install an app get the copy.
enum AppleCopyCheck {
  /// - Parameter served: The link host's answer. If it is no file, there is nothing to compare; another finding reports it.
  static func finding(_ copy: Fetched, at address: String, served: Fetched, apps: [RegisteredApp]) -> Finding? {
    guard case .answer(let file) = served, file.status == 200, let read = try? AssociationFile.read(file.body) else {
      return nil
    }
    let unasked = "Apple's copy of the association file could not be fetched"
    switch copy {
    case .failure(let failure): return .note(.links, address, "\(unasked). \(failure.seen)")
    case .answer(let answer) where answer.status == 404:
      let reason = answer.headers[.appleFailureReason].map { " Apple says: \(Printable.text($0))." } ?? ""
      return .warning(
        .links, address, "Apple has no copy of the association file.\(reason)",
        "Let Apple reach the file from the internet: no country filter, no bot protection. "
          + "Apple tries again within hours; until then, newly installed apps get no links.")
    case .answer(let answer) where answer.status == 200:
      let known = try? AssociationFile.read(answer.body).file
      if answer.body == file.body || known == read.file {
        return .ok(.links, address, "Apple's copy equals the served file.")
      }
      guard let known else {
        return .warning(
          .links, address, "Apple's copy is not an association file.",
          "Check again later; Apple keeps copies for days.")
      }
      let without = apps.filter { app in
        guard case .ios(let ios) = app.platform else { return false }
        return !known.opensReturnLinks(of: app.linkHost, for: ios.identifier)
      }
      let missing = without.map(\.id).sorted().joined(separator: ", ")
      return .warning(
        .links, address,
        "Apple's copy differs from the served file and is probably older"
          + (missing.isEmpty ? "; it gives Ferry's links to the apps." : "; it gives no links to \(missing)."),
        "Wait: Apple refreshes it within days. Apps installed until then use the copy. A development device fetches the "
          + "file itself if the entitlement has ?mode=developer.")
    case .answer(let answer): return .note(.links, address, "\(unasked): \(answer.status).")
    }
  }
}

extension HTTPField.Name {
  fileprivate static let appleFailureReason: HTTPField.Name = {
    guard let name = HTTPField.Name("Apple-Failure-Reason") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
