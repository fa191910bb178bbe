// swift-tools-version: 6.2

import PackageDescription

// Compiles the Apple side of Ferry where there is no Apple SDK. The modules in Interfaces declare, by the names of Apple's
// frameworks, the API that Ferry uses and no more; the code that uses it comes from its own place by symbolic link.
// `make check-apple` builds this and then reads, from the compiler's index, what each line uses: see README.md.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module that stands in for one of Apple's.
func interface(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Interfaces/\(name)", swiftSettings: strict)
}

let frameworks: [Target.Dependency] = [
  "AuthenticationServices", "SafariServices", "Security", "SwiftUI", "UIKit", "WebKit",
]

let package = Package(
  name: "apple-interfaces",
  targets: [
    interface("AppTrackingTransparency"),
    interface("AuthenticationServices", uses: ["UIKit"]),
    interface("Crypto"),
    interface("CryptoKit"),
    interface("SafariServices", uses: ["UIKit"]),
    interface("Security"),
    interface("SwiftUI", uses: ["UIKit"]),
    interface("UIKit"),
    interface("WebKit", uses: ["UIKit"]),

    .target(name: "FerryCore", dependencies: ["Crypto"], swiftSettings: strict),
    .target(
      name: "Ferry", dependencies: ["Crypto", "FerryCore"] + frameworks,
      resources: [.copy("Apple/Resources/PrivacyInfo.xcprivacy")], swiftSettings: strict),
    .target(
      name: "FerryTracking", dependencies: ["AppTrackingTransparency"],
      resources: [.copy("Resources/PrivacyInfo.xcprivacy")], swiftSettings: strict),
    .target(
      name: "DemoApp", dependencies: ["CryptoKit", "Ferry", "FerryCore", "FerryTracking"] + frameworks,
      swiftSettings: strict),
    .target(name: "Guide", dependencies: ["Ferry", "FerryCore", "FerryTracking"] + frameworks, swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
