import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("What an operator is warned of")
struct WarningTests {
  private let context = ViewContext(
    locale: "en", agencyLocale: "en", agencyZone: .utc, now: Instant(milliseconds: 0))

  private func warnings(_ fault: Refusal.Unavailability?, _ finding: String = "") -> [String] {
    StatusWarnings.compose(fault: fault, finding: finding, in: context)
  }

  @Test("a full disk, a failing one, and damage are each told with what to do; nothing else is")
  func words() {
    #expect(warnings(nil) == [])
    #expect(warnings(.shuttingDown) == [])
    #expect(
      warnings(.diskFull) == [
        "No changes are taken: the disk of the database is full. Free some space; within a minute changes are taken again."
      ])
    #expect(
      warnings(.diskFailing, "disk I/O error") == [
        "No changes are taken: the disk of the database failed a write. See the journal, and look after the disk; it is tried again at least once a minute."
      ])
    #expect(
      warnings(.databaseDamaged, "row 7 missing from index visitsByClient") == [
        "The database is damaged: row 7 missing from index visitsByClient. No changes are taken; emergencies are still taken and paged. Stop visitsd, copy its files, and put the latest backup in its place: visitsd restore FILE."
      ])
  }

  @Test("a backup that was not begun says how much is free and how much is needed, in the caller's language")
  func room() {
    let english = ErrorView.backupWithoutRoom(in: "/b", free: 1_234_567, needed: 3_400_000_000, context)
    #expect(
      english.message
        == "No backup was started: 1.2 MB are free in /b, and 3.4 GB are needed. Make room, then try again.")
    #expect(english.kind.code == 1503)
    let french = ViewContext(
      locale: "fr", agencyLocale: "en", agencyZone: .utc, now: Instant(milliseconds: 0))
    #expect(
      ErrorView.backupWithoutRoom(in: "/b", free: 0, needed: 3_400_000_000, french).message
        == "Aucune sauvegarde n’a été commencée : 0 o sont libres dans /b, et il en faut 3,4 Go. Libérez de l’espace, puis réessayez."
    )
  }

  @Test("settings that are not in force are each told with their names and what to do")
  func notInForce() {
    let told: [(Warning, String)] = [
      (
        .restartPending(settings: ["agency.timeZone", "limits.batch"]),
        "Restart pending for: agency.timeZone, limits.batch. These settings were changed in the configuration and take effect after: systemctl restart visitsd"
      ),
      (
        .roleUnknown(setting: "roles.coordinator", names: ["bob", "@planners"]),
        "roles.coordinator names users or groups that this machine does not know: bob, @planners. They do not have this role; visitsd looks them up again every minute."
      ),
      (
        .syncSecretUnreadable(setting: "upstream.tokenFile", path: "/etc/visits/token"),
        "Sync is off: upstream.tokenFile names /etc/visits/token, and visitsd cannot read that file. It tries again every minute."
      ),
      (
        .syncCredentialMissing(setting: "upstream.tokenCredential", path: "/run/credentials/visitsd.service/token"),
        "Sync is off: upstream.tokenCredential names a credential that systemd has not handed over (/run/credentials/visitsd.service/token). Put it in place, then: systemctl restart visitsd"
      ),
    ]
    for (warning, words) in told { #expect(warning.words(in: context) == words) }
  }

  @Test("a backup that failed says where and why; that the server stops is said as ever")
  func backup() {
    let failed = ErrorView.backupFailed(
      .diskFull, path: "/b/x.sqlite", words: "database or disk is full", in: context)
    #expect(
      failed.message
        == "No backup was made in /b/x.sqlite: database or disk is full. Make sure that its folder has room and is writable, then try again."
    )
    #expect(failed.kind.code == 1503)
    #expect(
      ErrorView.backupFailed(.shuttingDown, path: "", words: "", in: context).message
        == "The server is shutting down. Try again in a few seconds.")
  }
}
