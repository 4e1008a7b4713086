// SPDX-License-Identifier: Apache-2.0
#include "core/executors/servedsteering.h"

#include "core/engine/contract/jsontext.h"
#include "core/executors/job.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t newsInMessage = 200;

Error commandRefused(std::string why)
{
    return {Errc::InvalidInput, std::move(why), "message",
            "both ends must run the same version of kloupe"};
}

} // namespace

Result<ServedSteering> ServedSteering::begin(const std::filesystem::path &file,
                                             const std::string &watcher)
{
    if (!isJobId(watcher))
        return commandRefused("attach has no watcher");
    LineFileReader known(file);
    std::int64_t count = 0;
    for (auto some = known.news(); !some.empty(); some = known.news())
        count += std::ssize(some);
    const bool isSame = known.name() == watcher;
    auto writer = isSame ? LineFileWriter::goOn(file) : LineFileWriter::beginAnew(file, watcher);
    if (!writer)
        return writer.error();
    return ServedSteering(std::move(*writer), isSame ? count : 0);
}

Status ServedSteering::add(std::int64_t number, const Json &command)
{
    if (!command.is_object() || number < 1 || number > m_count + 1)
        return commandRefused("a command out of turn");
    if (number <= m_count)
        return {}; // received on an earlier connection
    if (Status added = m_file.add(command); !added)
        return added;
    m_count = number;
    return {};
}

ServedNews::ServedNews(std::filesystem::path file, const Json &known)
    : m_file(std::move(file))
    , m_name(known.is_object() ? textAt(known, "name") : std::string())
    , m_known(0)
{
    if (!known.is_object())
        return;
    const auto count = known.find("count");
    if (count != known.end() && count->is_number_integer())
        m_known = std::max<std::int64_t>(count->get<std::int64_t>(), 0);
}

std::vector<Json> ServedNews::messages()
{
    std::vector<Json> out;
    std::vector<Json> news = m_file.news();
    if (news.empty())
        return out;
    if (m_file.name() != m_name) {
        m_name = m_file.name();
        m_known = m_count = 0;
    }
    const std::int64_t skipped = std::clamp<std::int64_t>(m_known - m_count, 0, std::ssize(news));
    m_count += skipped;
    for (auto begin = static_cast<std::size_t>(skipped); begin < news.size();
         begin += newsInMessage) {
        const std::size_t end = std::min(begin + newsInMessage, news.size());
        m_count += static_cast<std::int64_t>(end - begin);
        Json some = Json::array();
        for (std::size_t i = begin; i < end; ++i)
            some.push_back(std::move(news[i]));
        out.push_back(
            {{"kind", "news"}, {"name", m_name}, {"count", m_count}, {"news", std::move(some)}});
    }
    return out;
}

} // namespace loupe
