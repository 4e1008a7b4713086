// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/askmessages.h"

namespace loupe {

namespace {
constexpr std::array<const char *, 10> askEventNames{"ready",  "refused",  "sent",   "first_byte",
                                                     "delta",  "answered", "failed", "note",
                                                     "closed", "stopped"};
constexpr std::array<Errc, 10> errorCodes{
    Errc::Cancelled, Errc::NotFound, Errc::InvalidInput, Errc::Unsupported, Errc::Corrupt,
    Errc::Busy,      Errc::Timeout,  Errc::Io,           Errc::Environment, Errc::Internal};
} // namespace

const char *name(AskEvent::Kind kind)
{
    return askEventNames[static_cast<std::size_t>(kind)];
}

std::optional<AskEvent::Kind> askEventKindNamed(const std::string &name)
{
    for (std::size_t i = 0; i < askEventNames.size(); ++i) {
        if (askEventNames[i] == name)
            return static_cast<AskEvent::Kind>(i);
    }
    return std::nullopt;
}

AskEvent refusal(const Error &error)
{
    AskEvent event;
    event.kind = AskEvent::Kind::Refused;
    event.code = name(error.code);
    event.text = error.message;
    event.where = error.where;
    event.hint = error.hint;
    return event;
}

Error errorOf(const AskEvent &refused)
{
    Error error{Errc::Internal, refused.text, refused.where, refused.hint, {}};
    for (const Errc code : errorCodes) {
        if (refused.code == name(code))
            error.code = code;
    }
    return error;
}

} // namespace loupe
