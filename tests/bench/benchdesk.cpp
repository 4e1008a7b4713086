// SPDX-License-Identifier: Apache-2.0
//
// Measures the page Results on a large store as the user experiences it: from the action to the
// painted rows, in the real window on the real store, offscreen. make_store makes such a store.
// Prints the first and the median elapsed time of each step in milliseconds, next to the budget.
// Fails if a median exceeds twice the budget. The processor time of all threads is printed, too,
// because other programs affect it less. Memory is private memory (RssAnon of /proc/self/status,
// which excludes the file's pages) minus that of an empty window. It prints the amount after
// visiting every page, and the peak.
#include "core/base/freedblocks.h"
#include "core/store/read/storereader.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/frame/facetpanel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/resulttable.h"

#include <QApplication>
#include <QEventLoop>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

namespace {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;
using Clock = std::chrono::steady_clock;

/// Elapsed milliseconds and processor milliseconds of all threads.
struct Taken {
    double passed = 0;
    double computed = 0;
};

class Watch
{
public:
    Taken taken() const
    {
        return {std::chrono::duration<double, std::milli>(Clock::now() - m_begin).count(),
                1e3 * static_cast<double>(std::clock() - m_computing) / CLOCKS_PER_SEC};
    }

private:
    Clock::time_point m_begin = Clock::now();
    std::clock_t m_computing = std::clock();
};

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Returns the private memory of this process, without the pages of mapped files.
double privateMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("RssAnon:"))
            return std::stod(line.substr(8)) / 1024;
    }
    return 0;
}

