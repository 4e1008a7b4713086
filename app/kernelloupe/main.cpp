// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/options.h"
#include "app/kernelloupe/pagerenderer.h"
#include "app/kernelloupe/realservices.h"
#include "core/base/freedblocks.h"
#include "core/base/result.h"
#include "core/report/figures/figuresource.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"
#include "ui/figures/figureexport.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/applicationidentity.h"
#include "ui/style/language.h"
#include "ui/text/words.h"

#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QScreen>
#include <QStyle>
#include <QTemporaryFile>
#include <QTextStream>

#include <filesystem>
#include <string>

using namespace Qt::StringLiterals;

namespace {

/// Draws one figure of a store to a file, without a window. `spec`: see figureSpecNamed().
loupe::Status drawFigure(const std::string &spec, const std::filesystem::path &store,
                         const std::filesystem::path &file, int dotsPerInch)
{
    const auto reader = loupe::StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto known = loupe::figureSpecNamed(spec, **reader);
    if (!known)
        return known.error();
    const auto figure = loupe::makePaperFigure(**reader, *known);
    if (!figure)
        return figure.error();
    return loupe::ui::exportFigure(*figure, file, dotsPerInch);
}

constexpr int normalTextPercent = 100;
constexpr int usageExit = 2;
constexpr int badInputExit = 3;
constexpr int environmentExit = 4;

QtMessageHandler otherMessages = nullptr;

/// Filters out the warnings of Qt's offscreen platform about window features it lacks.
void leavePlatformOut(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (!text.startsWith("This plugin does not support"_L1))
        otherMessages(type, context, text);
}

/// Gives Qt's offscreen platform a screen of the size of the window, so that dialogs have its room
/// and not that of the usual 800 × 800 pixels. `file` must live as long as the application.
void useScreen(const loupe::app::Options &options, QTemporaryFile &file)
{
    const QSize pixels = options.size * options.scale;
    const QJsonObject screen{
        {u"name"_s, u"page"_s}, {u"width"_s, pixels.width()}, {u"height"_s, pixels.height()}};
    if (!file.open()) // the usual screen then
        return;
    file.write(QJsonDocument(QJsonObject{{u"screens"_s, QJsonArray{screen}}}).toJson());
    file.close();
    qputenv("QT_QPA_PLATFORM", QByteArray("offscreen:configfile=" + file.fileName().toLocal8Bit()));
}

void say(const QString &text)
{
    QTextStream(stdout) << text << Qt::endl;
}

int fail(const loupe::Error &error, int code)
{
    QTextStream(stderr) << u"kernelloupe: "_s << loupe::ui::errorText(error) << Qt::endl;
    return code;
}

/// Returns true if Qt can find a display.
bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int render(const loupe::app::Options &options, loupe::ui::Theme &theme)
{
    // Not the desktop's language: pictures are the same on every machine.
    loupe::ui::useLanguage(options.language.value_or(loupe::ui::Language::English));
    QString mark;
    if (options.textPercent.value_or(normalTextPercent) != normalTextPercent)
        mark += u"-text%1"_s.arg(*options.textPercent);
    if (options.size != loupe::app::Options{}.size)
        mark += u"-%1x%2"_s.arg(options.size.width()).arg(options.size.height());
    if (options.scale != 1)
        mark += u"-%1x"_s.arg(options.scale);
    loupe::app::PageRenderer renderer(loupe::app::realServices(false), theme, options.renderFolder,
                                      say, mark, options.size);
    const auto store = loupe::ui::toPath(options.store);
    if (options.isSmoke) {
        const loupe::Status painted = renderer.smoke(store);
        return painted ? 0 : fail(painted.error(), badInputExit);
    }
    std::vector<loupe::ui::ThemeChoice> choices;
    using loupe::ui::ThemeChoice;
    if (options.theme)
        choices = {*options.theme};
    else if (options.isAllThemes)
        choices = {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast,
                   ThemeChoice::ContrastLight};
    else
        choices = {ThemeChoice::Light, ThemeChoice::Dark};
    for (const auto choice : choices) {
        if (loupe::Status rendered = renderer.render(store, choice); !rendered)
            return fail(rendered.error(), badInputExit);
    }
    return 0;
}

int draw(const loupe::app::Options &options)
{
    const loupe::Status drawn
        = drawFigure(loupe::ui::toCore(options.figure), loupe::ui::toPath(options.store),
                     loupe::ui::toPath(options.figureFile), options.dotsPerInch);
    return drawn ? 0 : fail(drawn.error(), badInputExit);
}

/// Starts this program again. Two processes share nothing but the store and the settings.
loupe::Status startWindow(const std::filesystem::path &store)
{
    QStringList arguments;
    if (!store.empty())
        arguments.append(loupe::ui::exactPath(std::filesystem::absolute(store)));
    if (QProcess::startDetached(QCoreApplication::applicationFilePath(), arguments))
        return {};
    return loupe::Error{loupe::Errc::Environment, "the program could not be started again",
                        QCoreApplication::applicationFilePath().toStdString()};
}

int showWindow(const loupe::app::Options &options, loupe::ui::Theme &theme)
{
    loupe::ui::Services services = loupe::app::realServices(true);
    services.openWindow = startWindow;
    const loupe::ui::WindowState state(services.settingsFile);
    loupe::ui::useLanguage(options.language.value_or(
        loupe::ui::languageFromName(state.language()).value_or(loupe::ui::Language::System)));
    if (!options.theme)
        theme.choose(
            loupe::ui::themeChoiceFromName(state.theme()).value_or(loupe::ui::ThemeChoice::System));
    if (!options.textPercent)
        theme.setTextPercent(state.textPercent());
    loupe::ui::MainWindow window(services, theme);
    // Some desktops do not shrink a window that is larger than the screen.
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    window.resize(window.size().boundedTo(window.screen()->availableSize() - QSize(0, title)));
    window.show();
    if (options.store.isEmpty())
        window.stores().restoreSession();
    else
        window.openStore(loupe::ui::toPath(options.store));
    return QApplication::exec();
}

} // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): out of memory ends the program
int main(int argc, char **argv)
{
    loupe::returnFreedBlocks();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto options = loupe::app::parseOptions(arguments);
    if (!options)
        return fail(options.error(), usageExit);
    if (options->wantsHelp || options->wantsVersion) {
        say(options->wantsHelp ? loupe::app::usage()
                               : u"kernelloupe %1"_s.arg(QStringLiteral(LOUPE_VERSION)));
        return 0;
    }
    if (options->wantsManual) {
        say(loupe::app::manual().trimmed());
        return 0;
    }
    const bool isFigure = !options->figure.isEmpty();
    const bool isPicture = !options->renderFolder.isEmpty() || options->isSmoke || isFigure;
    if (!hasDisplay() && !isPicture)
        return fail({.code = loupe::Errc::Environment,
                     .message = "there is no display to open a window on",
                     .hint = "kernelloupe --render-pages DIR STORE draws the pages without one"},
                    environmentExit);
    if (!hasDisplay() || isFigure) // offscreen also for figures: the same fonts on every machine
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryFile screen;
    if (!options->renderFolder.isEmpty()
        && qEnvironmentVariable("QT_QPA_PLATFORM") == "offscreen"_L1)
        useScreen(*options, screen);
    if (isPicture)
        otherMessages = qInstallMessageHandler(leavePlatformOut);
    if (options->scale != 1)
        qputenv("QT_SCALE_FACTOR", QByteArray::number(options->scale));
    QApplication application(argc, argv);
    loupe::ui::setApplicationIdentity();
    QApplication::setApplicationVersion(QStringLiteral(LOUPE_VERSION));
    if (isFigure)
        return draw(*options);
    loupe::ui::Theme theme;
    theme.setTextPercent(options->textPercent.value_or(normalTextPercent));
    theme.choose(options->theme.value_or(loupe::ui::ThemeChoice::System));
    return isPicture ? render(*options, theme) : showWindow(*options, theme);
}
