/// Something that an operator should look at, and that lasts until they do.
package enum Warning: Sendable, Hashable {
  /// The machine's time zone cannot be used, and the settings name none: days begin and end in this one.
  case timeZoneUnknown(used: Zone)
}
