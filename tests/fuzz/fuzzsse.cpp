// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes streams of server-sent events and the answers that they form. The result must not depend
// on how the bytes are split, must be UTF-8, and must stay within its limits.
#include "core/endpoints/chat/answerassembler.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

constexpr std::int64_t room = 256;

loupe::ChatAnswer inPieces(std::string_view raw, std::size_t size)
{
    loupe::AnswerAssembler assembler("text/event-stream", room);
    for (std::size_t at = 0; at < raw.size(); at += size)
        assembler.push(raw.substr(at, size));
    assembler.finish(true);
    return assembler.answer();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    if (size == 0)
        return 0;
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    const std::string_view raw = input.substr(1);
    const loupe::ChatAnswer whole = inPieces(raw, raw.size() + 1);
    const loupe::ChatAnswer split = inPieces(raw, 1 + data[0] % 16);
    require(whole.content == split.content && whole.reasoning == split.reasoning,
            "texts are the same however the bytes are split");
    require(whole.malformed == split.malformed && whole.isComplete == split.isComplete,
            "the outcome is the same however the bytes are split");
    require(whole.finishReason == split.finishReason && whole.usage.output == split.usage.output,
            "the rest is the same however the bytes are split");
    require(whole.content.size() <= room && whole.reasoning.size() <= room, "texts are cut");
    // dump() throws if a text is not UTF-8.
    static_cast<void>(loupe::Json{whole.content, whole.reasoning, whole.model, whole.finishReason,
                                  whole.error ? whole.error->text : ""}
                          .dump());
    return 0;
}