/// Samples the private memory every few milliseconds and keeps the maximum.
class MemoryWatch
{
public:
    MemoryWatch()
        : m_thread([this](const std::stop_token &stop) {
            while (!stop.stop_requested()) {
                const double now = privateMegabytes();
                double most = m_most;
                while (now > most && !m_most.compare_exchange_weak(most, now)) { }
                double mostOfStep = m_mostOfStep;
                while (now > mostOfStep && !m_mostOfStep.compare_exchange_weak(mostOfStep, now)) { }
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        })
    {
    }
    double most() const { return m_most; }
    /// Returns the maximum since the last call.
    double takeMostOfStep() { return m_mostOfStep.exchange(0); }

private:
    std::atomic<double> m_most = 0;
    std::atomic<double> m_mostOfStep = 0;
    std::jthread m_thread;
};

/// Runs the event loop until the condition holds.
void waitUntil(const std::function<bool()> &holds)
{
    while (!holds())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

class DeskBench
{
public:
    explicit DeskBench(std::filesystem::path store) : m_store(std::move(store))
    {
        m_services.openStore = [](const std::filesystem::path &f) { return StoreReader::open(f); };
        m_theme.choose(ThemeChoice::Light);
        fmt::print("{:<52} {:>9} {:>9} {:>9} {:>7} {:>7} {:>6}\n", "step", "first ms", "median",
                   "computed", "budget", "", "max MB");
    }

    int run()
    {
        showEmpty();
        open();
        visitPages();
        page().setShowsEvery(true); // measure on a million rows, not only on those that count
        waitUntil([this] { return !m_window->isLoading(); });
        filters();
        sorts();
        scroll();
        brush();
        const double most = m_memory.most() - m_emptyMegabytes;
        print("the most memory of its own, MB", most, most, 0, 300);
        fmt::print("{:<52} {:>9.1f}\n", "most memory with the file's pages, MB", peakMegabytes());
        return m_failures == 0 ? 0 : 1;
    }

private:
    void report(const std::string &what, const std::vector<Taken> &times, double budget)
    {
        std::vector<double> passed;
        std::vector<double> computed;
        for (const Taken &each : times) {
            passed.push_back(each.passed);
            computed.push_back(each.computed);
        }
        print(what, passed.front(), median(passed), median(computed), budget);
    }

    void print(const std::string &what, double first, double middle, double computed, double budget)
    {
        const bool isFailed = middle > 2 * budget;
        m_failures += isFailed ? 1 : 0;
        fmt::print("{:<52} {:>9.1f} {:>9.1f} {:>9.1f} {:>7.0f} {:>7} {:>5.0f}\n", what, first,
                   middle, computed, budget,
                   isFailed              ? "FAILED"
                       : middle > budget ? "over"
                                         : "ok",
                   m_memory.takeMostOfStep() - m_emptyMegabytes);
        std::fflush(stdout);
    }

    ResultsPage &page() const { return *m_window->page<ResultsPage>(); }
    /// Paints the visible rows before it returns.
    void paint() const { page().table()->viewport()->repaint(); }

    /// Measures the memory of a window without a store, as the base for later numbers.
    void showEmpty()
    {
        MainWindow window(m_services, m_theme);
        window.resize(1440, 900);
        window.show();
        window.repaint();
        QCoreApplication::processEvents();
        m_emptyMegabytes = privateMegabytes();
        fmt::print("{:<52} {:>9} {:>9} {:>9} {:>7} {:>7} {:>5.0f}\n", "an empty window", "", "", "",
                   "", "", m_emptyMegabytes);
    }

    /// Visits every page, so that later numbers include the memory that the pages keep.
    void visitPages()
    {
        for (const PageEntry &entry : allPages()) {
            const auto place = static_cast<MainWindow::PageIndex>(&entry - allPages().data());
            const Watch watch;
            m_window->showPage(place);
            waitUntil([this] { return !m_window->isLoading(); });
            m_window->repaint();
            const Taken taken = watch.taken();
            fmt::print("    {:<48} {:>9.1f} {:>9} {:>9.1f} {:>7} {:>7} {:>5.0f}\n",
                       "first visit of " + toCore(QString(entry.title).remove(u'&')), taken.passed,
                       "", taken.computed, "", "", m_memory.takeMostOfStep() - m_emptyMegabytes);
            std::fflush(stdout);
        }
        m_window->showPage(MainWindow::Results);
        waitUntil([this] { return !m_window->isLoading(); });
        const double held = privateMegabytes() - m_emptyMegabytes;
        print("memory of its own after a visit of every page, MB", held, held, 0, 300);
    }

    void open()
    {
        std::vector<Taken> times;
        for (int i = 0; i < 5; ++i) {
            m_window = std::make_unique<MainWindow>(m_services, m_theme);
            m_window->resize(1440, 900);
            m_window->show();
            const Watch watch;
            m_window->openStore(m_store);
            waitUntil([this] { return m_window->currentPage() == MainWindow::Overview; });
            m_window->showPage(MainWindow::Results);
            waitUntil([this] { return page().model()->rowCount() > 0; });
            paint();
            times.push_back(watch.taken());
            waitUntil([this] { return !m_window->isLoading(); });
        }
        report(
            fmt::format("open to the first painted rows ({} results)", page().model()->rowCount()),
            times, 500);
    }

    void filter(const char *text, double rowBudget, double countBudget)
    {
        std::vector<Taken> rows;
        std::vector<Taken> counts;
        int found = 0;
        for (int i = 0; i < 5; ++i) {
            static_cast<void>(m_window->session().setFilter({}));
            waitUntil([this] { return !m_window->isLoading(); });
            Deliveries delivered(page());
            const Watch watch;
            static_cast<void>(m_window->session().setFilter(QString::fromUtf8(text)));
            waitUntil([&] { return delivered.count > 0; });
            paint();
            rows.push_back(watch.taken());
            waitUntil([this] { return !m_window->isLoading(); });
            counts.push_back(watch.taken());
            found = page().model()->rowCount();
        }
        report(fmt::format("filter {} ({} rows)", text, found), rows, rowBudget);
        report(fmt::format("    and its counts by value"), counts, countBudget);
    }

    void filters()
    {
        filter("category:Fusion status:wrong", 100, 400);
        filter("speedup>8", 100, 400);
        filter("line", 400, 800);
        static_cast<void>(m_window->session().setFilter({}));
        waitUntil([this] { return !m_window->isLoading(); });
    }

    void sorts()
    {
        for (const auto &[what, key] :
             {std::pair("speedup, by an index", SortKey::Speedup), std::pair("task", SortKey::Task),
              std::pair("category", SortKey::Category), std::pair("method", SortKey::Method),
              std::pair("sample", SortKey::Sample), std::pair("round", SortKey::Round),
              std::pair("verdict", SortKey::Verdict), std::pair("strict", SortKey::StrictVerdict),
              std::pair("candidate ms", SortKey::CandidateMs),
              std::pair("baseline ms", SortKey::BaselineMs), std::pair("run", SortKey::Run),
              std::pair("device", SortKey::Device)}) {
            std::vector<Taken> times;
            for (int i = 0; i < 5; ++i) {
                Deliveries delivered(page());
                const Watch watch;
                page().setSort({key, i % 2 == 0});
                waitUntil([&] { return delivered.count > 0; });
                paint();
                times.push_back(watch.taken());
                waitUntil([this] { return !m_window->isLoading(); });
            }
            report(fmt::format("sort a million by {}", what), times, 700);
        }
    }

    void scroll()
    {
        std::mt19937 random(1);
        QScrollBar *bar = page().table()->verticalScrollBar();
        std::vector<Taken> jumps;
        for (int i = 0; i < 400; ++i) {
            const Watch watch;
            bar->setValue(static_cast<int>(random() % static_cast<unsigned>(bar->maximum())));
            paint();
            jumps.push_back(watch.taken());
        }
        report("scroll anywhere, a jump", jumps, 16);
        report("    the worst of 400", {*std::ranges::max_element(jumps, {}, &Taken::passed)}, 50);
    }

    void brush()
    {
        std::vector<RowId> ids;
        for (std::int64_t id = 1; id < 1'000'000; id += 20)
            ids.push_back({id});
        std::vector<Taken> times;
        for (int i = 0; i < 5; ++i) {
            m_window->selection().clear();
            waitUntil([this] { return !m_window->isLoading(); });
            Deliveries delivered(page());
            const Watch watch;
            m_window->selection().set(ids, u"picked"_s);
            waitUntil([&] { return delivered.count > 0; });
            paint();
            times.push_back(watch.taken());
        }
        report(fmt::format("brush of {} to the painted rows", ids.size()), times, 100);
    }

    /// Counts deliveries of rows.
    struct Deliveries {
        explicit Deliveries(ResultsPage &page)
            : connection(
                QObject::connect(&page, &ResultsPage::countChanged, &page, [this] { ++count; }))
        {
        }
        Deliveries(const Deliveries &) = delete;
        Deliveries &operator=(const Deliveries &) = delete;
        ~Deliveries() { QObject::disconnect(connection); }
        int count = 0;
        QMetaObject::Connection connection;
    };

    std::filesystem::path m_store;
    Services m_services;
    Theme m_theme;
    std::unique_ptr<MainWindow> m_window;
    MemoryWatch m_memory;
    double m_emptyMegabytes = 0;
    int m_failures = 0;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        fmt::print(stderr, "Usage: bench_desk STORE\n");
        return 2;
    }
    returnFreedBlocks(); // as the application does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    if (const auto reader = StoreReader::open(argv[1]); !reader) {
        fmt::print(stderr, "{}\n", reader.error().text());
        return 3;
    }
    return DeskBench(argv[1]).run();
}
