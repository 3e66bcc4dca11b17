"""What each target may import. The one place to change when the layers of the program change."""

# "system" names what comes with Swift or Linux. Synchronization is open to all: it is the standard library.
TABLE = """
target            | ours                                                            | packages                               | system
JSON              |                                                                 |                                        |
JSONRPC           | JSON                                                            |                                        | Glibc
CXattr            |                                                                 |                                        |
JSONRPCServer     | CXattr JSON JSONRPC                                             | NIOCore NIOPosix                       | Glibc
JSONRPCClient     | JSON JSONRPC                                                    | NIOCore NIOPosix                       |
FHIR              | JSON                                                            |                                        |
COpenSSL          |                                                                 |                                        |
Cryptography      | COpenSSL                                                        |                                        |
FHIRClient        | FHIR Cryptography                                               | AsyncHTTPClient NIOCore NIOPosix NIOHTTP1 NIOTLS NIOSSL | Glibc
CSystemd          |                                                                 |                                        |
Systemd           | CSystemd                                                        | Logging                                | Glibc Dispatch
CCatalog          |                                                                 |                                        |
Catalog           | JSON CCatalog                                                   |                                        | Glibc
CCommandCatalog   |                                                                 |                                        |
CommandCatalog    | Catalog CCommandCatalog                                         |                                        |
TableColumns      |                                                                 |                                        |
VisitsAPI         | JSON JSONRPC TableColumns                                       |                                        |
VisitsModel       |                                                                 |                                        | Foundation
VisitsViews       | VisitsModel VisitsAPI Catalog                                   |                                        | Foundation
VisitsExchange    | VisitsModel FHIR JSON TableColumns                              |                                        | Foundation
VisitsStore       | VisitsModel JSON                                                | GRDB GRDBSQLite Logging                | Foundation Glibc Dispatch
VisitsSync        | VisitsModel VisitsStore VisitsExchange FHIR JSON                | Logging                                | Dispatch
VisitsService     | VisitsModel VisitsViews VisitsAPI VisitsStore VisitsExchange VisitsSync JSON JSONRPC Cryptography | Logging    | Foundation Glibc Dispatch
VisitsCommands    | VisitsAPI JSON JSONRPC Catalog CommandCatalog TableColumns      | ArgumentParser                         | Glibc
VisitsDaemon      | JSONRPC JSONRPCServer FHIR FHIRClient Systemd Catalog VisitsAPI VisitsModel VisitsViews VisitsExchange VisitsStore VisitsSync VisitsService | ServiceLifecycle UnixSignals Yams Logging | Foundation Glibc Dispatch
CVisitsWeb        |                                                                 |                                        |
VisitsWeb         | CVisitsWeb Cryptography                                         |                                        |
VisitsGateway     | JSON JSONRPC JSONRPCClient Systemd VisitsAPI VisitsWeb          | ArgumentParser HTTPTypes Hummingbird Logging NIOCore NIOPosix ServiceLifecycle UnixSignals | Foundation Glibc
ContractCheck     | JSON JSONRPC VisitsAPI                                          |                                        |
VisitsTestSupport | *                                                               | *                                      | *
simulate          | *                                                               | *                                      | *
ChangeModel       | *                                                               | *                                      | *
visitsd           | VisitsDaemon                                                    |                                        | Glibc
visits-gateway    | VisitsGateway                                                   |                                        | Glibc
visits            | VisitsCommands                                                  |                                        | Glibc
"""

# What the settings of every Swift target must hold, as `swift package dump-package` writes them.
SETTINGS = [
    {"swiftLanguageMode": {"_0": "6"}},
    {"treatAllWarnings": {"_0": "error"}},
    {"enableUpcomingFeature": {"_0": "ExistentialAny"}},
    {"enableUpcomingFeature": {"_0": "MemberImportVisibility"}},
    {"enableUpcomingFeature": {"_0": "InternalImportsByDefault"}},
    {"enableUpcomingFeature": {"_0": "NonisolatedNonsendingByDefault"}},
]

# Words that only one target may know: a second engine is to stand beside this one some day.
PRIVATE_WORDS = {"GRDB": "VisitsStore", "SQLite": "VisitsStore", "sqlite3": "VisitsStore"}

# Linked by tests alone.
TESTS_ONLY = {"ContractCheck", "VisitsTestSupport", "ChangeModel"}
