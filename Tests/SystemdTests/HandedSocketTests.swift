import Glibc
import Testing

@testable import Systemd

/// A socket that the service manager could have passed. A stream socket listens on loopback, or at an abstract name
/// that the kernel chooses. The test closes it.
private func passed(_ name: String?, _ family: Int32, listens: Bool) throws -> HandedSocket {
  let type = listens ? SOCK_STREAM : SOCK_DGRAM
  let descriptor = socket(family, Int32(type.rawValue), 0)
  try #require(descriptor >= 0)
  guard listens else { return HandedSocket(name: name, descriptor: descriptor) }
  var bound: Int32
  if family == AF_UNIX {
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNIX)
    bound = bind(descriptor, &address, socklen_t(MemoryLayout<sa_family_t>.size))
  } else {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
  if bound == 0 { bound = listen(descriptor, 1) }
  try #require(bound == 0)
  return HandedSocket(name: name, descriptor: descriptor)
}

@Suite("Sockets from the service manager")
struct HandedSocketTests {
  @Test(
    "each socket has its name, and none has one if the service manager gave another number of names",
    arguments: [
      ("visitsd.socket:gateway", ["visitsd.socket", "gateway"]), ("visitsd.socket:", ["visitsd.socket", nil]),
      ("visitsd.socket", [nil, nil]), ("a:b:c", [nil, nil]), ("", [nil, nil]), (nil, [nil, nil]),
    ] as [(String?, [String?])])
  func names(text: String?, expected: [String?]) {
    #expect(HandedSocket.names(2, in: text) == expected)
  }

  @Test("a program that listens on one UNIX socket takes the only one, and refuses several and other kinds")
  func one() throws {
    let own = try passed("visitsd.socket", AF_UNIX, listens: true)
    let gateway = try passed("gateway", AF_UNIX, listens: true)
    let internet = try passed("http", AF_INET, listens: true)
    let datagrams = try passed("log", AF_UNIX, listens: false)
    defer { for socket in [own, gateway, internet, datagrams] { close(socket.descriptor) } }
    let sockets = [own, gateway]
    #expect(try sockets.filter { $0.name == "gateway" }.onlyUnix() == gateway)
    #expect(try [HandedSocket]().onlyUnix() == nil)
    #expect(throws: HandedSocket.Fault.several(2)) { try sockets.onlyUnix() }
    #expect(throws: HandedSocket.Fault.unfit(name: "http")) { try [internet].onlyUnix() }
    #expect(throws: HandedSocket.Fault.unfit(name: "log")) { try [datagrams].onlyUnix() }
  }
}
