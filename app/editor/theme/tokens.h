#pragma once

#include <QColor>
#include <span>

namespace texeleton::editor {

enum class Theme { Dark, Light };

/// What colours are for. Widgets name a token, never a colour, so both themes stay whole.
enum class Token {
  Window,
  Panel,
  Raised,
  Field,
  Edge,
  Line,
  SoftLine,
  Hover,
  Text,
  Muted,
  Accent,
  AccentSurface,
  OnAccent,
  Good,
  Warning,
  Error,
};

/// One row of the table that both themes are made from.
struct TokenColors {
  Token token;
  const char* name;  ///< In the style sheet: {panel}.
  const char* dark;
  const char* light;
};

/// Every token once, in the order of the enumeration.
std::span<const TokenColors> tokenTable();

QColor tokenColor(Theme theme, Token token);

/// A pair of tokens that the theme draws on one another, and the contrast that it must have (WCAG 2.1: 4.5 for text, 3
/// for outlines and signs).
struct ColorPair {
  Token foreground;
  Token background;
  double least;
};

/// Every pair that the style sheet and the panels use.
std::span<const ColorPair> colorPairs();

}  // namespace texeleton::editor
