import Catalog
import CommandCatalog
import JSON
import Testing

@testable import VisitsCommands

/// Dates as people say them in each language, as they reach the daemon, which reads English.
@Suite struct DateWordTests {
  /// What is sent for the start of a visit that is moved.
  private func start(_ typed: String, _ language: String) -> String? {
    let machine = TestMachine([.answer(["visit": Sample.john]), .answer(["visit": Sample.john])])
    _ = machine.visits("move", Sample.johnID, "--start", typed, "--locale", language)
    return machine.calls.last { $0.method == "visit.change" }?.params["localStart"]?.string
  }

  @Test(
    "the Friday of next week is named in every language",
    arguments: [
      ("en", "next Friday 10:00"), ("en", "on next friday 10:00"), ("de", "nächsten Freitag 10:00"),
      ("de", "nachsten freitag um 10:00 Uhr"), ("es", "viernes de la próxima semana a las 10"),
      ("pt-BR", "sexta da próxima semana às 10:00"), ("fr", "vendredi prochain à 10:00"),
      ("it", "venerdì della prossima settimana alle 10:00"), ("nl", "volgende vrijdag om 10:00"),
      ("id", "jumat depan pukul 10:00"), ("tr", "gelecek cuma 10:00"), ("pl", "w następny piątek o 10:00"),
      ("pl", "nastepny piatek 10:00"), ("ru", "в следующую пятницу в 10:00"),
    ])
  func nextFriday(language: String, typed: String) {
    #expect(start(typed, language) == "next friday 10:00")
  }

  @Test(
    "the Friday to come is the first one, where people say so",
    arguments: [
      ("es", "próximo viernes 10:00"), ("es", "el viernes que viene a las 10:00"), ("pt-BR", "próxima sexta 10:00"),
      ("pt-BR", "na sexta que vem às 10:00"), ("it", "venerdì prossimo alle 10:00"), ("it", "prossimo venerdi 10:00"),
      ("id", "jumat yang akan datang pukul 10:00"), ("vi", "thứ sáu tới 10:00"), ("vi", "thứ sáu sắp tới 10:00"),
      ("en", "coming friday 10:00"), ("nl", "komende vrijdag 10:00"),
    ])
  func coming(language: String, typed: String) {
    #expect(start(typed, language) == "friday 10:00")
  }

  @Test(
    "so is the Friday of a week that is named",
    arguments: [
      ("vi", "thứ sáu tuần sau 10:00", "friday next week 10:00"),
      ("vi", "thu sau tuan sau luc 10:00", "friday next week 10:00"),
      ("fr", "vendredi de la semaine prochaine à 10:00", "friday next week 10:00"),
      ("de", "Freitag nächster Woche 10:00", "friday next week 10:00"),
      ("tr", "haftaya cuma 10:00", "next week friday 10:00"),
      ("id", "hari minggu depan 10:00", "next sunday 10:00"), ("en", "this coming monday 10:00", "this monday 10:00"),
    ])
  func ofAWeek(language: String, typed: String, english: String) {
    #expect(start(typed, language) == english)
  }

  @Test(
    "a day of December is named in every language",
    arguments: [
      ("en", "Dec 3 10:00", "Dec 3 10:00"), ("en", "december 3 10:00", "december 3 10:00"),
      ("de", "am 3. Dezember um 10:00 Uhr", "3. december 10:00"),
      ("de", "3. dez. 10:00", "3. december 10:00"), ("es", "3 de diciembre 10:00", "3 december 10:00"),
      ("pt-BR", "3 de dezembro às 10:00", "3 december 10:00"), ("fr", "le 3 décembre à 10:00", "3 december 10:00"),
      ("fr", "3 decembre 10:00", "3 december 10:00"), ("it", "3 dicembre alle 10:00", "3 december 10:00"),
      ("nl", "3 december om 10:00", "3 december 10:00"), ("id", "3 desember 10:00", "3 december 10:00"),
      ("tr", "3 aralık 10:00", "3 december 10:00"), ("vi", "3 tháng 12 10:00", "3 december 10:00"),
      ("pl", "3 grudnia o 10:00", "3 december 10:00"), ("ru", "3 декабря в 10:00", "3 december 10:00"),
      ("fr", "1er décembre 10:00", "1 december 10:00"), ("es", "3 de diciembre de 2027 10:00", "3 december 2027 10:00"),
      ("es", "3 de diciembre a las 10", "3 december 10:00"), ("fr", "3 décembre à 10 h", "3 december 10:00"),
      ("en", "3 december at 10", "3 december 10:00"), ("de", "um 8 am 3. Dezember", "8:00 3. december"),
    ])
  func december(language: String, typed: String, english: String) {
    #expect(start(typed, language) == english)
  }

