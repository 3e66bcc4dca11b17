/// Where a visit takes place that nobody travels to: by video or telephone (FHIR R5, VirtualServiceDetail).
package struct VirtualPlace: Sendable, Hashable, Codable {
  /// The address of the call, such as `https://` or `tel:`; `nil`: it is not known.
  package var link: String?

  /// A call, with its address where that is known.
  package init(link: String? = nil) {
    self.link = link
  }
}
