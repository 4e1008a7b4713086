// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/unfinishedlog.h"

#include "core/base/clock.h"
#include "core/base/files.h"

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t maxBytes = 64ULL << 20;
/// Size at which evaluations that ended are removed from the file.
constexpr std::size_t rewrittenAt = 1ULL << 20;

Json placeOf(const Json &line)
{
    return Json::array({line.value("run", Json()), line.value("task", Json()),
                        line.value("method", Json()), line.value("sample", Json()),
                        line.value("round", Json())});
}

/// Replaces invalid UTF-8, because a candidate's text may contain any bytes.
std::string lineOf(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::filesystem::path UnfinishedLog::fileOf(const std::filesystem::path &store)
{
    std::filesystem::path file = store;
    file += ".unfinished.jsonl";
    return file;
}

UnfinishedLog::UnfinishedLog(const std::filesystem::path &store, std::string run)
    : m_file(fileOf(store))
    , m_run(std::move(run))
{
    const auto before = readFile(m_file, maxBytes);
    if (!before)
        return; // usually there is none; an unreadable one is replaced
    std::istringstream lines(*before);
    for (std::string text; std::getline(lines, text);) {
        const Json line = Json::parse(text, nullptr, false);
        if (!line.is_object()) // truncated by a kill
            continue;
        const std::string place = placeOf(line).dump();
        if (line.contains("ended"))
            m_open.erase(place);
        else
            m_open[place] += text + '\n';
    }
    rewrite();
}

UnfinishedLog::~UnfinishedLog()
{
    rewrite();
}

void UnfinishedLog::entered(const ItemInfo &item, Stage stage)
{
    add(item, {{"stage", name(stage)}, {"device", item.device}});
}

void UnfinishedLog::cancelled(const ItemInfo &item, const std::string &log)
{
    add(item, {{"cancelled", true}, {"log", log}});
}

void UnfinishedLog::ended(const ItemInfo &item)
{
    Json line{{"run", m_run},
              {"task", item.task},
              {"method", item.method},
              {"sample", item.sample},
              {"round", item.round}};
    if (m_open.erase(placeOf(line).dump()) == 0)
        return;
    line["ended"] = true;
    write(lineOf(line));
    if (m_open.empty() || m_bytes > rewrittenAt)
        rewrite();
}

std::size_t UnfinishedLog::left() const
{
    const auto isOfRun
        = [this](const auto &each) { return Json::parse(each.first).at(0) == Json(m_run); };
    return static_cast<std::size_t>(std::ranges::count_if(m_open, isOfRun));
}

void UnfinishedLog::add(const ItemInfo &item, Json line)
{
    line.update({{"run", m_run},
                 {"task", item.task},
                 {"method", item.method},
                 {"sample", item.sample},
                 {"round", item.round},
                 {"at", isoTime(systemClock().wallNow())}});
    const std::string text = lineOf(line);
    m_open[placeOf(line).dump()] += text;
    write(text);
}

void UnfinishedLog::write(const std::string &line)
{
    if (!m_problem.empty())
        return;
    if (!m_fd)
        m_fd = Fd(::open(m_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    const ssize_t written = m_fd ? ::write(m_fd.get(), line.data(), line.size()) : -1;
    if (written != static_cast<ssize_t>(line.size()))
        m_problem = m_file.string() + ": "
            + (written < 0 ? std::generic_category().message(errno) : "the disk is full");
    m_bytes += line.size();
}

void UnfinishedLog::rewrite()
{
    m_fd = Fd();
    std::string text;
    for (const auto &[place, lines] : m_open)
        text += lines;
    m_bytes = text.size();
    if (text.empty()) {
        ::unlink(m_file.c_str()); // there may be none
    } else if (const Status written = writeFileAtomic(m_file, text); !written) {
        m_problem = written.error().text();
    }
}

} // namespace loupe
