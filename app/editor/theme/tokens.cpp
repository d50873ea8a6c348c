#include "app/editor/theme/tokens.h"

#include <array>

namespace texeleton::editor {

namespace {

constexpr std::array kTokens = {
    TokenColors{Token::Window, "window", "#1d1f23", "#dfe2e6"},
    TokenColors{Token::Panel, "panel", "#26292e", "#f4f5f7"},
    TokenColors{Token::Raised, "raised", "#30343a", "#ffffff"},
    TokenColors{Token::Field, "field", "#1f2226", "#ffffff"},
    // Light enough for 3 : 1 against the raised surface of buttons too.
    TokenColors{Token::Edge, "edge", "#777f8a", "#868d96"},
    TokenColors{Token::Line, "line", "#16181b", "#c9cdd3"},
    TokenColors{Token::SoftLine, "softLine", "#383d44", "#d9dce1"},
    TokenColors{Token::Hover, "hover", "#34393f", "#e4e7eb"},
    TokenColors{Token::Text, "text", "#d9dce1", "#1f2328"},
    TokenColors{Token::Muted, "muted", "#9da4ae", "#5b636d"},
    TokenColors{Token::Accent, "accent", "#4da3ff", "#1f74d6"},
    TokenColors{Token::AccentSurface, "accentSurface", "#24405f", "#d6e7fb"},
    TokenColors{Token::OnAccent, "onAccent", "#14181d", "#ffffff"},
    TokenColors{Token::Good, "good", "#6fbf73", "#247030"},
    TokenColors{Token::Warning, "warning", "#e3b04b", "#8a5a00"},
    TokenColors{Token::Error, "error", "#e5695f", "#c4372c"},
};

constexpr double kText = 4.5;
constexpr double kOutline = 3.0;

constexpr std::array kPairs = {
    ColorPair{Token::Text, Token::Window, kText},
    ColorPair{Token::Text, Token::Panel, kText},
    ColorPair{Token::Text, Token::Raised, kText},
    ColorPair{Token::Text, Token::Field, kText},
    ColorPair{Token::Text, Token::AccentSurface, kText},
    ColorPair{Token::Muted, Token::Window, kText},
    ColorPair{Token::Muted, Token::Panel, kText},
    ColorPair{Token::Muted, Token::Raised, kText},
    ColorPair{Token::Muted, Token::Field, kText},
    ColorPair{Token::Text, Token::Hover, kText},
    ColorPair{Token::Muted, Token::Hover, kText},
    ColorPair{Token::Warning, Token::Hover, kText},
    ColorPair{Token::Good, Token::Hover, kText},
    ColorPair{Token::Accent, Token::Hover, kOutline},
    ColorPair{Token::OnAccent, Token::Accent, kText},
    ColorPair{Token::Good, Token::Panel, kText},
    ColorPair{Token::Good, Token::Field, kText},
    ColorPair{Token::Warning, Token::Panel, kText},
    ColorPair{Token::Warning, Token::Field, kText},
    ColorPair{Token::Error, Token::Panel, kText},
    ColorPair{Token::Error, Token::Field, kText},
    ColorPair{Token::Edge, Token::Field, kOutline},
    ColorPair{Token::Edge, Token::Panel, kOutline},
    ColorPair{Token::Edge, Token::Raised, kOutline},
    ColorPair{Token::Accent, Token::Panel, kOutline},
    ColorPair{Token::Accent, Token::Field, kOutline},
    ColorPair{Token::Accent, Token::AccentSurface, kOutline},
};

}  // namespace

std::span<const TokenColors> tokenTable() { return kTokens; }

QColor tokenColor(Theme theme, Token token) {
  const TokenColors& row = kTokens[static_cast<std::size_t>(token)];
  return QColor::fromString(theme == Theme::Dark ? row.dark : row.light);
}

std::span<const ColorPair> colorPairs() { return kPairs; }

}  // namespace texeleton::editor
