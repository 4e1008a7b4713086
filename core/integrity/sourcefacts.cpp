// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/sourcefacts.h"

#include <utility>

namespace loupe {
namespace {

/// Returns an optional field.
template <typename T>
T fieldOr(const Json &object, const char *key, T fallback)
{
    const auto found = object.find(key);
    return found == object.end() ? std::move(fallback) : found->get<T>();
}

std::vector<SourceFact> factsIn(const Json &answer, const char *key, const char *nameKey = "name")
{
    std::vector<SourceFact> facts;
    for (const Json &one : answer.at(key)) {
        facts.push_back({fieldOr<std::string>(one, nameKey, {}), one.at("line").get<int>(),
                         fieldOr<std::string>(one, "in", {}), fieldOr(one, "reached", true)});
    }
    return facts;
}

using Texts = std::vector<std::string>;

PythonFacts read(const Json &answer)
{
    PythonFacts facts;
    facts.parsed = answer.at("parsed").get<bool>();
    if (!facts.parsed) {
        facts.problem = "line " + std::to_string(answer.at("line").get<int>());
        facts.problem += ": " + answer.at("error").get<std::string>();
        return facts;
    }
    facts.imports = factsIn(answer, "imports");
    facts.calls = factsIn(answer, "calls");
    facts.writes = factsIn(answer, "writes");
    facts.texts = factsIn(answer, "texts", "text");
    facts.branchesOnValues = factsIn(answer, "branches");
    facts.counters = factsIn(answer, "counters");
    facts.keyedByIdentity = factsIn(answer, "keyed_by_identity");
    facts.mentions = factsIn(answer, "mentions");
    facts.computed = factsIn(answer, "computed");
    for (const Json &one : answer.at("aliases")) {
        auto name = one.at("name").get<std::string>();
        name.append(" = ").append(one.at("is").get<std::string>());
        facts.aliases.push_back({std::move(name), one.at("line").get<int>(), {}, true});
    }
    for (const Json &one : answer.at("classes")) {
        facts.classes.push_back({one.at("name").get<std::string>(), one.at("line").get<int>(),
                                 one.at("bases").get<Texts>()});
    }
    for (const Json &one : answer.at("functions")) {
        facts.functions.push_back({one.at("name").get<std::string>(), one.at("line").get<int>(),
                                   one.at("reached").get<bool>(),
                                   one.at("decorators").get<Texts>()});
    }
    for (const Json &one : answer.at("fallbacks")) {
        facts.fallbacks.push_back({one.at("line").get<int>(), one.at("reached").get<bool>(),
                                   one.at("tries").get<Texts>(),
                                   one.at("falls_back_to").get<Texts>()});
    }
    for (const Json &one : answer.at("returns")) {
        facts.returns.push_back({one.at("line").get<int>(), one.at("in").get<std::string>(),
                                 one.at("reached").get<bool>(), one.at("from_inputs").get<bool>()});
    }
    for (const Json &one : answer.at("embedded"))
        facts.embedded.push_back(
            {one.at("line").get<int>(), cppFacts(one.at("text").get<std::string>())});
    return facts;
}

/// Appends facts of a file that begins behind `lineBefore`.
template <typename Fact>
void appendBehind(std::vector<Fact> &facts, std::vector<Fact> more, int lineBefore)
{
    for (Fact &one : more) {
        one.line += lineBefore;
        facts.push_back(std::move(one));
    }
}

} // namespace

void addFacts(PythonFacts &facts, PythonFacts more, int lineBefore)
{
    for (const auto list :
         {&PythonFacts::imports, &PythonFacts::calls, &PythonFacts::writes, &PythonFacts::texts,
          &PythonFacts::branchesOnValues, &PythonFacts::counters, &PythonFacts::keyedByIdentity,
          &PythonFacts::mentions, &PythonFacts::computed, &PythonFacts::aliases})
        appendBehind(facts.*list, std::move(more.*list), lineBefore);
    appendBehind(facts.classes, std::move(more.classes), lineBefore);
    appendBehind(facts.functions, std::move(more.functions), lineBefore);
    appendBehind(facts.fallbacks, std::move(more.fallbacks), lineBefore);
    appendBehind(facts.returns, std::move(more.returns), lineBefore);
    appendBehind(facts.embedded, std::move(more.embedded), lineBefore);
}

void addFacts(CppFacts &facts, CppFacts more, int lineBefore)
{
    for (const auto list :
         {&CppFacts::kernels, &CppFacts::launches, &CppFacts::names, &CppFacts::foreign,
          &CppFacts::halfTypes, &CppFacts::statics, &CppFacts::returnedStatics, &CppFacts::labels,
          &CppFacts::assembler, &CppFacts::texts, &CppFacts::includes})
        appendBehind(facts.*list, std::move(more.*list), lineBefore);
}

Result<PythonFacts> pythonFactsFromJson(const Json &answer)
{
    try {
        return read(answer);
    } catch (const Json::exception &error) {
        return Error{.code = Errc::Corrupt,
                     .message = "the inspection's answer is not one of ours",
                     .detail = error.what()};
    }
}

} // namespace loupe
