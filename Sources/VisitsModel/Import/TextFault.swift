/// Why something of a text from elsewhere is not taken: a case with its values, which VisitsViews words in the caller's
/// language. An import keeps it beside its place, sync beside the record.
package struct TextFault: Error, Sendable, Hashable, Codable {
  /// What is wrong, by its name in the languages' files. Stored outcomes hold the names: one that stood here stays.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    // Of any text
    case tooLong = "import.tooLong"
    case endNotAfterStart = "import.endNotAfterStart"
    // A table as a whole
    case tableEmpty = "import.table.empty"
    case tableNoColumn = "import.table.noColumn"
    case tableNoColumnNearest = "import.table.noColumn.nearest"
    case tableMappedTwice = "import.table.mappedTwice"
    case tableNoHeading = "import.table.noHeading"
    case tableNoHeadingNearest = "import.table.noHeading.nearest"
    case tableSeveralHeadings = "import.table.severalHeadings"
    case tableColumnTwice = "import.table.columnTwice"
    case tableMisspelt = "import.table.misspelt"
    case tableMissing = "import.table.missing"
    case tableMissingOrPeople = "import.table.missing.orPeople"
    case tableNoDateOrder = "import.table.noDateOrder"
    case tableNoYear = "import.table.noYear"
    case tableHalvesApart = "import.table.halvesApart"
    case tableTooManyRows = "import.table.tooManyRows"
    case tableNoKind = "import.table.noKind"
    // A row of a table
    case rowStrayQuote = "import.row.strayQuote"
    case rowUnclosedQuote = "import.row.unclosedQuote"
    case rowNul = "import.row.nul"
    case rowCellTooLong = "import.row.cellTooLong"
    case rowTooManyCells = "import.row.tooManyCells"
    case rowMoreCells = "import.row.moreCells"
    case rowNoClient = "import.row.noClient"
    case rowNoStart = "import.row.noStart"
    case rowNoDate = "import.row.noDate"
    case rowNoEnd = "import.row.noEnd"
    case rowNoDateOrTime = "import.row.noDateOrTime"
    case rowNoDay = "import.row.noDay"
    case rowNoTimeOfDay = "import.row.noTimeOfDay"
    case rowTimeOrHours = "import.row.timeOrHours"
    case rowTimeOrSpan = "import.row.timeOrSpan"
    case rowDateAlone = "import.row.dateAlone"
    case rowMidnight = "import.row.midnight"
    case rowOtherDate = "import.row.otherDate"
    case rowMonthFirst = "import.row.monthFirst"
    case rowDayFirst = "import.row.dayFirst"
    case rowMonthFirstUnlike = "import.row.monthFirst.unlike"
    case rowDayFirstUnlike = "import.row.dayFirst.unlike"
    case rowTwoOrders = "import.row.twoOrders"
    case rowEndNotAfterStart = "import.row.endNotAfterStart"
    case rowEndBeforeStart = "import.row.endBeforeStart"
    case rowLongerThanADay = "import.row.longerThanADay"
    case rowNoDuration = "import.row.noDuration"
    case rowBareDuration = "import.row.bareDuration"
    case rowNoZone = "import.row.noZone"
    case rowNoServiceCode = "import.row.noServiceCode"
    case rowHappened = "import.row.happened"
    case rowUnknownStatus = "import.row.unknownStatus"
    case rowNoAnswer = "import.row.noAnswer"
    case rowAllDay = "import.row.allDay"
    case rowMidnightToMidnight = "import.row.midnightToMidnight"
    case rowMayBeCancelled = "import.row.mayBeCancelled"
    case rowIdTwice = "import.row.idTwice"
    case rowBothChanged = "import.row.bothChanged"
    case rowNoName = "import.row.noName"
    case rowNewWithoutName = "import.row.newWithoutName"
    case rowNoID = "import.row.noId"
    case rowNoLanguage = "import.row.noLanguage"
    case rowSamePerson = "import.row.samePerson"
    case rowOtherID = "import.row.otherId"
    // A Bundle
    case fhirUnknownClient = "import.fhir.unknownClient"
    case fhirInStep = "import.fhir.inStep"
    case fhirRecordedHere = "import.fhir.recordedHere"
    case fhirHistory = "import.fhir.history"
    case fhirNoIdentity = "import.fhir.noIdentity"
    case fhirIdentitiesDiffer = "import.fhir.identitiesDiffer"
    case fhirCopiesDiffer = "import.fhir.copiesDiffer"
    case fhirNestedBundle = "import.fhir.nestedBundle"
    case fhirNoStatus = "import.fhir.noStatus"
    case fhirUnknownStatus = "import.fhir.unknownStatus"
    case fhirNoStart = "import.fhir.noStart"
    case fhirNoEnd = "import.fhir.noEnd"
    case fhirLongerThanADay = "import.fhir.longerThanADay"
    case fhirUndatable = "import.fhir.undatable"
    case fhirBornAhead = "import.fhir.bornAhead"
    case fhirEncounterBackwards = "import.fhir.encounterBackwards"
    case fhirContradicts = "import.fhir.contradicts"
    case fhirTooManyParticipants = "import.fhir.tooManyParticipants"
    case fhirNoPatient = "import.fhir.noPatient"
    case fhirSeveralPatients = "import.fhir.severalPatients"
    case fhirRoleWithoutPractitioner = "import.fhir.roleWithoutPractitioner"
    case fhirRoleAlone = "import.fhir.roleAlone"
    case fhirModified = "import.fhir.modified"
    case fhirPatientInformed = "import.fhir.patientInformed"
    case fhirWorkerNamedOnly = "import.fhir.workerNamedOnly"
    case fhirEncounterOfOthers = "import.fhir.encounterOfOthers"
    case fhirEncounterSecond = "import.fhir.encounterSecond"
    case fhirSharedIdentifier = "import.fhir.sharedIdentifier"
    case fhirReplaced = "import.fhir.replaced"
    case fhirNameless = "import.fhir.nameless"
    case fhirDoubtfulAddress = "import.fhir.doubtfulAddress"
    case fhirNoZone = "import.fhir.noZone"
    case fhirPlaceElsewhere = "import.fhir.placeElsewhere"
    case fhirPlaceByName = "import.fhir.placeByName"
    case fhirNamesNothing = "import.fhir.namesNothing"
    case fhirNamedOnly = "import.fhir.namedOnly"
    case fhirClientDeclined = "import.fhir.clientDeclined"
    case fhirFurtherPlace = "import.fhir.furtherPlace"
    case fhirPartOfTime = "import.fhir.partOfTime"
    case fhirNotWholeDate = "import.fhir.notWholeDate"
    case fhirMoreOfTotal = "import.fhir.moreOfTotal"
    case fhirMoreElsewhere = "import.fhir.moreElsewhere"
    case fhirOutcome = "import.fhir.outcome"
    case fhirDeletion = "import.fhir.deletion"
    case fhirContainedUnknown = "import.fhir.containedUnknown"
    case fhirNotInBundle = "import.fhir.notInBundle"
    case fhirUnresolvable = "import.fhir.unresolvable"
    case fhirLeadsNowhere = "import.fhir.leadsNowhere"
    case fhirAmbiguous = "import.fhir.ambiguous"
    case fhirRefusedItself = "import.fhir.refusedItself"
    case fhirWrongActor = "import.fhir.wrongActor"
    case fhirNotUTF8 = "import.fhir.notUTF8"
    case fhirTooLarge = "import.fhir.tooLarge"
    case fhirTooDeep = "import.fhir.tooDeep"
    case fhirTooManyValues = "import.fhir.tooManyValues"
    case fhirTooManyContained = "import.fhir.tooManyContained"
    case fhirNotJSON = "import.fhir.notJSON"
    case fhirRepeatedName = "import.fhir.repeatedName"
    case fhirUnexpected = "import.fhir.unexpected"
    case fhirNotWhole = "import.fhir.notWhole"
    case fhirTooLong = "import.fhir.tooLong"
    case fhirBadTime = "import.fhir.badTime"
    case fhirMissing = "import.fhir.missing"
    // A time of FHIR's
    case fhirTimeMalformed = "import.fhir.time.malformed"
    case fhirTimeTimeMissing = "import.fhir.time.timeMissing"
    case fhirTimeOffsetMissing = "import.fhir.time.offsetMissing"
    case fhirTimeOffsetOutOfRange = "import.fhir.time.offsetOutOfRange"
    case fhirTimeYearZero = "import.fhir.time.yearZero"
    case fhirTimeNoSuchDay = "import.fhir.time.noSuchDay"
    case fhirTimeNoSuchTime = "import.fhir.time.noSuchTime"
    case fhirTimeHour24 = "import.fhir.time.hour24"
    case fhirTimeLeapSecond = "import.fhir.time.leapSecond"
    // A calendar
    case calendarTooLarge = "import.calendar.tooLarge"
    case calendarNoCalendar = "import.calendar.noCalendar"
    case calendarBreaksOff = "import.calendar.breaksOff"
    case calendarUnpaired = "import.calendar.unpaired"
    case calendarTooDeep = "import.calendar.tooDeep"
    case calendarTooManyProperties = "import.calendar.tooManyProperties"
    case calendarTooManyEvents = "import.calendar.tooManyEvents"
    case calendarTooManyVisits = "import.calendar.tooManyVisits"
    case calendarTooMuchCounting = "import.calendar.tooMuchCounting"
    case calendarAnswer = "import.calendar.answer"
    case calendarMalformedLine = "import.calendar.malformedLine"
    case calendarNoClient = "import.calendar.noClient"
    case calendarRepeated = "import.calendar.repeated"
    case calendarBadTime = "import.calendar.badTime"
    case calendarBadDuration = "import.calendar.badDuration"
    case calendarAllDay = "import.calendar.allDay"
    case calendarUnknownZone = "import.calendar.unknownZone"
    case calendarLongAgo = "import.calendar.longAgo"
    case calendarTwoEnds = "import.calendar.twoEnds"
    case calendarLongerThanADay = "import.calendar.longerThanADay"
    case calendarNoRange = "import.calendar.noRange"
    case calendarNoExrule = "import.calendar.noExrule"
    case calendarSeveralPeople = "import.calendar.severalPeople"
    case calendarSameUID = "import.calendar.sameUID"
    case calendarUnknownOwnZone = "import.calendar.unknownOwnZone"
    case calendarTentative = "import.calendar.tentative"
    case calendarDeclined = "import.calendar.declined"
    case calendarMovedOut = "import.calendar.movedOut"
    case calendarSomeoneDeclined = "import.calendar.someoneDeclined"
    case calendarZoneBesideUTC = "import.calendar.zoneBesideUTC"
    case calendarUnknownWord = "import.calendar.unknownWord"
    case calendarUnplacedChange = "import.calendar.unplacedChange"
    case calendarOldVersion = "import.calendar.oldVersion"
    case calendarEncoded = "import.calendar.encoded"
    case calendarUnreadableZone = "import.calendar.unreadableZone"
    case calendarNoEvent = "import.calendar.noEvent"
    case calendarOfOneDay = "import.calendar.ofOneDay"
    case calendarNotTaken = "import.calendar.notTaken"
    case calendarNoRoom = "import.calendar.noRoom"
    case calendarFreeTime = "import.calendar.freeTime"
    case calendarDelegated = "import.calendar.delegated"
    // A record of upstream's
    case recordUnknown = "import.record.unknown"
    case recordGone = "import.record.gone"
    // A rule by which a visit recurs
    case ruleUnreadable = "error.invalid.rule.unreadable"
    case ruleNoPart = "error.invalid.rule.noPart"
    case ruleRepeated = "error.invalid.rule.repeated"
    case ruleUnsupported = "error.invalid.rule.unsupported"
    case ruleMissing = "error.invalid.rule.missing"
    case ruleTooFrequent = "error.invalid.rule.tooFrequent"
    case ruleValue = "error.invalid.rule.value"
    case ruleCountAndUntil = "error.invalid.rule.countAndUntil"
    case ruleUnfit = "error.invalid.rule.unfit"
    case ruleNothingToChoose = "error.invalid.rule.nothingToChoose"
    case ruleUnknownWords = "error.invalid.rule.unknownWords"
    case ruleUnknownWeekday = "error.invalid.rule.unknownWeekday"
  }

  /// What a value is of, by its name in the languages' files.
  package enum Value: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    case count
    case date
    case expected
    case limit
    case name
    case number
    case option
    case other
    case place
    case start
    case text
    case value
  }

  /// A cell of a table.
  package struct Cell: Sendable, Hashable, Codable {
    /// The heading over it.
    package let heading: String
    /// What stands in it.
    package let text: String

    /// A cell.
    package init(heading: String, text: String) {
      self.heading = heading
      self.text = text
    }
  }

  /// What is wrong.
  package var kind: Kind
  /// What belongs in its sentence; somebody else's text is short and harmless already.
  package var values: [Value: String]
  /// Names that its sentence lists, the first of them.
  package var names: [String]
  /// Whether there are more names.
  package var hasMoreNames: Bool
  /// Why, where the sentence has a second half that differs.
  package var because: Kind?
  /// The cell that is meant.
  package var cell: Cell?
  /// The way to what is meant, where that is told nowhere else: `status`.
  package var path: String?

  /// What is wrong, and its values.
  package init(
    _ kind: Kind, _ values: [Value: String] = [:], names: [String] = [], hasMoreNames: Bool = false,
    because: Kind? = nil, cell: Cell? = nil
  ) {
    self.kind = kind
    self.values = values
    self.names = names
    self.hasMoreNames = hasMoreNames
    self.because = because
    self.cell = cell
  }
}

/// Why something is not taken, as far as it can be worded.
package enum TextReason: Sendable, Hashable, Codable {
  /// A case with its values.
  case fault(TextFault)
  /// Worded already, in the language of whoever asked.
  case words(String)
}

/// A place in a text from elsewhere.
package enum TextPlace: Sendable, Hashable, Codable {
  /// A row of a table, as a spreadsheet counts them.
  case row(Int)
  /// A table as a whole.
  case table
  /// A calendar as a whole.
  case calendar
  /// A way in the format's own names: `entry[17] Appointment/abc: status`.
  case path(String)
}
