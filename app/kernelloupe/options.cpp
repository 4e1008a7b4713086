// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/options.h"

#include "core/base/manualpage.h"
#include "ui/text/words.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace loupe::app {

namespace {

Error usageError(const QString &message)
{
    return Error{
        .code = Errc::InvalidInput, .message = ui::toCore(message), .hint = "kernelloupe --help"};
}

/// Returns the value of `--name VALUE` at `i`, and advances `i` to it.
Result<QString> valueOf(const QStringList &arguments, qsizetype &i)
{
    if (i + 1 >= arguments.size() || arguments[i + 1].startsWith("--"_L1))
        return usageError(u"%1 needs a value"_s.arg(arguments[i]));
    return arguments[++i];
}

Status takeTheme(const QString &value, Options &options)
{
    options.isBothThemes = value == "both"_L1;
    options.isAllThemes = value == "all"_L1;
    options.theme = ui::themeChoiceFromName(value);
    if (!options.theme && !options.isBothThemes && !options.isAllThemes)
        return usageError(
            u"--theme is one of system, light, dark, contrast, contrast-light, both, all; not \"%1\""_s
                .arg(value));
    return {};
}

Status takeText(const QString &value, Options &options)
{
    bool isNumber = false;
    options.textPercent = value.toInt(&isNumber);
    if (!isNumber || *options.textPercent < 80 || *options.textPercent > 200)
        return usageError(u"--text is a number from 80 to 200 (per cent); not \"%1\""_s.arg(value));
    return {};
}

Status takeLanguage(const QString &value, Options &options)
{
    options.language = ui::languageFromName(value);
    if (!options.language)
        return usageError(u"--language is one of system, en, de; not \"%1\""_s.arg(value));
    return {};
}

Status takeScale(const QString &value, Options &options)
{
    bool isNumber = false;
    options.scale = value.toDouble(&isNumber);
    if (!isNumber || options.scale < 1 || options.scale > 4)
        return usageError(u"--scale is a number from 1 to 4; not \"%1\""_s.arg(value));
    return {};
}

Status takeSize(const QString &value, Options &options)
{
    const QStringList numbers = value.split(u'x');
    bool isWidth = false;
    bool isHeight = false;
    if (numbers.size() == 2)
        options.size = {numbers[0].toInt(&isWidth), numbers[1].toInt(&isHeight)};
    if (!isWidth || !isHeight || options.size.width() < 640 || options.size.height() < 480
        || options.size.width() > 8000 || options.size.height() > 8000)
        return usageError(
            u"--size is two numbers such as 1280x720, from 640x480 to 8000x8000; not \"%1\""_s.arg(
                value));
    return {};
}

Status takeDots(const QString &value, Options &options)
{
    bool isNumber = false;
    options.dotsPerInch = value.toInt(&isNumber);
    if (!isNumber || options.dotsPerInch < 1)
        return usageError(u"--dpi takes a whole number, not \"%1\""_s.arg(value));
    return {};
}

/// Option as the help and the manual page describe it.
struct Described {
    QLatin1StringView name;
    QLatin1StringView value; ///< placeholder of its value; empty: it takes none
    QLatin1StringView text;  ///< lines as the help breaks them
};

constexpr std::array described{
    Described{"--render-pages"_L1, "DIR"_L1,
              "draw every page to a PNG file in DIR, print the names, exit"_L1},
    Described{"--theme"_L1, "THEME"_L1,
              "colours; rendering without it, or with both, draws light and dark,\n"
              "with all also high contrast"_L1},
    Described{"--text"_L1, "PERCENT"_L1, "size of text and of all that goes with it, 80 to 200"_L1},
    Described{"--language"_L1, "LANGUAGE"_L1,
              "language of the window's texts: system, en or de; without it pictures\n"
              "are English, and the window has that of its menu View"_L1},
    Described{"--scale"_L1, "FACTOR"_L1,
              "pixels of a picture for each of the window, as on a fine display"_L1},
    Described{"--size"_L1, "WIDTHxHEIGHT"_L1,
              "size of the window and its screen in the pictures, 1440x900 if not given"_L1},
    Described{"--figure"_L1, "SPEC"_L1,
              "draw one figure to FILE (pdf, svg, png, csv, tex, pgf), exit; SPEC is a file,\n"
              "a figure of the store or one of the gallery"_L1},
    Described{"--store"_L1, "STORE"_L1, "the store, as the argument STORE"_L1},
    Described{"-o"_L1, "FILE"_L1, "the file of --figure"_L1},
    Described{"--dpi"_L1, "N"_L1, "dots per inch of a PNG, 300 if not given"_L1},
    Described{"--smoke"_L1, {}, "open the store, paint one page, exit"_L1},
    Described{"--version"_L1, {}, "print the version"_L1},
    Described{"--help"_L1, {}, "print this help"_L1}};

constexpr auto synopsis
    = "kernelloupe [--theme system|light|dark|contrast|contrast-light] [--text PERCENT]\n"
      "            [--language system|en|de] [STORE]\n"
      "kernelloupe --render-pages DIR STORE [--theme light|dark|contrast|contrast-light|both|all]\n"
      "            [--text PERCENT] [--size WIDTHxHEIGHT] [--scale FACTOR]\n"
      "            [--language system|en|de]\n"
      "kernelloupe --figure SPEC --store STORE -o FILE [--dpi N]\n"
      "kernelloupe --smoke STORE"_L1;
constexpr auto description
    = "Opens the application, on STORE if one is named, else on what was open last."_L1;
constexpr auto exitCodes = "0 ok, 2 usage, 3 the store cannot be read, 4 no display."_L1;

/// Returns the option with its placeholder: "--text PERCENT".
QString shownName(const Described &option)
{
    return option.value.isEmpty() ? QString(option.name) : option.name + u' ' + option.value;
}

/// Returns true for options that take a value.
bool takesValue(const QString &argument)
{
    return std::any_of(described.begin(), described.end(), [&](const Described &option) {
        return argument == option.name && !option.value.isEmpty();
    });
}

Status takeValue(const QString &argument, const QString &value, Options &options)
{
    if (argument == "--render-pages"_L1)
        options.renderFolder = value;
    else if (argument == "--figure"_L1)
        options.figure = value;
    else if (argument == "--store"_L1)
        options.store = value;
    else if (argument == "-o"_L1)
        options.figureFile = value;
    else if (argument == "--dpi"_L1)
        return takeDots(value, options);
    else if (argument == "--text"_L1)
        return takeText(value, options);
    else if (argument == "--language"_L1)
        return takeLanguage(value, options);
    else if (argument == "--scale"_L1)
        return takeScale(value, options);
    else if (argument == "--size"_L1)
        return takeSize(value, options);
    else
        return takeTheme(value, options);
    return {};
}

Status check(const Options &options)
{
    if (options.figure.isEmpty() != options.figureFile.isEmpty()
        || (!options.figure.isEmpty() && options.store.isEmpty()))
        return usageError(
            u"a figure needs its store and its file: kernelloupe --figure SPEC --store STORE -o "
            "FILE"_s);
    if ((!options.renderFolder.isEmpty() || options.isSmoke) && options.store.isEmpty())
        return usageError(u"name the store: kernelloupe --render-pages DIR STORE"_s);
    if ((options.isBothThemes || options.isAllThemes || options.scale != 1
         || options.size != Options{}.size)
        && options.renderFolder.isEmpty())
        return usageError(
            u"--theme both, --theme all, --size and --scale go with --render-pages only"_s);
    return {};
}

} // namespace

