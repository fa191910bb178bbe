// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The trait `Server` holds everything that only a server needs. It is on when the package is built from its own
// folder, and off when the package is somebody's dependency, so that an app resolves swift-crypto and nothing else.
// `make check` proves it with a throw-away app package. The trait `PostgreSQL` adds the store in PostgreSQL. It is on beside
// `Server` where libpq is installed: SwiftPM remembers that, so add `--traits PostgreSQL` if you have installed it since.
let isRoot = Context.environment["PWD"] == Context.packageDirectory
let hasLibpq = [
  "/usr/include/postgresql", "/usr/include", "/opt/homebrew/opt/libpq/include", "/usr/local/opt/libpq/include",
]
.contains { FileManager.default.fileExists(atPath: "\($0)/libpq-fe.h") }
let defaultTraits: Set<String> = isRoot ? (hasLibpq ? ["PostgreSQL"] : ["Server"]) : []

// Server code may use API of iOS 18; an app needs iOS 16.
let platforms: [SupportedPlatform] = [.iOS(isRoot ? .v18 : .v16), .macOS(.v15)]

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let server: TargetDependencyCondition? = .when(traits: ["Server"])
let postgreSQL: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

extension Target.Dependency {
  static let ferryPostgres = target(name: "FerryPostgres", condition: postgreSQL)

  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser", condition: server)
  static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client", condition: server)
  static let bigInt = product(name: "BigInt", package: "BigInt", condition: server)
  static let configuration = product(name: "Configuration", package: "swift-configuration", condition: server)
  static let crypto = product(name: "Crypto", package: "swift-crypto")
  static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
  static let grdb = product(name: "GRDB", package: "GRDB.swift", condition: server)
  static let histogram = product(name: "Histogram", package: "hdrhistogram-swift", condition: server)
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types", condition: server)
  static let hummingbird = product(name: "Hummingbird", package: "hummingbird", condition: server)
  static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird", condition: server)
  static let hummingbirdHTTP2 = product(name: "HummingbirdHTTP2", package: "hummingbird", condition: server)
  static let hummingbirdTLS = product(name: "HummingbirdTLS", package: "hummingbird", condition: server)
  static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird", condition: server)
  static let logging = product(name: "Logging", package: "swift-log", condition: server)
  static let metrics = product(name: "Metrics", package: "swift-metrics", condition: server)
  static let nioConcurrencyHelpers = product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: server)
  static let nioCore = product(name: "NIOCore", package: "swift-nio", condition: server)
  static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio", condition: server)
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio", condition: server)
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio", condition: server)
  static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl", condition: server)
  static let serviceLifecycle = product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server)
  static let subprocess = product(name: "Subprocess", package: "swift-subprocess", condition: server)
  static let swiftASN1 = product(name: "SwiftASN1", package: "swift-asn1", condition: server)
  static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server)
  static let x509 = product(name: "X509", package: "swift-certificates", condition: server)
  static let yams = product(name: "Yams", package: "Yams", condition: server)
}

