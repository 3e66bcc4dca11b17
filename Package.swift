// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A target of ours: every one is as strict as the next.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of a target.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
]
/// HTTP and TLS.
let http: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client"),
  .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb: [Target.Dependency] = [
  .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
]
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let lifecycle: [Target.Dependency] = [
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]
let hummingbird: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HTTPTypes", package: "swift-http-types"),
]
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// What `scripts/fuzz` builds. Its main comes with the sanitizer: a build without one could not link it.
let fuzzing: [Target] =
  Context.environment["VISITS_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "JSON", "JSONRPC", "FHIR", "VisitsAPI", "VisitsModel", "VisitsViews", "VisitsExchange", "ChangeModel",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus"], swiftSettings: strict)
  ]

/// What `scripts/bench` builds to measure what no client can see by itself.
let measuring: [Target] =
  Context.environment["VISITS_BENCH"] == nil
  ? []
  : [
    .executableTarget(
      name: "measure-rules", dependencies: ["VisitsAPI", "VisitsModel", "VisitsStore", "VisitsViews"],
      path: "Tests/Benchmarks/Rules",
      swiftSettings: strict)
  ]

let package = Package(
  name: "visits",
  products: [
    .executable(name: "visitsd", targets: ["visitsd"]),
    .executable(name: "visits", targets: ["visits"]),
    .executable(name: "visits-gateway", targets: ["visits-gateway"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    room("JSON"),
    room("JSONRPC", ["JSON"]),
    .systemLibrary(name: "CXattr"),
    room("JSONRPCServer", ["CXattr", "JSON", "JSONRPC"] + nio),
    room("JSONRPCClient", ["JSON", "JSONRPC"] + nio),
    room("FHIR", ["JSON"]),
    // Not swift-crypto: its copy of BoringSSL takes as long to compile as everything of ours.
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    room("Cryptography", ["COpenSSL"]),
    room("FHIRClient", ["FHIR", "Cryptography"] + nio + http),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    room("Systemd", ["CSystemd", logging]),
    .target(name: "CCatalog", exclude: ["Languages"]),
    room("Catalog", ["JSON", "CCatalog"]),
    .target(name: "CCommandCatalog", exclude: ["Help", "Languages"]),
    room("CommandCatalog", ["Catalog", "CCommandCatalog"]),
    room("TableColumns"),
    room("VisitsAPI", ["JSON", "JSONRPC", "TableColumns"]),
    room("VisitsModel"),
    room("VisitsViews", ["VisitsModel", "VisitsAPI", "Catalog"]),
    room("VisitsExchange", ["VisitsModel", "FHIR", "JSON", "TableColumns"]),
    room("VisitsStore", ["VisitsModel", "JSON"] + grdb),
    room("VisitsSync", ["VisitsModel", "VisitsStore", "VisitsExchange", "FHIR", "JSON"]),
    room(
      "VisitsService",
      [
        "VisitsModel", "VisitsViews", "VisitsAPI", "VisitsStore", "VisitsExchange", "VisitsSync", "JSON", "JSONRPC",
        "Cryptography",
      ]),
    room("VisitsCommands", ["VisitsAPI", "JSON", "JSONRPC", "Catalog", "CommandCatalog", "TableColumns", arguments]),
    room(
      "VisitsDaemon",
      [
        "JSONRPC", "JSONRPCServer", "FHIR", "FHIRClient", "Systemd", "VisitsAPI", "VisitsModel", "VisitsExchange",
        "VisitsStore", "VisitsSync", "VisitsService", yams, logging,
      ] + lifecycle),
    .target(name: "CVisitsWeb"),
    .target(
      name: "VisitsWeb", dependencies: ["CVisitsWeb", "Cryptography"], exclude: ["App", "Types"], swiftSettings: strict),
    room(
      "VisitsGateway",
      ["JSON", "JSONRPC", "JSONRPCClient", "Systemd", "VisitsAPI", "VisitsWeb", logging, arguments] + nio + hummingbird + lifecycle),
    // Apart from VisitsTestSupport, which brings the whole daemon along.
    room("ContractCheck", ["JSON", "JSONRPC", "VisitsAPI"]),
    room(
      "VisitsTestSupport",
      [
        "COpenSSL", "ContractCheck", "JSON", "JSONRPC", "Systemd", "VisitsAPI", "VisitsModel", "VisitsStore",
        "VisitsService", "VisitsDaemon", logging,
      ] + lifecycle + grdb),
    // Sync and its faults in virtual time; `scripts/simulate`.
    .executableTarget(
      name: "simulate", dependencies: ["FHIR", "VisitsModel", "VisitsStore", "VisitsExchange", "VisitsSync"] + grdb,
      path: "Tests/Simulation", exclude: ["Faults"], swiftSettings: strict),
    // Calls that change something, made of bytes, and what holds for every answer; for the fuzzer and a test.
    .target(
      name: "ChangeModel",
      dependencies: ["ContractCheck", "JSON", "JSONRPC", "VisitsAPI", "VisitsModel", "VisitsStore", "VisitsService"],
      path: "Tests/ChangeModel", swiftSettings: strict),
    .executableTarget(name: "visitsd", dependencies: ["VisitsDaemon"], swiftSettings: strict),
    .executableTarget(name: "visits", dependencies: ["VisitsCommands"], swiftSettings: strict),
    .executableTarget(name: "visits-gateway", dependencies: ["VisitsGateway"], swiftSettings: strict),

    tests("JSON", ["JSON"]),
    tests("JSONRPC", ["JSON", "JSONRPC"]),
    tests("JSONRPCServer", ["JSON", "JSONRPC", "JSONRPCServer", "VisitsTestSupport"]),
    tests("JSONRPCClient", ["JSON", "JSONRPC", "JSONRPCClient"] + nio),
    tests("FHIR", ["FHIR"]),
    tests("Cryptography", ["Cryptography", "VisitsTestSupport"]),
    tests("FHIRClient", ["FHIR", "FHIRClient", "VisitsTestSupport"] + nio + http, exclude: ["Certificates"]),
    tests("Systemd", ["Systemd", "VisitsTestSupport", logging]),
    tests("Catalog", ["JSON", "Catalog"]),
    tests("CommandCatalog", ["Catalog", "CommandCatalog"]),
    tests("VisitsAPI", ["JSON", "JSONRPC", "VisitsAPI", "TableColumns"]),
    tests("VisitsModel", ["VisitsModel"]),
    tests("VisitsViews", ["VisitsViews", "VisitsModel", "VisitsAPI", "Catalog"]),
    tests("VisitsStore", ["VisitsModel", "VisitsStore", "VisitsTestSupport"] + grdb),
    tests(
      "VisitsSync",
      ["FHIR", "VisitsModel", "VisitsStore", "VisitsExchange", "VisitsSync", "VisitsTestSupport", "simulate"]),
    tests(
      "VisitsCommands",
      ["VisitsCommands", "Catalog", "CommandCatalog", "JSON", "JSONRPC", "VisitsAPI", "TableColumns", arguments]),
    tests(
      "VisitsService",
      [
        "FHIR", "JSON", "JSONRPC", "VisitsAPI", "VisitsModel", "VisitsStore", "VisitsSync", "VisitsService",
        "VisitsDaemon",
        "VisitsExchange", "VisitsTestSupport", "ChangeModel",
      ] + grdb),
    tests(
      "VisitsExchange", ["FHIR", "JSON", "VisitsModel", "VisitsViews", "VisitsExchange", "TableColumns"],
      exclude: ["Fixtures"]),
    tests("VisitsGateway", ["VisitsGateway", "Catalog", "JSON", "VisitsAPI"] + nio),
    tests(
      "VisitsDaemon", ["VisitsDaemon", "VisitsModel", "Systemd", "JSONRPCServer", "VisitsAPI", "VisitsTestSupport"]),
  ] + fuzzing + measuring
)
