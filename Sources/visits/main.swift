import Glibc
import VisitsCommands

VisitsCommand.occupyStandardDescriptors()
exit(
  VisitsCommand.finish(
    Array(CommandLine.arguments.dropFirst()), on: Host(), output: DescriptorOutput.standard(),
    errors: DescriptorOutput.error()))
