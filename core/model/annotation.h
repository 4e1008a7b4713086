// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

using AnnotationId = Id<struct AnnotationTag>;

/// How far people are with an evaluation.
enum class TriageState {
    New,        ///< nobody has looked at it
    Looking,    ///< somebody is at it
    Explained,  ///< its cause is known
    Suspicious, ///< better than it should be, or for the wrong reason
    Accepted,   ///< it stands as it is
};

/// new, looking, explained, suspicious, accepted, in this order.
std::span<const TriageState> allTriageStates();
std::string_view stateName(TriageState state); ///< "looking"
std::optional<TriageState> stateFromName(std::string_view name);

enum class AnnotationKind { Note, Tag, Untag, State, Undo };
std::string_view kindName(AnnotationKind kind); ///< "note", "tag", "untag", "state", "undo"
std::optional<AnnotationKind> annotationKindFromName(std::string_view name);

/// One thing that a person said of an evaluation. Written once, never changed: taking it back is
/// another event, and taking that back brings it to life again.
struct Annotation {
    AnnotationId id = {}; ///< the store's own; 0: not stored yet
    std::string uuid;     ///< 32 hexadecimal digits: the same event in every store that holds it
    RowId evaluation;
    AnnotationKind kind = AnnotationKind::Note;
    std::string value;  ///< the note (Markdown), the tag or the state's name; of an undo, empty
    std::string undoes; ///< of an undo: the uuid of the event that it takes back
    std::string person;
    std::string madeAt; ///< ISO 8601 UTC
    friend bool operator==(const Annotation &, const Annotation &) = default;
};

/// What holds of one evaluation now.
struct Judgement {
    struct Note {
        std::string uuid; ///< of its event, to take it back
        std::string text;
        std::string person;
        std::string madeAt;
        friend bool operator==(const Note &, const Note &) = default;
    };
    TriageState state = TriageState::New;
    std::string statePerson;       ///< who set the state; empty: nobody did
    std::vector<std::string> tags; ///< in the order of the alphabet
    std::vector<Note> notes;       ///< the oldest first
    friend bool operator==(const Judgement &, const Judgement &) = default;
};

/// Folds the events of one evaluation, in any order. Of several that say something of the same
/// thing the latest counts; at one moment, the one that was stored later (then the greater uuid).
/// An event counts unless an undo that counts takes it back. Tags are the same whatever the case
/// of their letters.
Judgement judgementFrom(std::span<const Annotation> events);

/// InvalidInput where the event says nothing, nobody says it, its state is not one, or its tag
/// has a blank, a comma, a quotation mark or a star, which the filter line could not name.
Status checkAnnotation(const Annotation &event);

} // namespace loupe
