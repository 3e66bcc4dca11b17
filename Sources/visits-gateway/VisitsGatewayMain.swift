import Glibc
import VisitsGateway

@main
struct VisitsGatewayMain {
  static func main() async {
    exit(await GatewayProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