let package = Package(
  name: "ferry",
  platforms: platforms,
  products: [
    .library(name: "Ferry", targets: ["Ferry"]),
    .library(name: "FerryCore", targets: ["FerryCore"]),
    .library(name: "FerryTracking", targets: ["FerryTracking"]),
    .library(name: "FerryLinks", targets: ["FerryLinks"]),
    // With what a program needs that uses the client alone: money, and a way to send requests.
    .library(name: "AmazonPay", targets: ["AmazonPay", "FerryCore", "FerryHTTP"]),
    .library(name: "GMOPaymentGateway", targets: ["GMOPaymentGateway", "FerryCore", "FerryHTTP"]),
    .library(name: "PlacetoPay", targets: ["PlacetoPay", "FerryCore", "FerryHTTP"]),
    .library(name: "SwedbankPay", targets: ["SwedbankPay", "FerryCore", "FerryHTTP"]),
    .library(name: "FerryServer", targets: ["FerryServer"]),
    .library(name: "FerrySandbox", targets: ["FerrySandbox"]),
    .library(name: "AmazonPaySandbox", targets: ["AmazonPaySandbox", "FerrySandbox", "FerryCore", "FerryHTTP"]),
    .library(
      name: "GMOPaymentGatewaySandbox", targets: ["GMOPaymentGatewaySandbox", "FerrySandbox", "FerryCore", "FerryHTTP"]),
    .library(name: "PlacetoPaySandbox", targets: ["PlacetoPaySandbox", "FerrySandbox", "FerryCore", "FerryHTTP"]),
    .library(name: "SwedbankPaySandbox", targets: ["SwedbankPaySandbox", "FerrySandbox", "FerryCore", "FerryHTTP"]),
    .library(name: "FerryTesting", targets: ["FerryTesting"]),
    .executable(name: "ferry", targets: ["FerryTool"]),
  ],
  traits: [
    .trait(name: "Server", description: "Everything that only a server needs."),
    .trait(
      name: "PostgreSQL", description: "The store in PostgreSQL, for several servers. Needs libpq.",
      enabledTraits: ["Server"]),
    .default(enabledTraits: defaultTraits),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    // Shared by app and server.
    .target(name: "FerryCore", dependencies: [.crypto], swiftSettings: strict),

    // The files by which a link host names its apps, read and written. No app needs them.
    .target(name: "FerryLinks", swiftSettings: strict),

    // The app library.
    .target(
      name: "Ferry", dependencies: ["FerryCore"], resources: [.copy("Apple/Resources/PrivacyInfo.xcprivacy")],
      swiftSettings: strict),
    .target(
      name: "FerryTracking", resources: [.copy("Resources/PrivacyInfo.xcprivacy")], swiftSettings: strict),

    // Addresses, and the sender of requests to providers.
    .target(
      name: "FerryHTTP",
      dependencies: ["FerryCore", .asyncHTTPClient, .httpTypes, .nioCore, .nioHTTP1, .nioPosix], swiftSettings: strict),

    // The domain decides; nothing here performs anything.
    .target(name: "FerryCheckout", dependencies: ["FerryCore"], swiftSettings: strict),
    .target(
      name: "FerryProvider", dependencies: ["FerryCheckout", "FerryCore", "FerryHTTP", .crypto, .httpTypes],
      swiftSettings: strict),

    // A provider as a program registers it: accounts by their settings, checks, reports, commands.
    .target(
      name: "FerryModule",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryProvider", .argumentParser,
        .configuration, .crypto, .httpTypes,
      ],
      swiftSettings: strict),

    // Providers: a client each, usable alone, and its module.
    .target(
      name: "AmazonPay", dependencies: ["FerryCore", "FerryHTTP", .crypto, .cryptoExtras, .httpTypes],
      swiftSettings: strict),
    .target(
      name: "AmazonPayModule",
      dependencies: [
        "AmazonPay", "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider",
        "FerryWeb",
        .argumentParser, .crypto, .cryptoExtras, .httpTypes, .swiftASN1, .x509,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    .target(
      name: "GMOPaymentGateway",
      dependencies: ["FerryCore", "FerryHTTP", .crypto, .httpTypes], swiftSettings: strict),
    .target(
      name: "GMOPaymentGatewayModule",
      dependencies: [
        "AmazonPay", "AmazonPayModule", "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider",
        "GMOPaymentGateway", .argumentParser, .crypto, .httpTypes,
      ],
      swiftSettings: strict),

    .target(
      name: "PlacetoPay", dependencies: ["FerryCore", "FerryHTTP", .crypto, .httpTypes], swiftSettings: strict),
    .target(
      name: "PlacetoPayModule",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider", "PlacetoPay",
        .argumentParser, .crypto, .httpTypes,
      ],
      swiftSettings: strict),

    .target(name: "SwedbankPay", dependencies: ["FerryCore", "FerryHTTP", .httpTypes], swiftSettings: strict),
    .target(
      name: "SwedbankPayModule",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider", "FerryWeb",
        "SwedbankPay", .argumentParser, .crypto, .httpTypes,
      ],
      swiftSettings: strict),

    // Commit, perform, record.
    .target(
      name: "FerryEngine",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryProvider", .asyncHTTPClient, .httpTypes, .logging, .metrics,
        .nioConcurrencyHelpers, .nioCore, .nioHTTP1, .nioPosix, .serviceLifecycle,
      ],
      swiftSettings: strict),
    .target(
      name: "FerrySQLite",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryProvider", .grdb, .metrics,
        .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // The store in PostgreSQL: libpq, the store, and a server of one's own for trying out. Without the trait it has no code.
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "FerryPostgres",
      dependencies: [
        .target(name: "CPostgres", condition: postgreSQL), "FerryCheckout", "FerryCore", "FerryEngine", "FerryProvider",
        .logging, .metrics, .serviceLifecycle, .subprocess,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // Pages and the JSON API.
    .target(
      name: "FerryWeb",
      dependencies: [
        "FerryCore", "FerryHTTP", .crypto, .httpTypes, .hummingbird, .hummingbirdCore, .logging, .nioCore, .nioHTTP1,
        .serviceLifecycle, .swiftASN1, .x509,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),
    .target(
      name: "FerryServer",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryLinks", "FerryModule", "FerryProvider",
        "FerryWeb",
        .configuration, .crypto, .httpTypes, .hummingbird, .logging, .metrics, .serviceLifecycle, .yams,
      ],
      // openapi.yaml and Problems.md are links to the files in the package's folder and in Documentation.
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // Sandboxes of the providers: the common part, and one target each.
    .target(
      name: "FerrySandbox",
      dependencies: [
        "FerryCore", "FerryHTTP", "FerryWeb", .argumentParser, .asyncHTTPClient, .crypto, .httpTypes, .hummingbird,
        .hummingbirdCore, .logging,
        .nioCore, .nioHTTP1, .nioSSL, .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),
    .target(
      name: "AmazonPaySandbox",
      dependencies: [
        "FerryCore", "FerrySandbox", "FerryWeb", .argumentParser, .bigInt, .crypto, .cryptoExtras, .httpTypes,
        .serviceLifecycle, .swiftASN1, .x509,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    .target(
      name: "GMOPaymentGatewaySandbox",
      dependencies: [
        "AmazonPaySandbox", "FerryCore", "FerrySandbox", "FerryWeb", .argumentParser, .asyncHTTPClient,
        .crypto, .cryptoExtras, .httpTypes, .nioCore, .nioHTTP1, .nioSSL, .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),
    .target(
      name: "PlacetoPaySandbox",
      dependencies: [
        "FerryCore", "FerrySandbox", "FerryWeb", .argumentParser, .crypto, .httpTypes, .hummingbird, .hummingbirdCore,
        .logging, .nioSSL, .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    .target(
      name: "SwedbankPaySandbox",
      dependencies: [
        "FerryCore", "FerrySandbox", "FerryWeb", .argumentParser, .crypto, .httpTypes, .nioSSL, .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // Tools for tests, ours and those of people who use Ferry.
    .target(name: "CMainExecutor"),
    .target(
      name: "FerryTesting",
      dependencies: [
        "CMainExecutor", "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryProvider", .asyncHTTPClient,
        .httpTypes, .logging, .nioCore, .nioHTTP1, .subprocess,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // A shop that uses Ferry over HTTP, and its buyer without a person: for trying out and measuring.
    .target(
      name: "DemoShop",
      dependencies: [
        "FerryCore", "FerryWeb", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .logging, .nioConcurrencyHelpers,
        .nioCore, .nioHTTP1, .nioPosix, .serviceLifecycle,
      ],
      resources: [.embedInCode("Resources")], swiftSettings: strict),

    // An invented provider with client, module and sandbox in one target: the example, for tests and never in the tool.
    .target(
      name: "FerryTestBank",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider", "FerrySandbox", "FerryWeb",
        .argumentParser, .crypto, .httpTypes, .serviceLifecycle,
      ],
      swiftSettings: strict),

    // The whole system in one process on virtual time, with everything that chance decides drawn from a seed; and the program
    // that runs it.
    .target(
      name: "FerrySimulation",
      dependencies: [
        "AmazonPayModule", "AmazonPaySandbox", "DemoShop", "Ferry", "FerryCheckout", "FerryCore", "FerryEngine",
        "FerryHTTP", "FerryModule", "FerryProvider", "FerrySandbox", "FerryServer", "FerryTestBank", "FerryTesting",
        "FerryWeb", "GMOPaymentGatewayModule", "GMOPaymentGatewaySandbox", "PlacetoPayModule", "PlacetoPaySandbox",
        "SwedbankPayModule", "SwedbankPaySandbox", .configuration, .httpTypes, .hummingbird, .logging, .nioCore,
        .nioEmbedded,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FerrySimulator", dependencies: ["FerryCore", "FerrySimulation", .argumentParser], swiftSettings: strict),

    // The command line tool: the only target that depends on everything.
    .executableTarget(
      name: "FerryTool",
      dependencies: [
        "AmazonPayModule", "AmazonPaySandbox", "DemoShop", "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP",
        "FerryLinks", "FerryModule", "FerryProvider", "FerrySandbox", "FerryServer", "FerrySQLite", "FerryWeb",
        "GMOPaymentGatewayModule", "GMOPaymentGatewaySandbox",
        "PlacetoPayModule", "PlacetoPaySandbox", "SwedbankPayModule", "SwedbankPaySandbox", .argumentParser,
        .asyncHTTPClient, .configuration, .crypto, .cryptoExtras, .grdb, .httpTypes, .hummingbird, .hummingbirdCore,
        .hummingbirdHTTP2, .hummingbirdTLS, .logging, .metrics, .nioConcurrencyHelpers, .nioCore, .nioHTTP1, .nioPosix,
        .nioSSL, .serviceLifecycle,
        .subprocess, .swiftASN1, .unixSignals, .x509, .yams, .ferryPostgres,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "FerryBenchmarks",
      dependencies: [
        "DemoShop", "FerryCore", .argumentParser, .asyncHTTPClient, .crypto, .cryptoExtras, .ferryPostgres, .histogram,
        .hummingbird, .logging, .nioConcurrencyHelpers, .nioCore, .nioHTTP1, .subprocess,
      ],
      swiftSettings: strict),

    .testTarget(name: "FerryCoreTests", dependencies: ["FerryCore", "FerryTesting"], swiftSettings: strict),
    .testTarget(name: "FerryTests", dependencies: ["Ferry", "FerryCore", "FerryTesting"], swiftSettings: strict),
    .testTarget(
      name: "FerryCheckoutTests", dependencies: ["FerryCheckout", "FerryCore", "FerryTesting"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "AmazonPayTests",
      dependencies: [
        "AmazonPay", "AmazonPayModule", "AmazonPaySandbox", "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP",
        "FerryModule", "FerryProvider", "FerrySandbox", "FerryTesting", "FerryWeb", .argumentParser, .asyncHTTPClient,
        .configuration, .crypto, .cryptoExtras, .httpTypes, .hummingbird, .hummingbirdCore, .hummingbirdTesting,
        .logging, .nioCore, .nioHTTP1, .serviceLifecycle, .swiftASN1, .x509,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GMOPaymentGatewayTests",
      dependencies: [
        "AmazonPay", "AmazonPaySandbox", "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryModule",
        "FerryProvider", "FerrySandbox", "FerryTesting", "FerryWeb", "GMOPaymentGateway", "GMOPaymentGatewayModule",
        "GMOPaymentGatewaySandbox", .argumentParser, .asyncHTTPClient, .configuration, .crypto, .cryptoExtras,
        .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore, .serviceLifecycle,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PlacetoPayTests",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryModule", "FerryProvider", "FerrySandbox",
        "FerryTesting", "FerryWeb", "PlacetoPay", "PlacetoPayModule", "PlacetoPaySandbox", .argumentParser,
        .asyncHTTPClient, .configuration, .crypto, .httpTypes, .hummingbird, .hummingbirdTesting, .logging,
        .serviceLifecycle,
      ],
      exclude: ["Sandbox/placetopay.yaml"], swiftSettings: strict),
    .testTarget(
      name: "SwedbankPayTests",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryHTTP", "FerryModule", "FerryProvider", "FerrySandbox", "FerryTesting",
        "FerryWeb", "SwedbankPay", "SwedbankPayModule", "SwedbankPaySandbox", .argumentParser, .asyncHTTPClient,
        .configuration, .httpTypes, .hummingbird, .hummingbirdTesting, .logging,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FerryEngineTests",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryProvider", "FerryTesting", .httpTypes,
        .hummingbird, .hummingbirdTesting, .logging, .serviceLifecycle,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FerryStoreTests",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryProvider", "FerrySQLite", "FerryTesting",
        "FerryWeb", .ferryPostgres, .grdb, .httpTypes, .logging, .serviceLifecycle, .subprocess,
      ],
      exclude: ["SQLite/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "FerryWebTests",
      dependencies: [
        "FerryCore", "FerryWeb", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .hummingbirdCore,
        .hummingbirdTesting, .hummingbirdTLS, .logging, .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix, .nioSSL,
        .serviceLifecycle, .subprocess,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FerrySandboxTests",
      dependencies: ["FerryCore", "FerrySandbox", "FerryTesting", "FerryWeb", .httpTypes], swiftSettings: strict),
    .testTarget(
      name: "FerryServerTests",
      dependencies: [
        "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP", "FerryLinks", "FerryModule",
        "FerryProvider", "FerryServer", "FerrySQLite", "FerryTesting", "FerryWeb",
        .configuration, .cryptoExtras,
        .httpTypes, .hummingbird, .hummingbirdTesting,
        .logging, .metrics, .yams,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FerryToolTests",
      dependencies: [
        "AmazonPay", "AmazonPaySandbox", "DemoShop", "FerryCheckout", "FerryCore", "FerryEngine", "FerryHTTP",
        "FerryLinks",
        "FerryModule", "FerryProvider", "FerrySandbox", "FerryServer", "FerrySQLite",
        "FerryTestBank", "FerryTesting", "FerryTool", "FerryWeb", .argumentParser, .crypto, .cryptoExtras,
        .ferryPostgres, .grdb, .httpTypes, .hummingbird,
        .hummingbirdCore,
        .logging, .nioConcurrencyHelpers, .nioCore, .nioPosix, .serviceLifecycle, .swiftASN1, .x509,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DemoShopTests",
      dependencies: [
        "DemoShop", "FerryCore", "FerryTesting", "FerryWeb", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird,
        .hummingbirdTesting, .logging, .nioConcurrencyHelpers,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FerrySimulationTests", dependencies: ["FerryCore", "FerrySimulation", "FerryTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "FerryJourneyTests",
      dependencies: [
        "AmazonPay", "AmazonPayModule", "AmazonPaySandbox", "DemoShop", "Ferry", "FerryCheckout", "FerryCore",
        "FerryEngine", "FerryHTTP", "FerryLinks", "FerryModule", "FerryProvider", "FerrySandbox",
        "FerryServer", "FerrySimulation", "FerrySQLite", "FerryTestBank", "FerryTesting", "FerryWeb",
        "GMOPaymentGatewayModule", "GMOPaymentGatewaySandbox", "PlacetoPayModule", "PlacetoPaySandbox", "SwedbankPay",
        "SwedbankPayModule", "SwedbankPaySandbox", .asyncHTTPClient, .configuration, .cryptoExtras, .grdb, .httpTypes,
        .hummingbird, .hummingbirdTesting, .logging,
        .metrics, .nioConcurrencyHelpers, .nioCore,
        .nioHTTP1, .nioPosix, .nioSSL, .serviceLifecycle, .subprocess, .ferryPostgres,
      ],
      exclude: ["SDK/merchant-backend.yaml"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
