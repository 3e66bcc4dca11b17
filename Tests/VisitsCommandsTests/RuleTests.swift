import Catalog
import CommandCatalog
import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

/// What a person is told of a value that does not keep its parameter's rule.
@Suite("A value that cannot be")
struct RuleTests {
  private func refusal(_ field: String, _ rule: JSONValue) -> RPCError {
    var error = RPCError.invalidParams(field: field, "The parameter \"\(field)\" is wrong.")
    for member in rule.object?.members ?? [] { error.data[member.name] = member.value }
    return error
  }

  private static let days: JSONValue = ["rule": "range", "minimum": 1, "maximum": 366, "found": 500]

  @Test(
    "is refused in the language of whoever typed it",
    arguments: [
      ("en", "--days must be a whole number from 1 to 366; it is 500."),
      ("de", "--days muss eine ganze Zahl von 1 bis 366 sein; angegeben ist 500."),
      ("fr", "--days doit être un nombre entier de 1 à 366, et non 500."),
      ("ru", "--days: нужно целое число от 1 до 366; указано 500."),
      ("tr", "--days, 1 ile 366 arasında bir tam sayı olmalıdır; verilen değer 500."),
    ])
  func range(language: String, message: String) {
    let run = TestMachine([.refuse(refusal("days", Self.days))])
      .visits("tasks", "stats", "--client", "margaret-chen", "--days", "500", "--locale", language)
    #expect(run.errors == "visits: \(message)\n")
    #expect(run.status == 64)
  }

  @Test(
    "is told with what can be, and what may be meant",
    arguments: [
      ("en", "--category cannot be \"helth\". Use one of: health, rest. Did you mean health?"),
      ("de", "--category kann nicht „helth“ sein. Verwenden Sie einen dieser Werte: health, rest. Meinten Sie health?"),
      (
        "fr",
        "--category ne peut pas être «\u{A0}helth\u{A0}». Utilisez l’une de ces valeurs\u{A0}: health, rest. "
          + "Vouliez-vous dire health\u{202F}?"
      ),
    ])
  func choice(language: String, message: String) {
    let rule: JSONValue = ["rule": "choice", "choices": ["health", "rest"], "found": "helth"]
    let run = TestMachine([.refuse(refusal("category", rule))])
      .visits("tasks", "add", "Tea", "--client", "m", "--category", "helth", "--locale", language)
    #expect(run.errors == "visits: \(message)\n")
  }

  @Test(
    "of too many letters, or of none, is told so",
    arguments: [
      ("en", "TITLE may have at most 200 characters; it has 240.", "TITLE must not be empty."),
      ("de", "TITLE darf höchstens 200 Zeichen haben; es sind 240.", "TITLE darf nicht leer sein."),
      ("pl", "TITLE: najwyżej 200 znaków; podano 240.", "TITLE: wartość nie może być pusta."),
      ("vi", "TITLE được có nhiều nhất 200 ký tự; đã nhập 240.", "TITLE không được để trống."),
    ])
  func length(language: String, long: String, empty: String) {
    func said(_ rule: JSONValue) -> String {
      TestMachine([.refuse(refusal("title", rule))])
        .visits("tasks", "add", "Tea", "--client", "m", "--locale", language).errors
    }
    #expect(said(["rule": "length", "minimum": 1, "maximum": 200, "length": 240]) == "visits: \(long)\n")
    #expect(said(["rule": "length", "minimum": 1, "maximum": 200, "length": 0]) == "visits: \(empty)\n")
    #expect(said(["rule": "blank"]) == "visits: \(empty)\n")
  }

  @Test(
    "of another form is told with an example",
    arguments: [
      ("es", "--symbol no puede ser “A b”. Un ejemplo: fork.knife."),
      ("ru", "--symbol: недопустимое значение «A b». Пример: fork.knife."),
    ])
  func form(language: String, message: String) {
    let rule: JSONValue = ["rule": "form", "example": "fork.knife", "found": "A b"]
    let run = TestMachine([.refuse(refusal("symbol", rule))])
      .visits("tasks", "add", "Tea", "--client", "m", "--symbol", "A b", "--locale", language)
    #expect(run.errors == "visits: \(message)\n")
  }

  @Test("whose rule this program does not know is told in the daemon's words")
  func unknownRule() {
    let run = TestMachine([.refuse(refusal("days", ["rule": "odd"]))])
      .visits("tasks", "stats", "--client", "margaret-chen", "--locale", "de")
    #expect(run.errors == "visits: The parameter --days is wrong.\n" || run.errors == "visits: --days is wrong.\n")
  }

  @Test(
    "for a day of the week is named, and nothing is asked of the daemon",
    arguments: [
      ("en", "\"funday\" is no weekday. Write mon, tue, wed, thu, fri, sat or sun."),
      ("de", "„funday“ ist kein Wochentag. Schreiben Sie mo, di, mi, do, fr, sa oder so."),
      ("fr", "«\u{A0}funday\u{A0}» n’est pas un jour de la semaine. Écrivez lun, mar, mer, jeu, ven, sam ou dim."),
      ("tr", "“funday” bir gün adı değil. pzt, sal, çar, per, cum, cmt veya paz yazın."),
    ])
  func weekday(language: String, message: String) {
    let machine = TestMachine([])
    let run = machine.visits("tasks", "add", "Tea", "--client", "m", "--on", "mon,funday", "--locale", language)
    #expect(run.errors.hasPrefix("visits: \(message)\n"))
    #expect(run.status == 64)
    #expect(!machine.calls.contains { $0.method == "task.put" })
  }

