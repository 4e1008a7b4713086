// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace loupe::ui {

/// Language of the window's texts. System follows the desktop, and is English for a language
/// without a translation.
enum class Language { System, English, German };

/// Parses "system", "en", "de"; nullopt for anything else.
std::optional<Language> languageFromName(const QString &name);
QString name(Language language);

/// Returns true if this build has the texts of the language.
bool hasTexts(Language language);

/// Shows texts that are made from now on in the language, those of Qt too where its translations
/// are installed. Call it once, after QApplication exists and before the first window.
void useLanguage(Language language);

} // namespace loupe::ui
