// swift-tools-version: 6.2

import PackageDescription

// A phone in real WebKit. It is a separate package, because only it needs WebKitGTK.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "phone",
  products: [.executable(name: "phone", targets: ["Phone"])],
  dependencies: [.package(name: "ferry", path: "..", traits: [])],
  targets: [
    // GTK, WebKit and libsoup, with the few calls that need C.
    .systemLibrary(
      name: "CWebKit", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),

    // The decisions that iOS makes about links.
    .target(name: "PhoneRules", dependencies: [.product(name: "FerryCore", package: "ferry")], swiftSettings: strict),

    // Web views, cookie jars, taps and screenshots.
    .target(name: "PhoneWebKit", dependencies: ["CWebKit"], swiftSettings: strict),

    // The device, its browsers, its apps and its journal.
    .target(
      name: "PhoneDevice",
      dependencies: ["PhoneRules", "PhoneWebKit", .product(name: "FerryCore", package: "ferry")],
      swiftSettings: strict),

    // The shop's apps on the device. They use the app library.
    .target(
      name: "PhoneApps",
      dependencies: [
        "PhoneDevice", "PhoneRules", "PhoneWebKit", .product(name: "Ferry", package: "ferry"),
        .product(name: "FerryCore", package: "ferry"), .product(name: "FerryLinks", package: "ferry"),
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "Phone",
      dependencies: [
        "PhoneApps", "PhoneDevice", "PhoneRules", "PhoneWebKit", .product(name: "Ferry", package: "ferry"),
        .product(name: "FerryCore", package: "ferry"),
      ],
      swiftSettings: strict),

    .testTarget(
      name: "PhoneRulesTests",
      dependencies: ["PhoneRules", .product(name: "FerryCore", package: "ferry")], swiftSettings: strict),
    .testTarget(name: "PhoneDeviceTests", dependencies: ["PhoneDevice", "PhoneRules"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