  @Test(
    "a half of the day is not taken for another word",
    arguments: [
      ("es", "a las 8 de la mañana", "8:00 am"), ("es", "mañana a las 8 de la mañana", "tomorrow 8:00 am"),
      ("de", "8 Uhr am Morgen", "8 am"), ("de", "am Morgen um 8", "8:00 am"), ("de", "12 Uhr am Freitag", "12 friday"),
      ("de", "15 Uhr am Freitag", "15 friday"), ("de", "12 am Freitag", "12 friday"), ("vi", "8 giờ sáng", "8 am"),
      // What no daemon reads: it refuses these.
      ("vi", "8 giờ tối", "8 tối"), ("vi", "7 giờ tối mai", "7 tối tomorrow"), ("vi", "8 gio toi", "8 toi"),
      ("vi", "thứ hai tối 8:00", "monday tối 8:00"), ("es", "12 de la mañana", "12 de la mañana"),
      ("de", "am Morgen um 12", "am Morgen um 12"),
    ])
  func halves(language: String, typed: String, english: String) {
    #expect(start(typed, language) == english)
  }

  @Test(
    "the latest Monday is named in every language",
    arguments: [
      ("en", "last monday"), ("de", "letzten Montag"), ("es", "el lunes pasado"), ("pt-BR", "segunda passada"),
      ("fr", "lundi dernier"), ("it", "lunedì scorso"), ("nl", "vorige maandag"), ("id", "senin lalu"),
      ("tr", "geçen pazartesi"), ("vi", "thứ hai trước"), ("pl", "w zeszły poniedziałek"),
      ("ru", "прошлый понедельник"),
    ])
  func lastMonday(language: String, typed: String) {
    let machine = TestMachine([.answer(["visits": []])])
    _ = machine.visits("list", "--date", typed, "--locale", language)
    #expect(machine.calls.first?.params["localFrom"] == "last monday")
    #expect(machine.calls.first?.params["localTo"] == "through last monday")
  }

  @Test(
    "weeks and months are named in every language",
    arguments: [
      ("en", "this week", "last month"), ("de", "diese Woche", "letzten Monat"),
      ("es", "esta semana", "el mes pasado"),
      ("pt-BR", "esta semana", "mês passado"), ("fr", "cette semaine", "le mois dernier"),
      ("it", "questa settimana", "mese scorso"), ("nl", "deze week", "vorige maand"),
      ("id", "minggu ini", "bulan lalu"),
      ("tr", "bu hafta", "geçen ay"), ("vi", "tuần này", "tháng trước"), ("pl", "ten tydzień", "zeszły miesiąc"),
      ("ru", "на этой неделе", "прошлый месяц"),
    ])
  func spans(language: String, week: String, month: String) {
    let machine = TestMachine([.answer(["visits": []]), .answer(["visits": []])])
    _ = machine.visits("list", "--date", week, "--locale", language)
    _ = machine.visits("list", "--from", month, "--locale", language)
    #expect(machine.calls.first?.params["localFrom"] == "this week")
    #expect(machine.calls.first?.params["localTo"] == "through this week")
    #expect(machine.calls.last?.params["localFrom"] == "last month")
  }

  @Test("a week can be named in the person's language, too, and a number keeps its am")
  func option() {
    func from(_ option: String, _ span: String, _ language: String = "de") -> JSONValue? {
      let machine = TestMachine([.answer(["visits": []])])
      _ = machine.visits("list", option, span, "--locale", language)
      return machine.calls.first?.params["localFrom"]
    }
    #expect(from("--week", "nächste") == "next week")
    #expect(from("--month", "dezember") == "month of december")
    #expect(from("--week", "próxima", "es") == "next week")
    #expect(start("morgen 12 am", "de") == "tomorrow 12 am")
    #expect(start("am Freitag 8:00", "de") == "friday 8:00")
  }

  @Test("a word that can be a Tuesday or March is refused", arguments: ["es", "fr", "it"])
  func dayOrMonth(language: String) {
    for option in ["--date", "--from", "--to"] {
      let machine = TestMachine([])
      let run = machine.visits("list", option, "mar", "--locale", language)
      #expect(run.status == 64)
      #expect(run.errors.contains("mar"))
      #expect(machine.calls.isEmpty)
    }
    let machine = TestMachine([.answer(["visits": []])])
    _ = machine.visits("list", "--date", "mar", "--locale", "de")
    #expect(machine.calls.first?.params["localFrom"] == "march")
  }
}
