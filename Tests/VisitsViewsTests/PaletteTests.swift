import Testing
import VisitsModel

@testable import VisitsViews

@Suite("The palette (WCAG 2.2)")
struct PaletteTests {
  @Test("knows the contrast of what is known: black on white is 21, a colour on itself 1")
  func contrast() {
    let (black, white): (Palette.Colour, Palette.Colour) = (0x000000, 0xffffff)
    #expect(black.contrast(with: white) == 21)
    #expect(white.contrast(with: white) == 1)
    // The example of WebAIM's checker: #777777 on white is 4.48, just too little.
    #expect((4.47...4.49).contains((0x777777 as Palette.Colour).contrast(with: white)))
    #expect(white.text == "#ffffff")
    #expect((0x00000a as Palette.Colour).text == "#00000a")
  }

  @Test("has 12 to 16 accents, each of its own")
  func count() {
    #expect((12...16).contains(Accent.allCases.count))
    #expect(Set(Accent.allCases.map { Palette.colours(of: $0).light.ink }).count == Accent.allCases.count)
    #expect(Set(Accent.allCases.map { Palette.colours(of: $0).dark.ink }).count == Accent.allCases.count)
  }

  @Test(
    "is read by everybody: texts 4.5 to 1 and pictures 3 to 1, with high contrast 7 to 1", arguments: Accent.allCases)
  func accents(_ accent: Accent) {
    let (colours, backgrounds) = (Palette.colours(of: accent), Palette.backgrounds)
    let pairs: [(shade: Palette.Shade, background: Palette.Colour, least: Double)] = [
      (colours.light, backgrounds.light, 4.5), (colours.dark, backgrounds.dark, 4.5),
      (colours.highContrastLight, backgrounds.highContrastLight, 7),
      (colours.highContrastDark, backgrounds.highContrastDark, 7),
    ]
    for (shade, background, least) in pairs {
      #expect(shade.ink.contrast(with: background) >= least, "\(accent) on its background")
      #expect(shade.ink.contrast(with: shade.tint) >= least, "\(accent) on its tint")
      for colour in [shade.ink, shade.tint, background] {
        #expect(colour != 0x000000 && colour != 0xffffff, "\(accent) is pure white or black")
      }
    }
  }
}
