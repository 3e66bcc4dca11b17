/// What is said while a view stays on show, and of the feed.
package enum WatchPhrase: String, CommandPhrase {
  case noConnection = "watch.noConnection"
  case lost = "watch.lost"
  case back = "watch.back"
  case footer = "watch.footer"
  case scroll = "watch.scroll"
  case retryNow = "watch.retryNow"
  case numbersForgotten = "watch.numbersForgotten"
  case workerOrAll = "watch.workerOrAll"
  case away = "feed.away"
  case lagged = "feed.lagged"
  case again = "feed.again"
  case goOn = "feed.goOn"
  case olderEntries = "audit.older"
  case oneOfThree = "audit.oneOfThree"
}