Result<Options> parseOptions(const QStringList &arguments)
{
    Options options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments[i];
        if (argument == "--help"_L1 || argument == "-h"_L1) {
            options.wantsHelp = true;
        } else if (argument == "--version"_L1) {
            options.wantsVersion = true;
        } else if (argument == "--manual"_L1) { // for packages
            options.wantsManual = true;
        } else if (argument == "--smoke"_L1) {
            options.isSmoke = true;
        } else if (takesValue(argument)) {
            auto value = valueOf(arguments, i);
            if (!value)
                return value.error();
            if (Status taken = takeValue(argument, *value, options); !taken)
                return taken.error();
        } else if (argument.startsWith(u'-')) {
            return usageError(u"there is no option %1"_s.arg(argument));
        } else if (!options.store.isEmpty()) {
            return usageError(
                u"only one store can be opened; \"%1\" is one too many"_s.arg(argument));
        } else {
            options.store = argument;
        }
    }
    const bool isAsking = options.wantsHelp || options.wantsVersion || options.wantsManual;
    if (Status checked = check(options); !checked && !isAsking)
        return checked.error();
    return options;
}

QString usage()
{
    QString text = u"Usage: "_s + QString(synopsis).replace(u'\n', u"\n       "_s) + u"\n\n"
        + description + u"\n\n";
    for (const Described &option : described) {
        text += u"  "_s + shownName(option).leftJustified(20)
            + QString(option.text).replace(u'\n', u"\n"_s + QString(22, u' ')) + u'\n';
    }
    return text + u"\nExit codes: "_s + exitCodes + u'\n';
}

QString manual()
{
    ManualPage page("kernelloupe", LOUPE_VERSION, "study evaluations of LLM-generated kernels");
    page.section("Synopsis");
    page.verbatim(ui::toCore(synopsis));
    page.section("Description");
    page.paragraph(ui::toCore(description));
    page.section("Options");
    for (const Described &option : described)
        page.item(ui::toCore(shownName(option)), ui::toCore(option.text));
    page.section("Exit status");
    page.paragraph(ui::toCore(exitCodes));
    page.section("See also");
    page.paragraph("kloupe(1)");
    return ui::toQt(page.text());
}

} // namespace loupe::app
