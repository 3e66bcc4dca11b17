import Testing
import VisitsTestSupport

@testable import Systemd

@Suite("Reports to the service manager") struct NotifierTests {
  @Test("the service manager hears of the start, the state and the stop")
  func tells() {
    let manager = ToldMessages()
    let notifier = Notifier(send: manager.receive)
    #expect(notifier.ready(status: "12 visits"))
    #expect(manager.text() == "READY=1\nSTATUS=12 visits")
    #expect(notifier.status("13 visits\nREADY=1\r\nMAINPID=1"))
    #expect(manager.text() == "STATUS=13 visits READY=1 MAINPID=1")
    #expect(notifier.extendStart(by: .seconds(60)))
    #expect(manager.text() == "EXTEND_TIMEOUT_USEC=60000000")
    #expect(notifier.extendStart(by: .milliseconds(1500), status: "Checking\nREADY=1"))
    #expect(manager.text() == "EXTEND_TIMEOUT_USEC=1500000\nSTATUS=Checking READY=1")
    #expect(notifier.alive())
    #expect(manager.text() == "WATCHDOG=1")
    #expect(notifier.reloading(at: .milliseconds(1500)))
    #expect(manager.text() == "RELOADING=1\nMONOTONIC_USEC=1500000")
    #expect(notifier.isHeard)
    #expect(notifier.stopping(status: "Stopping"))
    #expect(manager.text() == "STOPPING=1\nSTATUS=Stopping")
  }

  @Test("without a service manager nothing is sent")
  func unmanaged() {
    #expect(!Notifier().isHeard)
    #expect(!Notifier().ready(status: "up"))
  }

  @Test("a report that the service manager did not receive is not taken for sent")
  func refused() {
    #expect(!Notifier(send: { _ in false }).ready(status: "up"))
  }
}
