import JSON
import TableColumns
import Testing
import VisitsAPI

@Suite("The columns of a table, in the documents")
struct TableColumnTests {
  @Test("rpc.discover tells every column with its headings, how times are written and which visit a row is")
  func discover() throws {
    let methods = OpenRPC.document(version: "1")["methods"]?.array ?? []
    let method = try #require(methods.first { $0["name"] == "import" })
    let parameter = try #require(method["params"]?.array?.first { $0["name"] == "columns" })
    // The parameter may be null.
    let schema = try #require(parameter["schema"]?["anyOf"]?.array?.first)
    for kind in TableKind.allCases {
      for column in kind.columns {
        let text = schema["properties"]?[column.rawValue]?["description"]?.string ?? ""
        #expect(text.contains("Of \(kind.rawValue): \(column.meaning(in: kind))"), "\(column)")
        for heading in column.headings(in: kind) { #expect(text.contains(heading), "\(column)") }
      }
    }
    let guide = schema["description"]?.string ?? ""
    #expect(guide.contains("21.11.2026"))
    #expect(guide.contains("With another start it is a new visit, and the old one stays"))
    #expect(guide.contains("A row with a known id changes that person"))
  }
}
