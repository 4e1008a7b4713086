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

/// Progress of the users' review of an evaluation.
enum class TriageState {
    New,        ///< not reviewed
    Looking,    ///< under review
    Explained,  ///< its cause is known
    Suspicious, ///< better than it should be, or for the wrong reason
    Accepted,   ///< no further review needed
};

/// Returns new, looking, explained, suspicious, accepted, in this order.
std::span<const TriageState> allTriageStates();
std::string_view stateName(TriageState state); ///< "looking"
std::optional<TriageState> stateFromName(std::string_view name);

enum class AnnotationKind { Note, Tag, Untag, State, Undo };
std::string_view kindName(AnnotationKind kind); ///< "note", "tag", "untag", "state", "undo"
std::optional<AnnotationKind> annotationKindFromName(std::string_view name);

/// A user's statement about an evaluation. Written once, never changed. An undo is another event,
/// and undoing that restores the first.
struct Annotation {
    AnnotationId id = {}; ///< the store's own; 0: not stored yet
    std::string uuid;     ///< 32 hexadecimal digits: the same event in every store that holds it
    RowId evaluation;
    AnnotationKind kind = AnnotationKind::Note;
    std::string value;  ///< note (Markdown), tag or the state's name; empty for an undo
    std::string undoes; ///< of an undo: uuid of the event that is undone
    std::string person;
    std::string madeAt; ///< ISO 8601 UTC
    friend bool operator==(const Annotation &, const Annotation &) = default;
};

/// Current annotations of one evaluation.
struct Judgement {
    struct Note {
        std::string uuid; ///< of its event, for undoing it
        std::string text;
        std::string person;
        std::string madeAt;
        friend bool operator==(const Note &, const Note &) = default;
    };
    TriageState state = TriageState::New;
    std::string statePerson;       ///< person that set the state; empty if none
    std::vector<std::string> tags; ///< in alphabetical order
    std::vector<Note> notes;       ///< oldest first
    friend bool operator==(const Judgement &, const Judgement &) = default;
};

/// Combines the events of one evaluation, given in any order. Of several on the same subject the
/// latest counts; at equal times the one stored later, then the greater uuid. An event counts
/// unless an undo that counts refers to it. Tags ignore case.
Judgement judgementFrom(std::span<const Annotation> events);

/// Returns InvalidInput if the event has no content or no person, or if its state is not valid. The
/// same holds for a tag with a blank, a comma, a quotation mark or a star, which the filter line
/// could not express.
Status checkAnnotation(const Annotation &event);

} // namespace loupe
