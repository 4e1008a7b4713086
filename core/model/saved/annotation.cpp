// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/annotation.h"

#include "core/base/asciicase.h"
#include "core/base/enumnames.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace loupe {

namespace {

constexpr std::array states{TriageState::New, TriageState::Looking, TriageState::Explained,
                            TriageState::Suspicious, TriageState::Accepted};
constexpr EnumNames<5> stateNames{"new", "looking", "explained", "suspicious", "accepted"};
constexpr EnumNames<5> kindNames{"note", "tag", "untag", "state", "undo"};

bool saysNothing(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Error refusal(std::string message, std::string hint)
{
    return Error{
        .code = Errc::InvalidInput, .message = std::move(message), .hint = std::move(hint)};
}

/// Set of the events that count: those not undone by an event that counts.
class Liveness
{
public:
    explicit Liveness(std::span<const Annotation> events)
    {
        for (const Annotation &event : events) {
            if (event.kind == AnnotationKind::Undo)
                m_undos[event.undoes].push_back(event.uuid);
        }
    }

    bool counts(const std::string &uuid)
    {
        const auto known = m_known.find(uuid);
        if (known != m_known.end())
            return known->second;
        // Events that undo each other in a ring do not come from a store, but must not hang a
        // reader.
        m_known[uuid] = true;
        bool alive = true;
        const auto undos = m_undos.find(uuid);
        if (undos != m_undos.end())
            alive = std::ranges::none_of(undos->second,
                                         [this](const std::string &undo) { return counts(undo); });
        m_known[uuid] = alive;
        return alive;
    }

private:
    std::unordered_map<std::string, std::vector<std::string>> m_undos;
    std::unordered_map<std::string, bool> m_known;
};

} // namespace

std::span<const TriageState> allTriageStates()
{
    return states;
}

std::string_view stateName(TriageState state)
{
    return nameAmong(stateNames, state);
}

std::optional<TriageState> stateFromName(std::string_view name)
{
    return valueAmong<TriageState>(stateNames, lowered(name));
}

std::string_view kindName(AnnotationKind kind)
{
    return nameAmong(kindNames, kind);
}

std::optional<AnnotationKind> annotationKindFromName(std::string_view name)
{
    return valueAmong<AnnotationKind>(kindNames, name);
}

Judgement judgementFrom(std::span<const Annotation> events)
{
    std::vector<const Annotation *> ordered;
    for (const Annotation &event : events)
        ordered.push_back(&event);
    std::ranges::sort(ordered, [](const Annotation *a, const Annotation *b) {
        return std::tie(a->madeAt, a->id, a->uuid) < std::tie(b->madeAt, b->id, b->uuid);
    });
    Liveness liveness(events);
    Judgement out;
    std::map<std::string, std::string> tags; // with the latest spelling
    for (const Annotation *event : ordered) {
        if (!liveness.counts(event->uuid))
            continue;
        switch (event->kind) {
        case AnnotationKind::Note:
            out.notes.push_back({event->uuid, event->value, event->person, event->madeAt});
            break;
        case AnnotationKind::Tag:
            tags[lowered(event->value)] = event->value;
            break;
        case AnnotationKind::Untag:
            tags.erase(lowered(event->value));
            break;
        case AnnotationKind::State:
            if (const auto state = stateFromName(event->value)) {
                out.state = *state;
                out.statePerson = event->person;
            }
            break;
        case AnnotationKind::Undo:
            break;
        }
    }
    for (auto &[key, tag] : tags)
        out.tags.push_back(std::move(tag));
    return out;
}

Status checkAnnotation(const Annotation &event)
{
    if (saysNothing(event.person))
        return refusal("a mark needs a name: --person NAME", "--person NAME");
    const bool isTag = event.kind == AnnotationKind::Tag || event.kind == AnnotationKind::Untag;
    if (event.kind != AnnotationKind::Undo && saysNothing(event.value))
        return refusal("a " + std::string(kindName(event.kind)) + " needs a text", {});
    constexpr std::size_t longest = 64;
    if (isTag
        && (event.value.size() > longest || event.value.front() == '-'
            || event.value.find_first_of(" \t\r\n,\"*") != std::string::npos
            || lowered(event.value) == "none"))
        return refusal("\"" + event.value + "\" cannot be a tag",
                       "a tag is one word of at most 64 bytes, without comma, quotation mark or "
                       "star; it must not start with a minus or be \"none\"");
    if (event.kind == AnnotationKind::State && !stateFromName(event.value))
        return refusal("there is no state \"" + event.value + "\"",
                       "one of new, looking, explained, suspicious, accepted");
    if ((event.kind == AnnotationKind::Undo) == event.undoes.empty())
        return refusal("an undo, and nothing else, names the event that it takes back", {});
    return {};
}

} // namespace loupe
