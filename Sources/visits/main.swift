import Glibc
import VisitsCommands

let output = DescriptorOutput.standard()
let errors = DescriptorOutput.error()
var status = VisitsCommand.run(Array(CommandLine.arguments.dropFirst()), on: Host(), output: output, errors: errors)
do {
  try output.flush()
} catch {
  errors.write("visits: The result cannot be written: \(error).\n")
  status = 74
}
exit(status)
