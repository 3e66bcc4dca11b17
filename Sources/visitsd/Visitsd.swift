import Glibc
import VisitsDaemon

@main
struct Visitsd {
  static func main() async {
    exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
