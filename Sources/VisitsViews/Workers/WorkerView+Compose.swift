import Catalog
package import VisitsAPI
package import VisitsModel

extension WorkerView {
  /// A worker as the API shows them.
  package static func compose(_ worker: Worker, in context: ViewContext) -> WorkerView {
    WorkerView(
      id: worker.id.rawValue, key: worker.key.rawValue, name: worker.name,
      nameParts: NamePartsView(worker.nameParts), initials: Initials.of(worker.name, in: context.phrases.language),
      timeZone: worker.zone?.identifier, phone: worker.phone, locale: worker.locale,
      identifiers: worker.identifiers.lines, isActive: worker.isActive,
      version: worker.version, updatedAt: worker.updatedAt.timestamp)
  }
}
