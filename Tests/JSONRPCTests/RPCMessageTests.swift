import JSON
import JSONRPC
import Testing

@Suite("A line of JSON-RPC")
struct RPCMessageTests {
  private func parse(_ line: String, limits: RPCLimits = RPCLimits()) throws(RPCError) -> RPCMessage {
    try RPCMessage.parse(ArraySlice(line.utf8), limits: limits)
  }

  private func request(_ line: String) throws -> RPCRequest? {
    guard case .single(.request(let request)) = try parse(line) else { return nil }
    return request
  }

  private func refusal(_ line: String) throws -> (error: RPCError, id: String?)? {
    guard case .single(.refused(let error, let id)) = try parse(line) else { return nil }
    return (error, id?.text)
  }

  @Test(
    "keeps the id byte for byte",
    arguments: [
      "1", "-0", "1.0", "1e2", "1E+400", "123456789012345678901234567890", "null", #""""#, #""\u0041""#, #""a\/b é""#,
    ])
  func ids(id: String) throws {
    #expect(try request(#"{"jsonrpc":"2.0","id":  \#(id) ,"method":"m"}"#)?.id?.text == id)
    #expect(try request(#"{"params":{},"method":"m","jsonrpc":"2.0","id":\#(id)}"#)?.id?.text == id)
  }

  @Test("takes a request without an id for a notification, and absent parameters for none")
  func notification() throws {
    let request = try #require(try request(#"{"jsonrpc":"2.0","method":"m","extra":[1]}"#))
    #expect(request.isNotification)
    #expect(request.method == "m")
    #expect(request.params == [:])
  }

