import JSON

/// Texts of which parameters are made.
enum Texts {
  /// Texts of a parameter of that name; `nil`: it holds none.
  static func plain(_ name: String, _ method: String) -> [JSONValue]? {
    switch name {
    case "reason" where method == "visit.correct": ["forgotten", "device", "noSignal", "other", "because"]
    case "reason" where method == "absence.put": ["sick", "holiday", "training", "other", "because"]
    case "name" where method == "system.backup": ["copy.sqlite", "other.sqlite", "../copy.sqlite"]
    case "name": ["Maria Silva", "Zoë O’Neill", "山田 花子", "A\u{202E}B"]
    case "reason", "note", "address", "service", "title", "accessNote", "emergencyContact", "photo":
      ["Ate well", "Walk", "a", "Zu Fuß\nund zurück", .string(String(repeating: "long ", count: 100))]
    case "namePrefix", "familyName", "nameSuffix": ["Silva", "O’Neill", " ", "A\u{202E}B"]
    case "city", "district", "region", "postalCode", "country": ["T5J 0A1", "São Paulo", "a"]
    case "givenNames": [["Maria", "Luísa"], [], [""]]
    case "street": [["123 Oak St", "Unit 4"], ["Zu Fuß\nund zurück"], []]
    case "phone": ["+1 780 555 0199", "911"]
    case "timeZone": ["America/Edmonton", "Europe/Warsaw", "Asia/Tokyo", "Nowhere/Land"]
    case "locale": ["en", "de", "pl", "en-AU", "xx"]
    case "offset": ["-07:00", "-06:00", "+02:00"]
    case "repeat":
      [
        "weekly:mon,fri", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      ]
    case "memberIds": [["medicaid=H1"], ["medicaid=H1", "medicaid=H2"], [], ["H1"]]
    case "identifiers": [["code=C17"], ["ssn=12345", "license=L-9"], [], ["badge=1"]]
    case "serviceCode": ["T1019", "S5125:U1:U2", "", "T1019:"]
    case "time": ["now", "10:30", "7:15 pm", "25:00", "tomorrow 8:00"]
    case "symbol": ["fork.knife", "Fork"]
    default: nil
    }
  }

  /// Times and days as people type them.
  static let typed: [JSONValue] = [
    "now", "8:00", "tomorrow 14:30", "yesterday", "2:30", "10.11", "2027-03-14 2:30", "soon",
  ]

  /// Exports of other systems.
  static func content(_ format: String?) -> [JSONValue] {
    switch format {
    case "csv":
      let heading = "id,client,worker,start,end,note,status\n"
      return [
        "7,margaret-chen,sarah,2026-11-21 08:00,2026-11-21 09:00,x,\n",
        "7,margaret-chen,sarah,2026-11-21 08:30,2026-11-21 09:30,y,\n",
        "7,margaret-chen,james,2026-11-21 08:00,2026-11-21 09:00,,cancelled\n8,nobody,,2026-11-21 08:00,,,\n",
      ].map { .string(heading + $0) }
    case "workers":
      return [
        "id,name,phone,language\nsarah,Sarah Miller,780,en\n,\"Lind, Nora\",,nb\n",
        "name,active\nSarah Miller,no\nSarah Miller,yes\n", "id,phone\nnobody,780\n",
      ]
    case "clients":
      return [
        "name,date of birth,address\nOle Berg,1941-03-09,9 Elm St\nMargaret Chen,,\n",
        "id,name,street,city\nmargaret-chen,Margaret Chen,1 Oak St,Leduc\n", "name,date of birth\nA,2999-01-01\n",
      ]
    case "ics":
      return [
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261121T150000Z\r\nDTEND:20261121T160000Z\r
        SUMMARY:Margaret Chen\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """,
        "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
      ]
    default: return [.string(bundle("booked")), .string(bundle("fulfilled")), .string(bundle("cancelled"))]
    }
  }

  private static func bundle(_ status: String) -> String {
    """
    {"resourceType":"Bundle","type":"collection","entry":[
    {"resource":{"resourceType":"Practitioner","id":"p1","name":[{"text":"Nora Lind"}]}},
    {"resource":{"resourceType":"Patient","id":"c1","name":[{"family":"Berg","given":["Ole"]}]}},
    {"resource":{"resourceType":"Appointment","id":"a1","status":"\(status)","start":"2026-11-20T15:00:00Z",
    "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/c1"}},
    {"actor":{"reference":"Practitioner/p1"}}]}}]}
    """
  }
}
