package import Foundation
import Glibc

/// What settings need to know of the machine and of who started the daemon.
package struct Machine: Sendable {
  /// The process's environment.
  package let environment: [String: String]
  /// Whether the daemon runs as root.
  package let isRoot: Bool
  /// Where a relative path on the command line begins.
  package let workingDirectory: String
  /// What the link `/etc/localtime` points to.
  package let localTime: String?
  /// The uid of a user.
  let user: @Sendable (String) -> UInt32?
  /// The gid of a group.
  let group: @Sendable (String) -> UInt32?

  /// A machine.
  package init(
    environment: [String: String], isRoot: Bool, workingDirectory: String, localTime: String?,
    user: @escaping @Sendable (String) -> UInt32?, group: @escaping @Sendable (String) -> UInt32?
  ) {
    self.environment = environment
    self.isRoot = isRoot
    self.workingDirectory = workingDirectory
    self.localTime = localTime
    self.user = user
    self.group = group
  }

  /// This one, as it is now.
  package static func current() -> Machine {
    Machine(
      environment: ProcessInfo.processInfo.environment,
      isRoot: geteuid() == 0,
      workingDirectory: FileManager.default.currentDirectoryPath,
      localTime: try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
      user: Accounts.user,
      group: Accounts.group)
  }
}

extension Machine {
  /// `$TZ`, else what `/etc/localtime` points to, else UTC.
  package var timeZone: TimeZone {
    namedTimeZones.lazy.compactMap(TimeZone.init(iana:)).first ?? .gmt
  }

  /// Whether the zone that the machine names first is none that is known: then days would begin and end in another
  /// zone unnoticed.
  package var hasUnknownTimeZone: Bool { namedTimeZones.first.map { TimeZone(iana: $0) == nil } ?? false }

  private var namedTimeZones: [String] {
    let fromEnvironment = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    let fromLink = localTime.flatMap { $0.range(of: "zoneinfo/").map { [link = $0] in String(link[$0.upperBound...]) } }
    return [fromEnvironment, fromLink].compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// `visitsd.sock` in the directory that systemd made, for root in `/run/visitsd`, else in the user's own.
  package var defaultSocket: String {
    let directory =
      firstPath("RUNTIME_DIRECTORY") ?? (isRoot ? nil : firstPath("XDG_RUNTIME_DIR").map { $0 + "/visitsd" })
    return (directory ?? "/run/visitsd") + "/visitsd.sock"
  }

  /// The group `visits-gateway`, whose programs may connect to the socket for gateways; `nil`: there is none.
  package var gatewayGroup: UInt32? { group("visits-gateway") }

  /// Looks up a user or group that was not known. This may wait for a network's directory.
  ///
  /// - Returns: The same one if the machine does not know it.
  @Sendable func resolved(_ principal: Settings.Principal) -> Settings.Principal {
    switch principal {
    case .unknownUser(let name): user(name).map(Settings.Principal.user) ?? principal
    case .unknownGroup(let name): group(name).map(Settings.Principal.group) ?? principal
    case .user, .group: principal
    }
  }

  /// The directory that systemd made, else `/var/lib/visitsd`.
  package var defaultState: String { firstPath("STATE_DIRECTORY") ?? "/var/lib/visitsd" }

  /// systemd separates several directories with colons (systemd.exec(5)).
  private func firstPath(_ name: String) -> String? {
    environment[name]?.split(separator: ":").first.map(String.init).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
