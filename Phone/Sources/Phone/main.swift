import FerryCore
import Foundation
import PhoneApps
import PhoneDevice
import PhoneRules
import PhoneWebKit

func stop(_ words: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("phone: \(words)\n".utf8))
  exit(code)
}

let arguments: Arguments
do {
  arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
} catch {
  stop("\(error)\n\(Arguments.usage)", 2)
}
if !MainLoop.hasDisplay {
  guard arguments.mode != .window else { stop("there is no display for a window", 1) }
  Screenless.startAgain()
  stop("there is no display, and xvfb-run cannot be started: install xvfb", 1)
}
Screenless.settle()

let program = Program(arguments, isScreenless: Screenless.isUnderXvfb)
do {
  try MainLoop.run { await program.run() }
} catch {
  stop("the display cannot be opened", 1)
}
exit(program.exitCode)
