/// Every method of the API. A row here and the method's own file make it live: the daemon, `visits call`, the OpenRPC
/// document and the schema test all read this table.
package enum MethodTable {
  /// The rows, in the order of the documents.
  package static let rows: [MethodRow] = [
    MethodRow(Today.self),
    MethodRow(Week.self),
    MethodRow(VisitList.self),
    MethodRow(VisitShow.self),
    MethodRow(VisitSuggest.self),
    MethodRow(VisitAdd.self),
    MethodRow(VisitChange.self),
    MethodRow(VisitStart.self),
    MethodRow(VisitComplete.self),
    MethodRow(VisitCancel.self),
    MethodRow(VisitMiss.self),
    MethodRow(VisitReopen.self),
    MethodRow(VisitCorrect.self),
    MethodRow(SeriesList.self),
    MethodRow(SeriesShow.self),
    MethodRow(SeriesChange.self),
    MethodRow(SeriesEnd.self),
    MethodRow(SeriesSkip.self),
    MethodRow(SeriesUnskip.self),
    MethodRow(TaskDay.self),
    MethodRow(TaskRecord.self),
    MethodRow(TaskStats.self),
    MethodRow(TaskList.self),
    MethodRow(TaskPut.self),
    MethodRow(TaskRemove.self),
    MethodRow(TaskPresets.self),
    MethodRow(Home.self),
    MethodRow(GoalList.self),
    MethodRow(GoalPut.self),
    MethodRow(SessionStart.self),
    MethodRow(SessionTrial.self),
    MethodRow(SessionEnd.self),
    MethodRow(SessionList.self),
    MethodRow(SessionShow.self),
    MethodRow(WorkerList.self),
    MethodRow(WorkerShow.self),
    MethodRow(WorkerPut.self),
    MethodRow(WorkerLink.self),
    MethodRow(WorkerUnlink.self),
    MethodRow(WorkerDuplicates.self),
    MethodRow(AbsenceList.self),
    MethodRow(AbsencePut.self),
    MethodRow(AbsenceEnd.self),
    MethodRow(ClientList.self),
    MethodRow(ClientShow.self),
    MethodRow(ClientPut.self),
    MethodRow(ClientLink.self),
    MethodRow(ClientUnlink.self),
    MethodRow(ClientDuplicates.self),
    MethodRow(EmergencyRaise.self),
    MethodRow(EmergencyAcknowledge.self),
    MethodRow(EmergencyResolve.self),
    MethodRow(EmergencyList.self),
    MethodRow(DeviceInvite.self),
    MethodRow(DeviceEnrol.self),
    MethodRow(DeviceList.self),
    MethodRow(DeviceRevoke.self),
    MethodRow(DeviceMe.self),
    MethodRow(DeviceLeave.self),
    MethodRow(AlertList.self),
    MethodRow(AlertAcknowledge.self),
    MethodRow(SyncStatus.self),
    MethodRow(SyncNow.self),
    MethodRow(SyncProblems.self),
    MethodRow(SyncRetry.self),
    MethodRow(SyncDiscard.self),
    MethodRow(EventWait.self),
    MethodRow(EventSubscribe.self),
    MethodRow(AuditList.self),
    MethodRow(Report.self),
    MethodRow(Export.self),
    MethodRow(EVVCheck.self),
    MethodRow(Import.self),
    MethodRow(SystemStatus.self),
    MethodRow(SystemMetrics.self),
    MethodRow(SystemHealth.self),
    MethodRow(SystemBackup.self),
    MethodRow(Discover.self),
  ]

  /// The row of a name.
  package static func row(named name: String) -> MethodRow? { byName[name] }

  /// The notification of a name.
  package static func notification(named name: String) -> Notification? {
    for row in rows {
      for notification in row.method.notifications where notification.name == name { return notification }
    }
    return nil
  }

  private static let byName: [String: MethodRow] = {
    var byName: [String: MethodRow] = [:]
    for row in rows {
      precondition(byName.updateValue(row, forKey: row.name) == nil, "two rows are named \(row.name)")
    }
    return byName
  }()
}
