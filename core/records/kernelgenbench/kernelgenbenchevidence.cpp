// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchevidence.h"

#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/reading/jsonfields.h"

#include <charconv>

namespace loupe {

namespace {

class KernelGenBenchEvidenceReader
{
public:
    KernelGenBenchEvidenceReader(const FileTree &tree, const std::string &prefix,
                                 RecordProblems &bad)
        : m_tree(tree)
        , m_prefix(prefix)
        , m_bad(bad)
    {
    }

    Result<KernelGenBenchEvidence> read()
    {
        for (const ImportedFile &file : m_tree.files) {
            if (!file.name.starts_with(m_prefix))
                continue;
            const std::string_view inRun = std::string_view(file.name).substr(m_prefix.size());
            // A single file may have been renamed, so its content determines its kind.
            const std::string_view kind
                = m_tree.isSingleFile ? kernelGenBenchKindOf(file.content) : "";
            const auto log = kernelGenBenchLogOf(m_tree, file.name);
            const bool isOfLog = log && (log->prefix == m_prefix || m_tree.isSingleFile);
            Status done;
            if (kind == "result.json" || (isOfLog && fileOf(inRun) == "result.json"))
                done = readVerifications(file, log ? log->number : 0);
            else if (isOfLog && fileOf(inRun).starts_with("test_report_"))
                done = readTestReport(file, log->number);
            else if (kind == "antihack_report.json" || isKernelGenBenchHackReport(inRun))
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
            const auto json = m_bad.parsed(part.text, m_tree.place(file), part.line);
            if (!json)
                continue;
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, where(file, part), {}, problems);
            KernelGenBenchVerification read;
            if (json->is_object())
                read = readKernelGenBenchVerification(reader, part, where(file, part));
            auto &known = m_out.verifications[log];
            if (problems.empty() && known.count(read.op) > 0)
                problems.push_back({where(file, part) + ":op_name",
                                    read.op + " is in " + known[read.op].where + " already"});
            if (m_bad.accept(std::move(problems)))
                known.emplace(read.op, std::move(read));
        }
        return {};
    }

    /// Reads the cases of one operator, named by the file; result.json contains the same for all.
    Status readTestReport(const ImportedFile &file, int log)
    {
        constexpr std::string_view start = "test_report_";
        const auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json)
            return json.error();
        const std::string op = kernelGenBenchOperator(stemOf(file.name).substr(start.size()));
        std::vector<JsonProblem> problems;
        KernelGenBenchVerification read
            = readKernelGenBenchTestReport(*json, op, m_tree.place(file), problems);
        read.text = file.content;
        if (m_bad.accept(std::move(problems)))
            m_out.verifications[log].emplace(op, std::move(read)); // result.json takes precedence
        return {};
    }

    /// Reads any of the shapes accepted by the suite's own tools: lists of names or of objects with
    /// op_name, and details by operator.
    Status readHackReport(const ImportedFile &file)
    {
        const auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json)
            return json.error();
        std::vector<JsonProblem> problems;
        const JsonReader reader(*json, m_tree.place(file), {}, problems);
        for (const std::string &op : namesIn(reader, "hacked_operators")) {
            m_out.hacked.try_emplace(op, "listed by the suite's own check");
            m_out.passed.insert(op); // failed kernels are not checked for hacks
        }
        for (const char *key : {"passed_operators", "clean_passed_operators", "verify_passed"}) {
            const auto names = namesIn(reader, key);
            m_out.passed.insert(names.begin(), names.end());
        }
        if (json->is_object() && reader.has("hack_details"))
            readDetails(reader);
        m_out.report = file.content;
        m_bad.accept(std::move(problems));
        return {};
    }

    /// Returns the operators of a list of names or of objects with op_name.
    static std::vector<std::string> namesIn(const JsonReader &reader, const char *key)
    {
        std::vector<std::string> out;
        if (!reader.has(key))
            return out;
        const Json &list = *reader.json().find(key);
        if (!list.is_array())
            reader.problem(key, "must be an array");
        for (const Json &item : list.is_array() ? list : Json::array()) {
            const Json *name = &item;
            if (item.is_object() && item.contains("op_name"))
                name = &*item.find("op_name");
            if (name->is_string())
                out.push_back(kernelGenBenchOperator(name->get_ref<const std::string &>()));
            else
                reader.problem(key, "must hold names, or objects with op_name");
        }
        return out;
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
            m_out.hacked[kernelGenBenchOperator(op)] = reason;
            m_out.passed.insert(kernelGenBenchOperator(op));
        }
    }

    Status readProgress(const ImportedFile &file)
    {
        const auto parts = partsOfObject(file.content, m_tree.place(file));
        if (!parts)
            return parts.error();
        const JsonPart *operators = partNamed(*parts, "operators");
        if (operators == nullptr)
            operators = partNamed(*parts, "kernels"); // key used by three of the agents
        if (operators == nullptr)
            return Error{Errc::InvalidInput, "has neither operators nor kernels",
                         m_tree.place(file), "it is no progress.json of KernelGenBench"};
        const auto each = partsOfObject(operators->text, m_tree.place(file), operators->line);
        if (!each)
            return each.error();
        for (const JsonPart &part : *each) {
            const auto json = m_bad.parsed(part.text, m_tree.place(file), part.line);
            if (!json)
                continue;
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
            const std::string op = kernelGenBenchOperator(part.key);
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
    KernelGenBenchEvidence m_out;
};

} // namespace

const KernelGenBenchVerification *KernelGenBenchEvidence::verification(int log,
                                                                       const std::string &op) const
{
    const auto known = verifications.find(log);
    if (known == verifications.end())
        return nullptr;
    const auto found = known->second.find(op);
    return found == known->second.end() ? nullptr : &found->second;
}

Result<KernelGenBenchEvidence>
readKernelGenBenchEvidence(const FileTree &tree, const std::string &prefix, RecordProblems &bad)
{
    return KernelGenBenchEvidenceReader(tree, prefix, bad).read();
}

} // namespace loupe
