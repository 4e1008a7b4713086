// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

const QString germanTexts = u":/translations/kernelloupe_de.qm"_s;

void installTexts(const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

/// Returns true if German is the first of the desktop's languages that the window has.
bool prefersGerman()
{
    for (const QString &each : QLocale::system().uiLanguages()) {
        const QLocale::Language language = QLocale(each).language();
        if (language == QLocale::German || language == QLocale::English)
            return language == QLocale::German;
    }
    return false;
}

} // namespace

std::optional<Language> languageFromName(const QString &name)
{
    for (const Language each : {Language::System, Language::English, Language::German}) {
        if (name == ui::name(each))
            return each;
    }
    return {};
}

QString name(Language language)
{
    switch (language) {
    case Language::System:
        break;
    case Language::English:
        return u"en"_s;
    case Language::German:
        return u"de"_s;
    }
    return u"system"_s;
}

bool hasTexts(Language language)
{
    return language != Language::German || QFile::exists(germanTexts);
}

void useLanguage(Language language)
{
    const bool isGerman
        = language == Language::German || (language == Language::System && prefersGerman());
    if (!isGerman || !hasTexts(Language::German))
        return;
    installTexts(u"qtbase_de"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    installTexts(germanTexts, {});
}

} // namespace loupe::ui
