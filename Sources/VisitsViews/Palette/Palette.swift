import Foundation
package import VisitsModel

/// What the accent colours look like (seed 003, Color System): in one table, for light and dark backgrounds and for high
/// contrast.
///
/// Each ink meets WCAG 2.2 AA for texts, 4.5 to 1, and so for pictures, on its background and on its own tint; with high
/// contrast it meets AAA, 7 to 1. None is pure white or black. A test computes all of it.
package enum Palette {
  /// A colour: `0xrrggbb`.
  package struct Colour: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// Red, green and blue, 8 bits each.
    package let value: UInt32

    package init(integerLiteral value: UInt32) { self.value = value }

    /// `#rrggbb`.
    package var text: String {
      let digits = String(value, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// How bright it is, 0 to 1 (WCAG 2.2, relative luminance).
    package var luminance: Double {
      func part(_ shift: UInt32) -> Double {
        let part = Double(value >> shift & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    /// The contrast with another, 1 to 21 (WCAG 2.2, contrast ratio).
    package func contrast(with other: Colour) -> Double {
      let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
      return (light + 0.05) / (dark + 0.05)
    }
  }

  /// A colour on one kind of background.
  package struct Shade: Sendable, Hashable {
    /// Of texts and pictures.
    package let ink: Colour
    /// Behind them: a tint of the same colour.
    package let tint: Colour
  }

  /// One value for each kind of background.
  package struct Appearances<Value: Sendable & Hashable>: Sendable, Hashable {
    package let light: Value
    package let dark: Value
    package let highContrastLight: Value
    package let highContrastDark: Value
  }

  package typealias Colours = Appearances<Shade>

  /// What stands behind everything.
  package static let backgrounds = Appearances<Colour>(
    light: 0xf7f7f5, dark: 0x16181c, highContrastLight: 0xfcfcfb, highContrastDark: 0x0b0c0e)

  /// What an accent looks like.
  package static func colours(of accent: Accent) -> Colours {
    switch accent {
    case .red:
      Colours(
        light: Shade(ink: 0xbd291f, tint: 0xf0dedb), dark: Shade(ink: 0xea7168, tint: 0x3c282a),
        highContrastLight: Shade(ink: 0x8a1e16, tint: 0xeee1e0), highContrastDark: Shade(ink: 0xf2a6a0, tint: 0x352828))
    case .coral:
      Colours(
        light: Shade(ink: 0xb23d19, tint: 0xefe1db), dark: Shade(ink: 0xea724d, tint: 0x3c2825),
        highContrastLight: Shade(ink: 0x812c12, tint: 0xede3df), highContrastDark: Shade(ink: 0xf2a790, tint: 0x352825))
    case .orange:
      Colours(
        light: Shade(ink: 0x9f4f0d, tint: 0xece3d9), dark: Shade(ink: 0xf38226, tint: 0x3e2b1e),
        highContrastLight: Shade(ink: 0x743909, tint: 0xece5de), highContrastDark: Shade(ink: 0xf6a766, tint: 0x35281e))
    case .amber:
      Colours(
        light: Shade(ink: 0x845f07, tint: 0xe9e5d8), dark: Shade(ink: 0xf9b820, tint: 0x3f351d),
        highContrastLight: Shade(ink: 0x5f4405, tint: 0xe9e6dd), highContrastDark: Shade(ink: 0xf9b820, tint: 0x362b11))
    case .olive:
      Colours(
        light: Shade(ink: 0x636a1b, tint: 0xe5e6db), dark: Shade(ink: 0xc6d544, tint: 0x363a23),
        highContrastLight: Shade(ink: 0x474d13, tint: 0xe6e7df), highContrastDark: Shade(ink: 0xc6d544, tint: 0x2d3018))
    case .green:
      Colours(
        light: Shade(ink: 0x337226, tint: 0xdfe7dc), dark: Shade(ink: 0x64c850, tint: 0x243825),
        highContrastLight: Shade(ink: 0x25531c, tint: 0xe2e8e0), highContrastDark: Shade(ink: 0x73ce60, tint: 0x1e2f1d))
    case .emerald:
      Colours(
        light: Shade(ink: 0x187346, tint: 0xdce7e0), dark: Shade(ink: 0x3edb8c, tint: 0x1d3b30),
        highContrastLight: Shade(ink: 0x125332, tint: 0xe0e8e3), highContrastDark: Shade(ink: 0x3edb8c, tint: 0x143125))
    case .teal:
      Colours(
        light: Shade(ink: 0x187168, tint: 0xdce7e4), dark: Shade(ink: 0x3edbcb, tint: 0x1d3b3c),
        highContrastLight: Shade(ink: 0x11524c, tint: 0xe0e8e6), highContrastDark: Shade(ink: 0x3edbcb, tint: 0x143130))
    case .cyan:
      Colours(
        light: Shade(ink: 0x136e85, tint: 0xdce7e8), dark: Shade(ink: 0x32c2e7, tint: 0x1b3741),
        highContrastLight: Shade(ink: 0x0e4f60, tint: 0xdfe7e8), highContrastDark: Shade(ink: 0x43c8e9, tint: 0x152e35))
    case .blue:
      Colours(
        light: Shade(ink: 0x1b63c0, tint: 0xdde5ef), dark: Shade(ink: 0x5a99eb, tint: 0x222f41),
        highContrastLight: Shade(ink: 0x14478b, tint: 0xe0e6ee), highContrastDark: Shade(ink: 0x93bcf2, tint: 0x232c37))
    case .indigo:
      Colours(
        light: Shade(ink: 0x4e56d3, tint: 0xe3e4f1), dark: Shade(ink: 0x8b91e5, tint: 0x2b2e40),
        highContrastLight: Shade(ink: 0x2d36b5, tint: 0xe3e4f3), highContrastDark: Shade(ink: 0xb1b5ed, tint: 0x292a36))
    case .violet:
      Colours(
        light: Shade(ink: 0x7c44d0, tint: 0xe8e2f1), dark: Shade(ink: 0xab86e3, tint: 0x312c40),
        highContrastLight: Shade(ink: 0x5b29a6, tint: 0xe9e3f1), highContrastDark: Shade(ink: 0xc7aeed, tint: 0x2d2936))
    case .magenta:
      Colours(
        light: Shade(ink: 0xa530a1, tint: 0xeddfeb), dark: Shade(ink: 0xd86dd4, tint: 0x39273d),
        highContrastLight: Shade(ink: 0x782375, tint: 0xece2eb), highContrastDark: Shade(ink: 0xe6a2e4, tint: 0x322735))
    case .rose:
      Colours(
        light: Shade(ink: 0xbc2155, tint: 0xf0dde2), dark: Shade(ink: 0xe96c96, tint: 0x3c2732),
        highContrastLight: Shade(ink: 0x8a183e, tint: 0xeee1e4), highContrastDark: Shade(ink: 0xf1a2bc, tint: 0x34272d))
    case .brown:
      Colours(
        light: Shade(ink: 0x885b3d, tint: 0xeae4df), dark: Shade(ink: 0xbf8c6a, tint: 0x342d2a),
        highContrastLight: Shade(ink: 0x63422d, tint: 0xeae6e2), highContrastDark: Shade(ink: 0xd5b39c, tint: 0x2f2a28))
    case .slate:
      Colours(
        light: Shade(ink: 0x58677a, tint: 0xe4e6e6), dark: Shade(ink: 0x8a99ac, tint: 0x2b2f36),
        highContrastLight: Shade(ink: 0x404a58, tint: 0xe5e7e7), highContrastDark: Shade(ink: 0xb0bac7, tint: 0x292b2f))
    }
  }
}
