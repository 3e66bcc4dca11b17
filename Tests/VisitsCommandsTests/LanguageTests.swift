import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import TableColumns
import Testing

@testable import VisitsCommands

/// What the command line says itself, in the person's language.
@Suite struct LanguageTests {
  @Test("a refused change is told in Polish, to the last line")
  func refusedChange() {
    let error = RPCError(code: 1423, kind: "overlap", message: "Nakłada się.", data: ["visits": [Sample.margaret]])
    let move = TestMachine([.answer(["visit": Sample.john]), .refuse(error)])
      .visits("move", Sample.johnID, "--start", "8:00", "--locale", "pl")
    #expect(move.status == 1)
    #expect(
      move.errors == """
        visits: Nakłada się.
          Nakłada się na: 000000a1  Margaret Chen, Friday, November 20, 2026, 8:00 AM - 9:00 AM, Sarah Johnson: Completed
          Zaplanuj mimo to: --allow-overlap

        """)
  }

  @Test(
    "a daemon that does not run is told of in the language of the environment",
    arguments: [
      (
        "pl_PL.UTF-8",
        """
        visits: visitsd nie działa: nie ma gniazda /run/visitsd/visitsd.sock.
          Sprawdź, czy visitsd jest zainstalowany i działa: systemctl status visitsd
          Uruchom visitsd: sudo systemctl start visitsd (w kopii repozytorium: scripts/run)

        """
      ),
      (
        "de_AT.UTF-8",
        """
        visits: visitsd läuft nicht: Unter /run/visitsd/visitsd.sock gibt es keinen Socket.
          Ist es installiert, und läuft es? systemctl status visitsd
          Starten: sudo systemctl start visitsd, oder scripts/run aus einem Checkout

        """
      ),
      (
        "tr_TR",
        """
        visits: visitsd çalışmıyor: /run/visitsd/visitsd.sock yolunda bir soket yok.
          Kurulu mu, çalışıyor mu? systemctl status visitsd
          Başlatın: sudo systemctl start visitsd ya da bir kaynak kodu kopyasından scripts/run

        """
      ),
      (
        "ru_RU.UTF-8",
        """
        visits: visitsd не запущен: сокета /run/visitsd/visitsd.sock нет.
          Проверьте, установлен ли visitsd и работает ли он: systemctl status visitsd
          Запустите visitsd: sudo systemctl start visitsd (в копии репозитория: scripts/run)

        """
      ),
    ])
  func noDaemon(locale: String, errors: String) {
    let machine = TestMachine([.noConnection(.noSocket(path: "/run/visitsd/visitsd.sock"))])
    machine.existing = []
    machine.environment["LC_MESSAGES"] = locale
    machine.environment["LANG"] = "fr_FR.UTF-8"
    let run = machine.visits("list")
    #expect(run.status == 69)
    #expect(run.errors == errors)
  }

  @Test(
    "a number of things takes the form of the language",
    arguments: [
      ("pl", 1, "Ponowna próba: 1 problem."), ("pl", 2, "Ponowna próba: 2 problemy."),
      ("pl", 5, "Ponowna próba: 5 problemów."), ("pl", 22, "Ponowna próba: 22 problemy."),
      ("pl", 12_304, "Ponowna próba: 12\u{A0}304 problemy."), ("ru", 1, "Новая попытка: 1 проблема."),
      ("ru", 2, "Новая попытка: 2 проблемы."), ("ru", 5, "Новая попытка: 5 проблем."),
      ("ru", 21, "Новая попытка: 21 проблема."), ("de", 1, "Bei 1 Problem wird es noch einmal versucht."),
      ("de", 1500, "Bei 1.500 Problemen wird es noch einmal versucht."), ("tr", 3, "3 sorun yeniden deneniyor."),
    ])
  func plurals(locale: String, count: Int64, line: String) {
    let run = TestMachine([.answer(["retried": .integer(count)])]).visits("sync", "retry", "--all", "--locale", locale)
    #expect(run.output == line + "\n")
  }

  @Test("a command line that cannot be read is told of in the language that it asks for")
  func misread() {
    let unknown = TestMachine([]).visits("list", "--worke", "sarah", "--locale", "de")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors == """
        visits: Unbekannte Option '--worke'. Meinten Sie '--worker'?
        Aufruf: visits list <Optionen>
          Mehr dazu zeigt 'visits list --help'.

        """)
    let missing = TestMachine([]).visits("cancel", "--locale=pl", "a1b2c3d4")
    #expect(missing.errors.hasPrefix("visits: Brakuje wymaganego argumentu '--reason <reason>'\nPomoc:  "))
    let exclusive = TestMachine([]).visits("today", "--worker", "sarah", "--all", "--locale", "ru", "--json")
    #expect(exclusive.output.contains("Опции --worker и --all исключают друг друга: укажите одну из них."))
    #expect(exclusive.errors.hasPrefix("visits: Опции --worker и --all исключают друг друга: укажите одну из них.\n"))
  }

  @Test(
    "no error of a command line has English words in it where another language is asked for",
    arguments: [
      ["list", "--nope"], ["list", "-z"], ["list", "--limit", "x"], ["list", "--limit"], ["list", "--status", "x"],
      ["list", "a", "b"], ["list", "--open=yes"], ["show"], ["report", "--by", "x"], ["add"], ["assign", "a1b2c3d4"],
      ["clients", "change", "x", "--active", "--inactive"], ["unassign"], ["list", "--timeout", "0"], ["nope"],
      ["import"], ["series", "end"], ["sync", "show", "x"],
    ])
  func noEnglish(words: [String]) {
    for locale in ["pl", "ru", "tr"] {
      let machine = TestMachine([])
      machine.environment["LANG"] = locale
      let output = KeptOutput()
      let errors = KeptOutput()
      let status = VisitsCommand.run(words, on: machine, output: output, errors: errors)
      #expect(status == 64)
      for word in ["Error", "Usage", "Missing", "Unknown", "Unexpected", "value", "Help:", "See '", "Give ", " is "] {
        #expect(!errors.text.contains(word), "\(locale): \(errors.text)")
      }
    }
  }

  @Test("help is in the language of the person, from its headings to the parser's own options")
  func help() {
    let run = TestMachine([]).visits("cancel", "--help", "--locale", "de")
    #expect(run.status == 0)
    let words = HelpBook(.german)
    for english in ["Cancel a visit.", "The reason.", "How long an answer may take.", "Show help information."] {
      #expect(words(english) != english)
      #expect(run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words(english)))
    }
    #expect(run.output.contains("\n  -r, --reason <reason>   "))
    for word in ["OVERVIEW", "USAGE", "OPTIONS:", "EVERYWHERE", "default:"] { #expect(!run.output.contains(word)) }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("AUFRUF") || $0.count <= 80 })
  }

  @Test("every text of help stands in every language's file, and nothing else does", arguments: Language.allCases)
  func helpIsComplete(language: Language) throws {
    guard language != .english else { return }
    let texts = HelpTexts.all
    let known = try HelpBook.texts(in: language)
    #expect(texts.subtracting(known.keys).sorted() == [])
    #expect(Set(known.keys).subtracting(texts).sorted() == [])
  }

  @Test("nothing is read where the daemon says all there is to say")
  func nothingIsRead() async {
    // In a process of its own: other tests run beside this one and read every language.
    await #expect(processExitsWith: .success) {
      let run = TestMachine([.answer(Sample.today)]).visits("today", "--worker", "sarah", "--locale", "vi")
      #expect(run.status == 0)
      #expect(CommandBook.languagesRead.isEmpty)
    }
  }

  @Test("durations, sizes and times of day are written as the language writes them")
  func amounts() {
    CommandLanguage.$current.withValue(.russian) {
      #expect(Amount.duration(93_600) == "1 дн. 2 ч")
      #expect(Amount.bytes(5_120_000) == "5,1 МБ")
      #expect(ClockWords.time(50_700, offset: 0) == "14:05")
    }
    CommandLanguage.$current.withValue(.indonesian) { #expect(ClockWords.time(50_700, offset: 0) == "14.05") }
    #expect(ClockWords.time(50_700, offset: 0) == "2:05 PM")
    #expect(Amount.bytes(5_120_000) == "5.1 MB")
  }
}

/// All that help says in English, as the commands declare it.
private enum HelpTexts {
  static let all: Set<String> = {
    var texts: Set<String> = [
      "<options>", "<subcommand>", "Show the version.", TableGuide.headings, TableGuide.moments, TableGuide.identity,
      TableGuide.people, "Show subcommand help information.",
    ]
    for kind in TableKind.allCases { texts.formUnion(kind.columns.map { $0.meaning(in: kind) }) }
    texts.formUnion(TableKind.visits.columns.compactMap(\.requirement))
    add(VisitsCommand.self, to: &texts)
    return texts
  }()

  private static func add(_ command: any ParsableCommand.Type, to texts: inout Set<String>) {
    let configuration = command.configuration
    texts.insert(configuration.abstract)
    for paragraph in configuration.discussion.split(separator: "\n\n") where paragraph != ColumnList.brief() {
      texts.insert(String(paragraph))
    }
    for argument in CommandArgument.all(of: command) {
      texts.insert(argument.abstract)
      if let section = argument.section { texts.insert(section) }
    }
    for group in configuration.groupedSubcommands { texts.insert(group.name) }
    for next in configuration.subcommands { add(next, to: &texts) }
    texts.remove("")
  }
}