  @Test(
    "answers what is no request, with the id that can be read",
    arguments: [
      ("1", "null", "A request is an object, not a number."),
      (#"{}"#, "null", "A request needs \"jsonrpc\":\"2.0\"."),
      (#"{"id":7,"method":"m"}"#, "7", "A request needs \"jsonrpc\":\"2.0\"."),
      (#"{"jsonrpc":"1.0","id":"a","method":"m"}"#, "\"a\"", "A request needs \"jsonrpc\":\"2.0\"."),
      (#"{"jsonrpc":2.0,"id":1e1,"method":"m"}"#, "1e1", "A request needs \"jsonrpc\":\"2.0\"."),
      (#"{"jsonrpc":"2.0","id":1}"#, "1", "A request needs \"method\" with the method's name in quotes."),
      (#"{"jsonrpc":"2.0","method":1}"#, "null", "A request needs \"method\" with the method's name in quotes."),
      (
        #"{"jsonrpc":"2.0","method":1e999,"id":3}"#, "3", "A request needs \"method\" with the method's name in quotes."
      ),
      (
        #"{"jsonrpc":"2.0","id":true,"method":"m"}"#, "null",
        "The id must be a string, a number or null, not true or false."
      ),
      (#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, "null", "The id must be a string, a number or null, not an array."),
      (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "null", "The id must be a string, a number or null, not an object."),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#, "1",
        "\"params\" must be an object, not null; leave it out if there are none."
      ),
      (
        #"{"jsonrpc":"2.0","method":"m","params":"bar"}"#, "null",
        "\"params\" must be an object, not a string; leave it out if there are none."
      ),
    ])
  func refusals(line: String, id: String, message: String) throws {
    let refused = try #require(try refusal(line))
    #expect(refused.error == .invalidRequest(message))
    #expect(refused.id == id)
  }

  @Test("refuses parameters by position, but never answers a notification that has them")
  func positional() throws {
    let call = try #require(try refusal(#"{"jsonrpc":"2.0","method":"m","params":[1],"id":1}"#))
    #expect(call.error.code == -32602)
    #expect(call.id == "1")
    let notification = try #require(try refusal(#"{"jsonrpc":"2.0","method":"m","params":[1]}"#))
    #expect(notification.id == nil)
  }

  @Test("names the parameter that is out of range, and keeps the id behind it")
  func misfit() throws {
    let refused = try #require(
      try refusal(#"{"jsonrpc":"2.0","method":"m","params":{"a":1,"limit":1e999,"z":1e888},"id":4}"#))
    #expect(refused.error.code == -32602)
    #expect(refused.error.data["field"] == "limit")
    #expect(refused.id == "4")
    #expect(try request(#"{"jsonrpc":"2.0","method":"m","other":99999999999999999999,"id":5}"#)?.id?.text == "5")
  }

  @Test(
    "refuses a name of the envelope that stands twice",
    arguments: [
      #"{"jsonrpc":"2.0","method":"m","method":"n","id":1}"#, #"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#,
      #"{"jsonrpc":"2.0","params":{},"params":{},"method":"m"}"#, #"{"jsonrpc":"2.0","\u006dethod":"m","method":"m"}"#,
      #"{"jsonrpc":"2.0","jsonrpc":"2.0","method":"m"}"#, #"{"jsonrpc":"2.0","method":"m","x":1,"x":2}"#,
    ])
  func duplicates(line: String) {
    let error = #expect(throws: RPCError.self) { try parse(line) }
    #expect(error?.code == -32700)
  }

  @Test("keeps the entries of a batch apart")
  func batch() throws {
    let message = try parse(#"[{"jsonrpc":"2.0","method":"a","id":1}, 2, [], {"jsonrpc":"2.0","method":"b"}]"#)
    guard case .batch(let entries) = message, entries.count == 4 else {
      Issue.record("no batch of four")
      return
    }
    guard case .request(let first) = entries[0], case .refused(_, let second) = entries[1],
      case .refused(let third, _) = entries[2], case .request(let fourth) = entries[3]
    else {
      Issue.record("other entries")
      return
    }
    #expect(first.method == "a")
    #expect(second?.text == "null")
    #expect(third == .invalidRequest("A request is an object, not an array."))
    #expect(fourth.isNotification)
  }

  @Test("takes 100 entries in a batch, and ids of 256 bytes, and no more")
  func limits() throws {
    let entry = #"{"jsonrpc":"2.0","method":"a"}"#
    let hundred = Array(repeating: entry, count: 100).joined(separator: ",")
    #expect(throws: Never.self) { try parse("[\(hundred)]") }
    let tooMany = #expect(throws: RPCError.self) { try parse("[\(hundred),\(entry)]") }
    #expect(tooMany?.code == 1413)
    #expect(tooMany?.data["limit"] == "batchEntries")
    #expect(tooMany?.data["value"] == 100)

    let id = "\"" + String(repeating: "x", count: 254) + "\""
    #expect(try request(#"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#)?.id?.text == id)
    let tooLong = #expect(throws: RPCError.self) {
      try parse(#"{"jsonrpc":"2.0","method":"m","id":1\#(id.dropFirst().dropLast())}"#)
    }
    #expect(tooLong?.code == -32700)
    let longNumber = #expect(throws: RPCError.self) {
      try parse(#"{"jsonrpc":"2.0","method":"m","id":\#(String(repeating: "1", count: 257))}"#)
    }
    #expect(longNumber?.data["limit"] == "idBytes")
    let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    let tooDeep = #expect(throws: RPCError.self) { try parse(#"{"jsonrpc":"2.0","method":"m","x":\#(deep),"id":1}"#) }
    #expect(tooDeep?.data["limit"] == "depth")
    let many = (1...5001).map { "\"k\($0)\":1" }.joined(separator: ",")
    let tooManyValues = #expect(throws: RPCError.self) {
      try parse(#"{"jsonrpc":"2.0","method":"m","params":{\#(many)},"id":1}"#)
    }
    #expect(
      tooManyValues?.message
        == "The message has more than 5000 values (texts, numbers, lists and objects); split it into several messages.")
    #expect(tooManyValues?.data["limit"] == "values")
  }

  @Test("answers an empty batch and an empty line")
  func empty() {
    #expect(throws: RPCError.invalidRequest("The batch is empty; put at least one request into it.")) {
      try parse("[]")
    }
    #expect(throws: RPCError.parseError(JSONSyntaxError(.empty, at: 0))) { try parse("") }
  }

  @Test("an error goes over the wire with its kind")
  func wire() throws {
    let error = RPCError.methodNotFound("todya", nearest: "today")
    let text =
      #"{"code":-32601,"message":"There is no method \"todya\". Did you mean \"today\"?","#
      + #""data":{"kind":"methodNotFound","method":"todya","nearest":"today"}}"#
    #expect(String(decoding: error.bytes, as: UTF8.self) == text)
    #expect(RPCError(try JSONScanner.parse(text.utf8)) == error)
  }
}
