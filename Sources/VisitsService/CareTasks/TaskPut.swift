import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskPut: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let client = try transaction.knownClient(parameters.client)
    let all = try transaction.tasks(of: client.id)
    let today = call.today(of: client)
    var task = try parameters.task.map { id in
      let task = try transaction.task(
        CareTaskID(rawValue: id.lowercased()), expectedVersion: parameters.change.expectedVersion)
      guard task.client == client.id else { throw Refusal.notFound(.task, id: id) }
      return task
    }
    let day = try call.firstDay(parameters.from, of: task, client, today: today, in: transaction)
    let others = all.filter { $0.id != task?.id }
    if let before = task {
      var changed = before
      if let name = try name(parameters) { changed.name = name }
      if let preset = parameters.preset.flatMap(\.preset), parameters.title == nil { changed.take(preset) }
      if case .left = parameters.condition {
        // A day alone does not change when the task is due.
      } else {
        let condition = try call.condition(
          parameters.condition.over(nil), of: before.id, among: others, in: call.zone(of: client), from: day)
        changed.setDue(condition, from: day)
      }
      task = changed
    } else {
      guard let name = try name(parameters) else {
        throw Refusal.invalid(field: "title", .needed(or: "preset"))
      }
      let id = transaction.newTaskID()
      let condition = try call.condition(
        parameters.condition.over(nil), of: id, among: others, in: call.zone(of: client), from: day)
      var made = CareTask(
        id: id, client: client.id, name: name, category: .other, tracksTime: false, accent: .slate, symbol: nil,
        rank: others.rank(at: others.count + 1).rank, phases: [TaskPhase(from: day, condition: condition)])
      if let preset = parameters.preset.flatMap(\.preset) { made.take(preset) }
      task = made
    }
    guard var task else { throw UnfitOutcome() }
    try check(task, all.first { $0.id == task.id }, among: others, on: today, call)
    // A task that is in the routine already may be changed, even at the limit.
    let isNew = all.first { $0.id == task.id }?.isOver(on: today) ?? true
    guard !isNew || task.isOver(on: today) || others.count(where: { !$0.isOver(on: today) }) < CareTask.limit else {
      throw Refusal.invalid(field: "client", .tooManyTasks(limit: CareTask.limit))
    }
    if let category = parameters.category { task.category = category.category }
    if let tracksTime = parameters.tracksTime { task.tracksTime = tracksTime }
    if let accent = parameters.accent { task.accent = accent.accent }
    task.symbol = parameters.symbol.over(task.symbol)
    if let order = parameters.order {
      // Callers count only the tasks that they see. Retired tasks keep their ranks.
      let shown = others.filter { !$0.isRetired(on: today) }
      let place = min(order, shown.count + 1)
      let before = place > 1 ? shown[place - 2].rank : Int.min
      let after = place <= shown.count ? shown[place - 1].rank : Int.max
      if !(before < task.rank && task.rank < after) {
        let (rank, moved) = shown.rank(at: place)
        task.rank = rank
        for other in moved { _ = try transaction.put(other) }
      }
    }
    return .task(try transaction.put(task))
  }

  /// Refuses a task with the title of another task in the same routine, since a worker could not tell the two apart. If
  /// a routine has two such tasks already, everything but their titles can still be changed.
  private static func check(
    _ task: CareTask, _ before: CareTask?, among others: [CareTask], on today: CareDay, _ call: Call
  ) throws {
    let isAnew = before.map { $0.name != task.name || $0.isOver(on: today) } ?? true
    guard isAnew, !task.isOver(on: today) else { return }
    // Compare every title that a reader may see, including a preset's English one.
    func titles(_ task: CareTask) -> Set<String> {
      Set(([task.title(in: call.view)] + task.names).map(FoldedText.fold))
    }
    let taken = titles(task)
    let same = others.first { other in
      !other.isOver(on: today) && (other.name == task.name || !titles(other).isDisjoint(with: taken))
    }
    if let same { throw Refusal.invalid(field: "title", .taskThere(same)) }
  }

  private static func name(_ parameters: Parameters) throws -> CareTask.Name? {
    if let title = parameters.title {
      // With a title, the preset sets only the look.
      return .words(title)
    }
    return parameters.preset.flatMap(\.preset).map { .preset($0) }
  }
}

extension CareTask {
  /// Copies the category, the colour, the symbol and the tracking of times from a preset.
  fileprivate mutating func take(_ preset: TaskPreset) {
    category = preset.category
    tracksTime = preset.tracksTime
    accent = preset.accent
    symbol = preset.symbol
  }
}
