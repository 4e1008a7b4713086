// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/options.h"

#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::app {

namespace {

Error usageError(const QString &message)
{
    return Error{Errc::InvalidInput, ui::toCore(message), {}, "kernelloupe --help", {}};
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
    if (!isNumber || options.textPercent < 100 || options.textPercent > 200)
        return usageError(
            u"--text is a number from 100 to 200 (per cent); not \"%1\""_s.arg(value));
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

Status takeDots(const QString &value, Options &options)
{
    bool isNumber = false;
    options.dotsPerInch = value.toInt(&isNumber);
    if (!isNumber || options.dotsPerInch < 1)
        return usageError(u"--dpi takes a whole number, not \"%1\""_s.arg(value));
    return {};
}

/// Returns true for options that take a value.
bool takesValue(const QString &argument)
{
    return argument == "--render-pages"_L1 || argument == "--theme"_L1 || argument == "--figure"_L1
        || argument == "--store"_L1 || argument == "-o"_L1 || argument == "--dpi"_L1
        || argument == "--text"_L1 || argument == "--scale"_L1;
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
    else if (argument == "--scale"_L1)
        return takeScale(value, options);
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
    if ((options.isBothThemes || options.isAllThemes || options.scale != 1)
        && options.renderFolder.isEmpty())
        return usageError(u"--theme both, --theme all and --scale go with --render-pages only"_s);
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
    const bool isAsking = options.wantsHelp || options.wantsVersion;
    if (Status checked = check(options); !checked && !isAsking)
        return checked.error();
    return options;
}

QString usage()
{
    return u"Usage: kernelloupe [--theme system|light|dark|contrast|contrast-light] [--text "
           u"PERCENT] [STORE]\n"
           "       kernelloupe --render-pages DIR STORE [--theme "
           "light|dark|contrast|contrast-light|both|all]\n"
           "                   [--text PERCENT] [--scale FACTOR]\n"
           "       kernelloupe --figure SPEC --store STORE -o FILE [--dpi N]\n"
           "       kernelloupe --smoke STORE\n\n"
           "Opens the application, on STORE if one is named, else on what was open last.\n\n"
           "  --render-pages DIR  draw every page to a PNG file in DIR, print the names, exit\n"
           "  --theme THEME       colours; rendering without it, or with both, draws light and "
           "dark,\n"
           "                      with all also high contrast\n"
           "  --text PERCENT      size of text and of all that goes with it, 100 to 200\n"
           "  --scale FACTOR      pixels of a picture for each of the window, as on a fine "
           "display\n"
           "  --figure SPEC       draw one figure to FILE (pdf, svg, png, csv, tex, pgf), exit; "
           "SPEC is "
           "a file,\n                      a figure of the store or one of the gallery\n"
           "  --dpi N             dots per inch of a PNG, 300 if not given\n"
           "  --smoke             open the store, paint one page, exit\n"
           "  --version, --help\n\n"
           "Exit codes: 0 ok, 2 usage, 3 the store cannot be read, 4 no display.\n"_s;
}

} // namespace loupe::app
