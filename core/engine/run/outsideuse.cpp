// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/outsideuse.h"

#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/printabletext.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/machine/programs.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxAcceptedBytes = 1 << 20;
constexpr std::uintmax_t maxInterpreterBytes = 256ULL << 20;
constexpr std::uintmax_t maxTemplateBytes = 1 << 20;
constexpr std::string_view slurmPrefix = "slurm:";

std::string digestOf(std::initializer_list<std::string> parts)
{
    std::string all;
    for (const std::string &part : parts)
        all.append(std::to_string(part.size())).append(":").append(part);
    return sha256Hex(all);
}

/// The digest includes the program's content, so a replaced interpreter must be accepted again.
void addInterpreter(const RunRequest &request, std::vector<OutsideUse> &uses)
{
    const fs::path &asked = request.python.interpreter;
    if (asked.empty())
        return;
    const auto usual = findPython({});
    const auto named = findPython(asked);
    if (usual && named && *usual == *named)
        return;
    std::error_code failed;
    const fs::path path = fs::absolute(asked, failed);
    const auto program = readFile(path, maxInterpreterBytes);
    uses.push_back({"the interpreter " + printableText(path.string()),
                    {},
                    digestOf({"interpreter", path.string(), program ? sha256Hex(*program) : ""})});
}

void addPlace(const RunRequest &request, std::vector<OutsideUse> &uses)
{
    const std::string &place = request.place;
    if (place.empty() || place == "local")
        return;
    OutsideUse use{"the place " + printableText(place), {}, {}};
    std::string file;
    if (place.starts_with(slurmPrefix)) {
        std::error_code failed;
        const fs::path path = fs::absolute(place.substr(slurmPrefix.size()), failed);
        file = path.string();
        if (const auto text = readFile(path, maxTemplateBytes))
            use.content = *text;
        use.what = "the cluster's template " + printableText(file);
    }
    use.digest
        = file.empty() ? digestOf({"place", place}) : digestOf({"template", file, use.content});
    use.content = printableText(use.content, LineBreaks::Kept);
    uses.push_back(std::move(use));
}

} // namespace

std::vector<OutsideUse> usesNamedByFile(const RunRequest &request)
{
    std::vector<OutsideUse> uses;
    if (request.fromFile.namesInterpreter)
        addInterpreter(request, uses);
    if (request.fromFile.namesPlace)
        addPlace(request, uses);
    return uses;
}

std::vector<OutsideUse> usesTyped(const RunRequest &request)
{
    std::vector<OutsideUse> uses;
    if (!request.fromFile.namesInterpreter)
        addInterpreter(request, uses);
    if (!request.fromFile.namesPlace)
        addPlace(request, uses);
    return uses;
}

fs::path AcceptedUses::defaultFile()
{
    const fs::path folder = userConfigFolder();
    return folder.empty() ? fs::path() : folder / "accepted.json";
}

AcceptedUses::AcceptedUses(fs::path file) : m_file(std::move(file))
{
    const auto text
        = m_file.empty() ? Result<std::string>(std::string()) : readFile(m_file, maxAcceptedBytes);
    const auto json = text ? parseJson(*text, m_file.string()) : Result<Json>(text.error());
    if (!json || !json->is_object() || !json->contains("accepted"))
        return;
    for (const Json &each : (*json)["accepted"]) {
        if (each.is_object())
            m_known.emplace_back(textAt(each, "digest"), textAt(each, "what"));
    }
}

bool AcceptedUses::holds(const OutsideUse &use) const
{
    return std::ranges::any_of(m_known,
                               [&](const auto &known) { return known.first == use.digest; });
}

Status AcceptedUses::accept(std::span<const OutsideUse> uses)
{
    Json all = Json::array();
    for (const OutsideUse &use : uses) {
        if (!holds(use))
            m_known.emplace_back(use.digest, use.what);
    }
    if (m_file.empty())
        return Error{.code = Errc::Environment,
                     .message = "there is no place to remember what was accepted",
                     .hint = "set HOME or XDG_CONFIG_HOME"};
    for (const auto &[digest, what] : m_known)
        all.push_back({{"digest", digest}, {"what", what}});
    std::error_code failed;
    fs::create_directories(m_file.parent_path(), failed);
    return writeFileAtomic(m_file, Json{{"schema", 1}, {"accepted", all}}.dump(2) + "\n");
}

std::vector<OutsideUse> usesToAccept(const RunRequest &request, const AcceptedUses &accepted)
{
    std::vector<OutsideUse> uses = usesNamedByFile(request);
    std::erase_if(uses, [&](const OutsideUse &use) { return accepted.holds(use); });
    return uses;
}

Status demandAccepted(const RunRequest &request, const AcceptedUses &accepted)
{
    const std::vector<OutsideUse> uses = usesToAccept(request, accepted);
    if (uses.empty())
        return {};
    std::string names;
    std::string detail;
    for (const OutsideUse &use : uses) {
        names += (names.empty() ? "" : ", ") + use.what;
        if (!use.content.empty())
            detail.append(use.what).append(":\n").append(use.content).append("\n");
    }
    return Error{Errc::InvalidInput,
                 "it names programs that run outside the sandbox with your rights and are not "
                 "accepted on this machine yet: "
                     + names,
                 request.fromFile.source, "check them; --accept-settings accepts them from now on",
                 detail};
}

Status settleUses(const RunRequest &request, const UseQuestion &ask, AcceptedUses accepted)
{
    if (request.dryRun)
        return {};
    // If this cannot be stored, the user is asked again next time.
    if (const auto typed = usesTyped(request); !typed.empty())
        static_cast<void>(accepted.accept(typed));
    const std::vector<OutsideUse> uses = usesToAccept(request, accepted);
    if (uses.empty())
        return {};
    if (Status answer = ask(uses); !answer)
        return answer;
    return accepted.accept(uses);
}

std::string overruledSandbox(const RunRequest &request)
{
    if (!request.fromFile.leavesSandbox)
        return {};
    const std::string said = request.fromFile.source + " says to leave the sandbox. ";
    return request.sandbox == SandboxMode::Bubblewrap
        ? said + "This is ignored: only --no-sandbox on the command line has this effect"
        : said + "So does --no-sandbox on the command line";
}

} // namespace loupe
