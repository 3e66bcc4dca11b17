import JSON

/// `task.presets`: what a client needs to define tasks and to draw them.
package enum TaskPresets: Method {
  package typealias Parameters = NoParameters

  /// A task that comes with the program.
  package struct Preset: WireObject {
    /// Its name.
    package var preset: TaskPresetWord
    /// What it is called, in the caller's language.
    package var title: String
    /// What it is about.
    package var category: TaskCategoryWord
    /// Whether its time is recorded.
    package var tracksTime: Bool
    /// The colour's token.
    package var accent: AccentWord
    /// A picture's token.
    package var symbol: String

    package init(
      preset: TaskPresetWord, title: String, category: TaskCategoryWord, tracksTime: Bool, accent: AccentWord,
      symbol: String
    ) {
      self.preset = preset
      self.title = title
      self.category = category
      self.tracksTime = tracksTime
      self.accent = accent
      self.symbol = symbol
    }

    package static let members: [Member<Preset>] = [
      Member("preset", { $0.preset }, "Its name."),
      Member("title", { $0.title }, "What it is called, in the caller's language."),
      Member("category", { $0.category }, "What it is about."),
      Member("tracksTime", { $0.tracksTime }, "Whether its time is recorded."),
      Member("accent", { $0.accent }, "The token of its colour."),
      Member("symbol", { $0.symbol }, "The token of its picture."),
    ]
  }

  /// What tasks can be about.
  package struct Category: WireObject {
    /// Its name.
    package var category: TaskCategoryWord
    /// In words.
    package var label: String

    package init(category: TaskCategoryWord, label: String) {
      self.category = category
      self.label = label
    }

    package static let members: [Member<Category>] = [
      Member("category", { $0.category }, "Its name."), Member("label", { $0.label }, "In words."),
    ]
  }

  /// A colour as it is drawn on one kind of background.
  package struct Shade: WireObject, Hashable {
    /// Of texts and pictures: `#b3261e`.
    package var ink: String
    /// Behind them: a tint of the same colour.
    package var tint: String

    package init(ink: String, tint: String) {
      self.ink = ink
      self.tint = tint
    }

    package static let members: [Member<Shade>] = [
      Member("ink", { $0.ink }, "The colour of texts and pictures, as #rrggbb."),
      Member("tint", { $0.tint }, "The colour behind them, where they stand on one."),
    ]
  }

  /// An accent colour.
  package struct Colour: WireObject {
    /// Its token.
    package var accent: AccentWord
    /// "Amber".
    package var label: String
    /// On a light background.
    package var light: Shade
    /// On a dark background.
    package var dark: Shade
    /// On a light background, with high contrast.
    package var highContrastLight: Shade
    /// On a dark background, with high contrast.
    package var highContrastDark: Shade

    package init(
      accent: AccentWord, label: String, light: Shade, dark: Shade, highContrastLight: Shade, highContrastDark: Shade
    ) {
      self.accent = accent
      self.label = label
      self.light = light
      self.dark = dark
      self.highContrastLight = highContrastLight
      self.highContrastDark = highContrastDark
    }

    package static let members: [Member<Colour>] = [
      Member("accent", { $0.accent }, "Its token."),
      Member("label", { $0.label }, "In words."),
      Member("light", { $0.light }, "On a light background."),
      Member("dark", { $0.dark }, "On a dark background."),
      Member("highContrastLight", { $0.highContrastLight }, "On a light background, with high contrast."),
      Member("highContrastDark", { $0.highContrastDark }, "On a dark background, with high contrast."),
    ]
  }

  /// What stands behind everything.
  package struct Backgrounds: WireObject {
    /// The light one: `#f7f7f8`.
    package var light: String
    /// The dark one.
    package var dark: String
    /// The light one, with high contrast.
    package var highContrastLight: String
    /// The dark one, with high contrast.
    package var highContrastDark: String

    package init(light: String, dark: String, highContrastLight: String, highContrastDark: String) {
      self.light = light
      self.dark = dark
      self.highContrastLight = highContrastLight
      self.highContrastDark = highContrastDark
    }

    package static let members: [Member<Backgrounds>] = [
      Member("light", { $0.light }, "The light one, as #rrggbb."),
      Member("dark", { $0.dark }, "The dark one."),
      Member("highContrastLight", { $0.highContrastLight }, "The light one, with high contrast."),
      Member("highContrastDark", { $0.highContrastDark }, "The dark one, with high contrast."),
    ]
  }

  /// All of it.
  package struct Answer: WireObject {
    /// The tasks.
    package var presets: [Preset]
    /// What they can be about.
    package var categories: [Category]
    /// The colours.
    package var accents: [Colour]
    /// The backgrounds for which the colours are made.
    package var backgrounds: Backgrounds

    package init(presets: [Preset], categories: [Category], accents: [Colour], backgrounds: Backgrounds) {
      self.presets = presets
      self.categories = categories
      self.accents = accents
      self.backgrounds = backgrounds
    }

    package static let members: [Member<Answer>] = [
      Member("presets", { $0.presets }, "Tasks that come with the program, titled in the caller's language."),
      Member("categories", { $0.categories }, "What tasks can be about."),
      Member("accents", { $0.accents }, "The palette: at least 4.5 to 1 on their backgrounds (WCAG 2.2 AA)."),
      Member("backgrounds", { $0.backgrounds }, "The backgrounds for which the colours are made."),
    ]
  }

  package static let name = "task.presets"
  package static let summary = "The care tasks that come with the program, their categories, and the accent colours."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = []
}
