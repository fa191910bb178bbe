import Testing

/// The start of the test program. SwiftPM takes it by its name; without it, SwiftPM looks for XCTest's classes in an index of
/// all code, which each build would have to write.
@main
struct XCTMain {
  static func main() async {
    // SwiftPM starts the program once for each library. There are no tests of XCTest.
    guard CommandLine.arguments.contains("swift-testing") else { return }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
