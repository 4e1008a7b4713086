// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/windowwords.h"

#include <QCoreApplication>

#include <array>
#include <span>
#include <utility>

namespace loupe::ui {

namespace {

struct Wording {
    const char *option;
    const char *label;
};

constexpr const char *context = "loupe::ui::inWindowWords";

/// Longer texts come before the options in them.
constexpr std::array wordings{
    Wording{"kloupe suites add FOLDER gives a suite a name",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "choose its folder with “Browse…”")},
    Wording{
        "kloupe doctor --gpu says what is permitted; within the sandbox the driver may not see an "
        "administrator: try --no-sandbox with a candidate you trust, or run ncu --csv yourself "
        "and kloupe import ncu",
        QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                          "“Doctor…” in the menu Help says what is permitted; within the "
                          "sandbox the driver may not see an administrator")},
    Wording{"kloupe doctor --gpu",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Doctor…” in the menu Help")},
    Wording{"try --no-sandbox with a candidate you trust",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                              "“Doctor…” in the menu Help says what is missing")},
    Wording{"evaluate the candidate with kloupe rerun --suite first",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                              "evaluate the candidate with “New run…” first")},
    Wording{"run it again with kloupe run",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "evaluate it with “New run…”")},
    Wording{"repeat the command with --resume",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                              "use “Resume the unfinished run” in the menu Run")},
    Wording{"kloupe run --resume",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Resume the unfinished run”")},
    Wording{"continue it with --resume",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                              "continue it with “Resume the unfinished run”")},
    Wording{
        "continue with --resume",
        QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "continue with “Resume the unfinished run”")},
    Wording{"--resume",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Resume the run of this name”")},
    Wording{"--name", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Run name”")},
    Wording{"--suite", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Suite”")},
    Wording{"--store", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Store”")},
    Wording{"--platform", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Platform”")},
    Wording{"--device", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Device”")},
    Wording{"--python", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Python”")},
    Wording{"--backward", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Gradients”")},
    Wording{"--shapes", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Shapes”")},
    Wording{"--precision", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Precision”")},
    Wording{"--samples", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Samples”")},
    Wording{"--rounds", QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "“Rounds”")},
};

/// Parts of the notes of profiles (core/engine/run/profiling.cpp,
/// core/engine/clocks/countersanswer.cpp).
constexpr std::array noteWordings{
    Wording{"no findings; verdict under it",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "no findings; verdict under it")},
    Wording{"findings; verdict under it",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "findings; verdict under it")},
    Wording{"finding; verdict under it",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "finding; verdict under it")},
    Wording{"further launches were not counted",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "further launches were not counted")},
    Wording{"no samples of instructions",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "no samples of instructions")},
    Wording{"samples of rare instructions are not listed",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords",
                              "samples of rare instructions are not listed")},
    Wording{"samples were lost",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "samples were lost")},
    Wording{"no instruction was sampled",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "no instruction was sampled")},
    Wording{"no kernel was launched",
            QT_TRANSLATE_NOOP("loupe::ui::inWindowWords", "no kernel was launched")},
};

bool goesOn(const QString &text, qsizetype at)
{
    return at < text.size() && (text[at].isLetterOrNumber() || text[at] == u'-');
}

QString replaced(QString message, std::span<const Wording> parts)
{
    for (const Wording &each : parts) {
        const QString option = QString::fromUtf8(each.option);
        const QString label = QCoreApplication::translate(context, each.label);
        qsizetype at = message.indexOf(option);
        while (at >= 0) {
            const bool isWhole = !goesOn(message, at + option.size());
            if (isWhole)
                message.replace(at, option.size(), label);
            at = message.indexOf(option, at + (isWhole ? label.size() : option.size()));
        }
    }
    return message;
}

} // namespace

QString inWindowWords(QString message)
{
    return replaced(std::move(message), wordings);
}

QString profileNoteText(QString note)
{
    return replaced(std::move(note), noteWordings);
}

} // namespace loupe::ui
