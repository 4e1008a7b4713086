// SPDX-License-Identifier: Apache-2.0
#include "core/executors/job.h"

#include "core/base/fieldlisting.h"
#include "core/base/files.h"
#include "core/engine/request/requestfields.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxJobFileBytes = std::size_t{4} << 20;

/// Fields of a job file. The preset is an object of its own, checked by its own reader.
struct JobFields {
    int version = 1;
    std::string id;
    std::string name;
    std::string store;
    std::string preset;
    int shards = 1;
    PrecisionGroup partOf = {};
};

} // namespace

template <typename Fields>
void listFields(Fields &fields, JobFields &job)
{
    fields("kernelloupe_job", job.version);
    fields("id", job.id);
    fields("name", job.name);
    fields("store", job.store);
    fields("preset", job.preset);
    fields("shards", job.shards);
    fields("part_of", job.partOf);
}

template <typename Fields>
void listFields(Fields &fields, Error &error)
{
    std::string code = name(error.code);
    fields("code", code);
    error.code = Errc::Internal;
    for (const Errc each :
         {Errc::Cancelled, Errc::NotFound, Errc::InvalidInput, Errc::Unsupported, Errc::Corrupt,
          Errc::Busy, Errc::Timeout, Errc::Io, Errc::Environment}) {
        if (name(each) == code)
            error.code = each;
    }
    fields("message", error.message);
    fields("where", error.where);
    fields("hint", error.hint);
    fields("detail", error.detail);
}

template <typename Fields>
void listFields(Fields &fields, JobEnd &end)
{
    auto &[state, infraErrors, error] = end;
    fields("state", state);
    fields("infra_errors", infraErrors);
    fields("error", error);
}

bool isJobId(const std::string &text)
{
    return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Json toJson(const Error &error)
{
    return fieldsToJson(error);
}

Error errorFromJson(const Json &json)
{
    Error error;
    static_cast<void>(readFields(json, "error", MissingFields::Kept, error));
    return error;
}

fs::path JobFolder::shardFile(int shard, const char *ending) const
{
    return m_folder / "shards" / (std::to_string(shard) + ending);
}

fs::path JobFolder::shardStore(int shard) const
{
    return shardFile(shard, ".kloupe");
}

fs::path JobFolder::shardLog(int shard) const
{
    return shardFile(shard, ".log");
}

fs::path JobFolder::shardLock(int shard) const
{
    return shardFile(shard, ".work");
}

fs::path JobFolder::shardNews(int shard) const
{
    return shardFile(shard, ".news");
}

Status JobFolder::create() const
{
    std::error_code failed;
    fs::create_directories(m_folder / "shards", failed);
    if (!failed)
        fs::permissions(m_folder, fs::perms::owner_all, failed);
    if (failed)
        return Error{Errc::Io, "cannot make the folder of the job: " + failed.message(),
                     m_folder.string(), "name a folder that you may write"};
    return {};
}

Status JobFolder::writeJob(const NodeJob &job) const
{
    const JobFields fields{1,
                           job.id,
                           job.name,
                           job.store,
                           toJson(job.preset).dump(),
                           job.shards,
                           job.preset.request.partOf};
    return writeFileAtomic(m_folder / "job.json", fieldsToJson(fields).dump(1));
}

Result<NodeJob> JobFolder::readJob() const
{
    const fs::path file = m_folder / "job.json";
    const auto text = readFile(file, maxJobFileBytes);
    if (!text && text.error().code == Errc::NotFound)
        return Error{Errc::NotFound, "there is no job in this folder", m_folder.string(),
                     "give a folder that kloupe run --on made"};
    if (!text)
        return text.error();
    auto json = parseJson(*text, file.string());
    if (!json)
        return json.error();
    JobFields fields;
    if (json->is_object() && !json->contains("part_of")) // a job that an older program made
        (*json)["part_of"] = fieldsToJson(fields.partOf);
    if (Status read = readFields(*json, file.string(), MissingFields::Refused, fields); !read)
        return read.error();
    if (fields.version != 1 || !isJobId(fields.id) || fields.shards < 1)
        return Error{Errc::Corrupt, "this is no job of this version", file.string()};
    auto preset = parsePreset(fields.preset, file.string() + ":preset");
    if (!preset)
        return preset.error();
    // The job runs here, whatever place the preset names.
    preset->request.fromFile.source = file.string();
    preset->request.fromFile.namesPlace = false;
    preset->request.partOf = std::move(fields.partOf);
    return NodeJob{std::move(fields.id), std::move(fields.name), std::move(fields.store),
                   std::move(*preset), fields.shards};
}

Status JobFolder::writeEnd(int shard, const JobEnd &end) const
{
    return writeFileAtomic(shardFile(shard, ".end.json"), fieldsToJson(end).dump());
}

std::optional<JobEnd> JobFolder::readEnd(int shard) const
{
    const auto text = readFile(shardFile(shard, ".end.json"), maxJobFileBytes);
    const auto json = text ? parseJson(*text, "end") : Result<Json>(text.error());
    JobEnd end;
    if (!json || !readFields(*json, "end", MissingFields::Refused, end))
        return std::nullopt;
    return end;
}

void JobFolder::removeEnd(int shard) const
{
    std::error_code ignored;
    fs::remove(shardFile(shard, ".end.json"), ignored);
}

Status JobFolder::requestCancel() const
{
    return writeFileAtomic(m_folder / "cancel", "");
}

void JobFolder::withdrawCancel() const
{
    std::error_code ignored;
    fs::remove(m_folder / "cancel", ignored);
}

bool JobFolder::isCancelRequested() const
{
    std::error_code ignored;
    return fs::exists(m_folder / "cancel", ignored);
}

} // namespace loupe
