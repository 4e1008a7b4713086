// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/suiteregistry.h"

#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/suites/layout/readbenchmark.h"

#include <algorithm>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxRegistryBytes = 1 << 20;

Error corrupt(const fs::path &file, const std::string &reason)
{
    return {Errc::Corrupt, "the list of suites cannot be read: " + reason, file.string(),
            "correct the file, or delete it and add the suites again"};
}

std::vector<std::string> namesIn(const std::vector<RegisteredSuite> &suites)
{
    std::vector<std::string> names;
    names.reserve(suites.size());
    for (const RegisteredSuite &each : suites)
        names.push_back(each.name);
    return names;
}

} // namespace

fs::path SuiteRegistry::defaultFile()
{
    const fs::path folder = userConfigFolder();
    return folder.empty() ? fs::path() : folder / "suites.json";
}

Result<SuiteRegistry> SuiteRegistry::load(const fs::path &file)
{
    SuiteRegistry registry;
    registry.m_file = file;
    std::error_code failed;
    if (file.empty() || !fs::exists(file, failed))
        return registry;
    const auto text = readFile(file, maxRegistryBytes);
    if (!text)
        return text.error();
    const auto json = parseJson(*text, file.string());
    if (!json)
        return corrupt(file, json.error().message);
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, file.string(), "", problems);
    if (json->is_object() && reader.requiredInteger("schema") != 1)
        reader.problem("schema", "must be 1: this version reads no other");
    if (json->is_object()) {
        for (const JsonReader &entry : reader.objects("suites")) {
            const std::string layoutName = entry.requiredString("layout");
            const auto layout = suiteLayoutFromName(layoutName);
            if (!layout)
                entry.problem("layout", "\"" + layoutName + "\" is no layout of this version");
            registry.m_suites.push_back({entry.requiredString("name"),
                                         entry.requiredString("folder"),
                                         layout.value_or(SuiteLayout::Native)});
        }
    }
    if (!problems.empty())
        return corrupt(file, problems.front().where + ": " + problems.front().message);
    return registry;
}

const RegisteredSuite *SuiteRegistry::find(const std::string &name) const
{
    const auto found
        = std::find_if(m_suites.begin(), m_suites.end(),
                       [&](const RegisteredSuite &suite) { return suite.name == name; });
    return found == m_suites.end() ? nullptr : &*found;
}

Status SuiteRegistry::add(const RegisteredSuite &suite)
{
    if (suite.name.empty() || suite.name.find('/') != std::string::npos)
        return Error{.code = Errc::InvalidInput,
                     .message = "\"" + suite.name + "\" cannot be the name of a suite",
                     .hint = "a name is not empty and has no slash"};
    const RegisteredSuite *taken = find(suite.name);
    if (taken != nullptr && taken->folder != suite.folder)
        return Error{
            Errc::Busy, "the name \"" + suite.name + "\" is taken by " + taken->folder.string(),
            m_file.string(),
            "choose another with --name, or remove it first: kloupe suites remove " + suite.name};
    std::erase_if(m_suites, [&](const RegisteredSuite &known) { return known.name == suite.name; });
    m_suites.push_back(suite);
    std::sort(m_suites.begin(), m_suites.end(),
              [](const RegisteredSuite &a, const RegisteredSuite &b) { return a.name < b.name; });
    return {};
}

Status SuiteRegistry::remove(const std::string &name)
{
    if (find(name) == nullptr)
        return Error{Errc::NotFound, "no suite is registered under \"" + name + "\"",
                     m_file.string(),
                     hintWithNearest(name, namesIn(m_suites), "kloupe suites names lists them")};
    std::erase_if(m_suites, [&](const RegisteredSuite &known) { return known.name == name; });
    return {};
}

Status SuiteRegistry::save() const
{
    if (m_file.empty())
        return Error{.code = Errc::Environment,
                     .message = "there is no place for the list of suites",
                     .hint = "set HOME or XDG_CONFIG_HOME"};
    std::error_code failed;
    fs::create_directories(m_file.parent_path(), failed);
    if (failed)
        return Error{Errc::Io, "cannot create the folder: " + failed.message(),
                     m_file.parent_path().string()};
    Json suites = Json::array();
    for (const RegisteredSuite &suite : m_suites)
        suites.push_back({{"name", suite.name},
                          {"folder", suite.folder.string()},
                          {"layout", name(suite.layout)}});
    return writeFileAtomic(m_file, Json{{"schema", 1}, {"suites", suites}}.dump(2) + "\n");
}

Result<RegisteredSuite> resolveSuite(const std::string &text)
{
    const auto registry = SuiteRegistry::load(SuiteRegistry::defaultFile());
    if (!registry)
        return registry.error();
    if (const RegisteredSuite *known = registry->find(text))
        return *known;
    std::error_code failed;
    if (!fs::exists(text, failed)) {
        std::string names;
        for (const RegisteredSuite &suite : registry->suites())
            names += (names.empty() ? "" : ", ") + suite.name;
        return Error{.code = Errc::NotFound,
                     .message = "\"" + text + "\" is neither a folder nor the name of a suite",
                     .hint = hintWithNearest(text, namesIn(registry->suites()),
                                             names.empty()
                                                 ? "kloupe suites add FOLDER gives a suite a name"
                                                 : "registered are " + names)};
    }
    const auto layout = detectLayout(text);
    if (!layout)
        return layout.error();
    fs::path absolute = fs::absolute(text, failed);
    return RegisteredSuite{name(*layout), failed ? fs::path(text) : std::move(absolute), *layout,
                           false};
}

} // namespace loupe
