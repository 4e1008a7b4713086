// SPDX-License-Identifier: Apache-2.0
#include "core/records/kgbevidence.h"

#include "core/records/jsonfields.h"

#include <charconv>

namespace loupe {

namespace {

constexpr int mostKgbLogs = 10'000;

bool isKgbHackReport(std::string_view file)
{
    return (file.starts_with("antihack_") && file.ends_with(".json"))
        || file == "pass_at_k_results_antihack.json";
}

class KgbEvidenceReader
{
public:
    KgbEvidenceReader(const FileTree &tree, const std::string &prefix, RecordProblems &bad)
        : m_tree(tree)
        , m_prefix(prefix)
        , m_bad(bad)
    {
    }

    Result<KgbEvidence> read()
    {
        for (const ImportedFile &file : m_tree.files) {
            if (!file.name.starts_with(m_prefix))
                continue;
            const std::string_view inRun = std::string_view(file.name).substr(m_prefix.size());
            Status done;
            if (const auto log = kgbLogNumber(inRun, "result.json"))
                done = readVerifications(file, *log);
            else if (m_tree.isSingleFile && file.content.starts_with('['))
                done = readVerifications(file, 0);
            else if (isKgbHackReport(inRun))
                done = readHackReport(file);
            else if (inRun == "progress.json")
                done = readProgress(file);
            if (!done)
                return std::move(done).error();
        }
        return std::move(m_out);
    }

private:
    std::string where(const ImportedFile &file, const JsonPart &part) const
    {
        return m_tree.place(file) + ":" + std::to_string(part.line);
    }

    Status readVerifications(const ImportedFile &file, int log)
    {
        const auto parts = partsOfArray(file.content, m_tree.place(file));
        if (!parts)
            return parts.error();
        for (const JsonPart &part : *parts) {
            const auto json = parsePythonJson(part.text, m_tree.place(file), part.line);
            if (!json)
                return json.error();
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, where(file, part), {}, problems);
            KgbVerification read;
            if (json->is_object())
                read = readKgbVerification(reader, part, where(file, part));
            auto &known = m_out.verifications[log];
            if (problems.empty() && known.count(read.op) > 0)
                problems.push_back({where(file, part) + ":op_name",
                                    read.op + " is in " + known[read.op].where + " already"});
            if (m_bad.accept(std::move(problems)))
                known.emplace(read.op, std::move(read));
        }
        return {};
    }

    /// Any of the shapes that the suite's own tools accept: lists of names or of objects with
    /// op_name, and details by operator.
    Status readHackReport(const ImportedFile &file)
    {
        const auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json)
            return json.error();
        std::vector<JsonProblem> problems;
        const JsonReader reader(*json, m_tree.place(file), {}, problems);
        if (json->is_object() && reader.has("hacked_operators")) {
            const Json &list = *json->find("hacked_operators");
            if (!list.is_array())
                reader.problem("hacked_operators", "must be an array");
            for (const Json &item : list.is_array() ? list : Json::array())
                addHacked(item, reader);
        }
        if (json->is_object() && reader.has("hack_details"))
            readDetails(reader);
        m_bad.accept(std::move(problems));
        return {};
    }

    void addHacked(const Json &item, const JsonReader &reader)
    {
        const Json *name = &item;
        if (item.is_object() && item.contains("op_name"))
            name = &*item.find("op_name");
        if (!name->is_string())
            return reader.problem("hacked_operators", "must hold names, or objects with op_name");
        m_out.hacked.try_emplace(kgbOperator(name->get_ref<const std::string &>()),
                                 "listed by the suite's own check");
    }

    void readDetails(const JsonReader &report)
    {
        const auto details = report.object("hack_details");
        if (!details || !details->json().is_object())
            return;
        for (const auto &[op, entry] : details->json().items()) {
            if (!entry.is_object())
                continue;
            const auto flag = entry.find("hacked");
            if (flag == entry.end() || !flag->is_boolean() || !flag->get<bool>())
                continue;
            std::string reason;
            for (const char *key : {"layer", "reason"}) {
                const auto found = entry.find(key);
                if (found == entry.end() || !found->is_string())
                    continue;
                reason += reason.empty() ? "" : ": ";
                reason += found->get_ref<const std::string &>();
            }
            m_out.hacked[kgbOperator(op)] = reason;
        }
    }

    Status readProgress(const ImportedFile &file)
    {
        const auto parts = partsOfObject(file.content, m_tree.place(file));
        if (!parts)
            return parts.error();
        const JsonPart *operators = partNamed(*parts, "operators");
        if (operators == nullptr)
            operators = partNamed(*parts, "kernels"); // three of the agents call them so
        if (operators == nullptr)
            return Error{Errc::InvalidInput,
                         "has neither operators nor kernels",
                         m_tree.place(file),
                         "it is no progress.json of KernelGenBench",
                         {}};
        const auto each = partsOfObject(operators->text, m_tree.place(file), operators->line);
        if (!each)
            return each.error();
        for (const JsonPart &part : *each) {
            const auto json = parsePythonJson(part.text, m_tree.place(file), part.line);
            if (!json)
                return json.error();
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, where(file, part), part.key, problems);
            std::optional<double> seconds;
            std::optional<bool> hasCode;
            if (json->is_object()) {
                seconds = recordedNumber(reader, "duration_seconds");
                hasCode = recordedFlag(reader, "code_generated");
                static_cast<void>(recordedText(reader, "status"));
            }
            if (!m_bad.accept(std::move(problems)))
                continue;
            const std::string op = kgbOperator(part.key);
            m_out.progress[op] = part.text;
            if (seconds && *seconds >= 0)
                m_out.seconds[op] = *seconds;
            if (hasCode)
                m_out.hasCode[op] = *hasCode;
        }
        return {};
    }

    const FileTree &m_tree;
    const std::string &m_prefix;
    RecordProblems &m_bad;
    KgbEvidence m_out;
};

} // namespace

const KgbVerification *KgbEvidence::verification(int log, const std::string &op) const
{
    const auto known = verifications.find(log);
    if (known == verifications.end())
        return nullptr;
    const auto found = known->second.find(op);
    return found == known->second.end() ? nullptr : &found->second;
}

Result<KgbEvidence> readKgbEvidence(const FileTree &tree, const std::string &prefix,
                                    RecordProblems &bad)
{
    return KgbEvidenceReader(tree, prefix, bad).read();
}

std::optional<int> kgbLogNumber(std::string_view nameInRun, std::string_view file)
{
    constexpr std::string_view start = "verification/log_";
    int number = 0;
    if (!nameInRun.starts_with(start) || fileOf(nameInRun) != file)
        return std::nullopt;
    const std::string_view digits = folderOf(nameInRun).substr(start.size());
    const char *const end = digits.data() + digits.size();
    const auto [parsed, failed] = std::from_chars(digits.data(), end, number);
    if (failed != std::errc() || parsed != end || number < 0 || number > mostKgbLogs)
        return std::nullopt;
    return number;
}

} // namespace loupe