  /// The seven days, short as a person types them in each language, and Wednesday in full.
  @Test(
    "weekdays are read in English and in the reader's language",
    arguments: [
      (Language.english, "mon,tues,Wednesday,thu,fri,sat,sun"), (.german, "Mo,di,Mittwoch,do,fr,sa,so"),
      (.spanish, "lun,mar,miércoles,jue,vie,sáb,dom"), (.brazilianPortuguese, "seg,ter,quarta-feira,qui,sex,sab,dom"),
      (.french, "lun, mar, mercredi, jeu, ven, sam, dim"), (.italian, "lun,mar,mercoledì,gio,ven,sab,dom"),
      (.dutch, "ma,di,woensdag,do,vr,za,zo"), (.indonesian, "sen,sel,rabu,kam,jum,sab,min"),
      (.turkish, "pzt,sal,çarşamba,per,cum,cmt,paz"), (.vietnamese, "t2,t3,thứ tư,t5,t6,t7,cn"),
      (.polish, "pn,wt,środę,czw,pt,sob,nd"), (.russian, "пн,вт,Среда,чт,пт,сб,вс"),
      (.german, "mon,tue,wed,thu,fri,sat,sun"),
    ])
  func weekdays(language: Language, typed: String) {
    CommandLanguage.$current.withValue(language) {
      let read = typed.split(separator: ",").map { TypedDayWords.weekday(String($0)) }
      #expect(read == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
      #expect(TypedDayWords.weekday("monkey") == nil)
      #expect(TypedDayWords.weekday("") == nil)
    }
  }

  @Test("no two words of dates of a language share a spelling, with or without accents", arguments: Language.allCases)
  func spellings(language: Language) {
    CommandLanguage.$current.withValue(language) {
      let words = DayPhrase.allCases.map { $0.text.split(separator: ", ").map(String.init) }
      let all = words.flatMap(\.self)
      #expect(Set(all).count == all.count)
      let folded = words.map { Set($0.map { TitleSearch.fold($0) }) }
      #expect(folded.reduce(Set<String>()) { $0.union($1) }.count == folded.reduce(0) { $0 + $1.count })
      #expect(all.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
    }
  }

  @Test(
    "days are read as the reader's language names them",
    arguments: [
      ("en", "Yesterday", "today", "tomorrow"), ("de", "gestern", "Heute", "morgen"), ("es", "ayer", "hoy", "mañana"),
      ("pt-BR", "ontem", "hoje", "amanhã"), ("fr", "hier", "aujourd'hui", "demain"), ("it", "ieri", "oggi", "domani"),
      ("nl", "gisteren", "vandaag", "morgen"), ("id", "kemarin", "hari ini", "besok"), ("tr", "dün", "bugün", "yarın"),
      ("vi", "hôm qua", "hôm nay", "ngày mai"), ("pl", "wczoraj", "dzisiaj", "jutro"),
      ("ru", "вчера", "сегодня", "Завтра"), ("de", "yesterday", "today", "tomorrow"),
    ])
  func days(language: String, yesterday: String, today: String, tomorrow: String) {
    for (typed, english) in [(yesterday, "yesterday"), (today, "today"), (tomorrow, "tomorrow")] {
      let machine = TestMachine([.answer(["visits": []])])
      _ = machine.visits("list", "--date", typed, "--locale", language)
      let next = ["yesterday": "today", "today": "tomorrow", "tomorrow": "through tomorrow"][english]
      #expect(machine.calls.first?.params["localFrom"]?.string?.lowercased() == english)
      #expect(machine.calls.first?.params["localTo"]?.string?.lowercased() == next)
    }
  }

  @Test(
    "now is read as the reader's language says it",
    arguments: [
      ("en", "now"), ("de", "Jetzt"), ("es", "ahora"), ("es", "ya"), ("pt-BR", "agora"), ("fr", "maintenant"),
      ("it", "adesso"), ("it", "ora"), ("nl", "nu"), ("id", "sekarang"), ("tr", "şimdi"), ("vi", "bây giờ"),
      ("pl", "teraz"), ("ru", "Сейчас"), ("ru", "now"),
    ])
  func now(language: String, typed: String) {
    let machine = TestMachine([.answer(.null), .answer(.null)])
    _ = machine.visits("emergency", "raise", "--worker", "sarah", "--at", typed, "--locale", language)
    #expect(machine.calls.first?.params["localAt"] == "now")
    let read = CommandLanguage.$current.withValue(Language(LocaleName(language)) ?? .english) {
      TypedDayWords.inEnglish(typed)
    }
    #expect(read == "now")
  }

  @Test(
    "a day's name may stand beside a time",
    arguments: [
      ("de", "morgen 14:30", "tomorrow 14:30"), ("ru", "8:00 вчера", "8:00 yesterday"),
      ("vi", "ngày mai 14:30", "tomorrow 14:30"), ("de", "mo 8:00", "monday 8:00"),
      ("de", "24.12. 8:00", "24.12. 8:00"),
      ("de", "uebermorgen 8:00", "uebermorgen 8:00"),
    ])
  func moments(language: String, typed: String, english: String) {
    let read = CommandLanguage.$current.withValue(Language(LocaleName(language)) ?? .english) {
      TypedDayWords.inEnglish(typed)
    }
    #expect(read == english)
  }
}
