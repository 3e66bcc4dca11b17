import Glibc
import VisitsCommands

exit(
  VisitsCommand.finish(
    Array(CommandLine.arguments.dropFirst()), on: Host(), output: DescriptorOutput.standard(),
    errors: DescriptorOutput.error()))
