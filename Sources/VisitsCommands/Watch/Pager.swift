/// Which lines of a long view a terminal shows: the person scrolls, the view may change meanwhile.
struct Pager {
  /// How many lines stand above the first that is shown.
  private(set) var offset = 0

  /// What keys ask for.
  enum Wish {
    case end
    case scroll
    case nothing
  }

  /// Takes keys: arrows or j and k, space and b, Page Up and Page Down, g and G, q.
  ///
  /// - Parameters:
  ///   - lines: how many there are.
  ///   - room: how many the terminal shows.
  mutating func press(_ keys: [UInt8], lines: Int, room: Int) -> Wish {
    let page = max(1, room - 1)
    switch String(decoding: keys, as: UTF8.self) {
    case "q", "Q", "\u{4}": return .end
    case "j", "\r", "\n", "\u{1B}[B", "\u{1B}OB": offset += 1
    case "k", "\u{1B}[A", "\u{1B}OA": offset -= 1
    case " ", "f", "\u{1B}[6~": offset += page
    case "b", "\u{1B}[5~": offset -= page
    case "g", "\u{1B}[H", "\u{1B}[1~": offset = 0
    case "G", "\u{1B}[F", "\u{1B}[4~": offset = lines
    default: return .nothing
    }
    settle(lines: lines, room: room)
    return .scroll
  }

  /// Stays within the view.
  mutating func settle(lines: Int, room: Int) {
    offset = max(0, min(offset, lines - room))
  }
}
