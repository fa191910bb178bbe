import ArgumentParser

/// Rising numbers of seconds, written with commas: "1,2,3".
struct QuietSchedule: ExpressibleByArgument {
  let seconds: String

  init?(argument: String) {
    let seconds = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard seconds.allSatisfy({ (1...86_400).contains($0) }), seconds == Set(seconds).sorted() else { return nil }
    self.seconds = argument
  }
}
