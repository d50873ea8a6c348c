#pragma once

#include <QColor>
#include <span>

namespace texeleton::editor {

enum class Theme { Dark, Light };

/// Purposes of colours. Widgets use tokens, never colours, so that both themes stay complete.
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

/// A row of the table that defines both themes.
struct TokenColors {
  Token token;
  const char* name;  ///< Name in the style sheet: {panel}.
  const char* dark;
  const char* light;
};

/// All tokens in the order of the enumeration.
std::span<const TokenColors> tokenTable();

QColor tokenColor(Theme theme, Token token);

/// A pair of tokens drawn on one another, and its required contrast (WCAG 2.1: 4.5 for text, 3 for outlines and signs).
struct ColorPair {
  Token foreground;
  Token background;
  double least;
};

/// Every pair that the style sheet and the panels use.
std::span<const ColorPair> colorPairs();

}  // namespace texeleton::editor
