import Foundation

/// Prints a line that is seen at once by whoever reads through a pipe, too.
func printNow(_ text: String) {
  print(text)
  fflush(nil)
}
